// @ts-check
// The rules, by set and with a search. The same book can lie open beside a game.

import { h, readable } from "../dom.js";
import { language, t, texts } from "../i18n.js";
import { ROLE_OF } from "../vocabulary.js";
import { page, way } from "./frame.js";
import { learnStrip } from "./learn.js";
import { figure } from "./pictures.js";
import { BOOK, SET_NAMES } from "./rulebook.js";

/**
 * @param {HTMLElement} root
 * @param {import("./frame.js").App} app
 */
export async function render(root, app) {
  const asked = new URLSearchParams(location.search)
    .get("sets")
    ?.split(",")
    .filter((name) => SET_NAMES.includes(name));
  page(
    root,
    app,
    t("help.title"),
    learnStrip(app),
    await book(asked?.length ? asked : SET_NAMES),
    h("footer", { class: "foot" }, way("/privacy", t("start.privacy"), "")),
  );
  const rule = document.getElementById(readable(location.hash.slice(1)));
  rule?.scrollIntoView({ block: "center" });
  rule?.classList.add("found");
}

/**
 * The book, with the chapters of some sets open to begin with.
 * @param {string[]} sets
 */
export async function book(sets) {
  const words = await texts("rules");
  const shown = new Set(sets);
  const place = h("div", { class: "rules" });
  const count = h("p", { class: "quiet", role: "status" });
  const search = /** @type {HTMLInputElement} */ (
    h("input", { type: "search", placeholder: t("help.search"), aria: { label: t("help.search") }, oninput: show })
  );
  const chips = SET_NAMES.map((name) => {
    const box = /** @type {HTMLInputElement} */ (
      h("input", {
        type: "checkbox",
        checked: shown.has(name),
        onchange: () => {
          if (box.checked) shown.add(name);
          else shown.delete(name);
          show();
        },
      })
    );
    return h("label", { class: "option" }, box, h("span", {}, t(`set.${name}`)));
  });
  function show() {
    const wanted = plain(search.value).split(/\s+/).filter(Boolean);
    const fits = (/** @type {string} */ id) => wanted.every((word) => plain(`${id} ${words[id]}`).includes(word));
    const parts = BOOK.filter((part) => shown.has(part.set))
      .map((part) => setPart(part, words, fits))
      .filter((part) => part !== null);
    place.replaceChildren(...parts);
    const found = place.querySelectorAll(".rule").length;
    count.textContent = found === 0 ? t("help.nothing") : wanted.length > 0 ? t("help.found", { n: found }) : "";
  }
  show();
  return h(
    "div",
    { class: "help", data: { language: language() } },
    h(
      "section",
      { class: "panel help-start" },
      h(
        "div",
        {},
        h("h2", {}, t("help.short")),
        h(
          "ol",
          {},
          [1, 2, 3].map((n) => h("li", {}, t(`help.short.${n}`))),
        ),
        h("p", {}, t("help.short.end")),
      ),
      h(
        "div",
        { class: "help-roles" },
        Object.values(ROLE_OF.follower).map((role, at) => h("figure", {}, figure(role, at + 1), h("figcaption", {}, t(`help.role.${role}`)))),
      ),
    ),
    h(
      "div",
      { class: "help-tools" },
      search,
      h("fieldset", { class: "pick" }, h("legend", { class: "unseen" }, t("help.sets")), h("div", { class: "pick-row" }, chips)),
    ),
    count,
    place,
  );
}

/**
 * @param {(typeof BOOK)[number]} part
 * @param {Record<string, string>} words
 * @param {(id: string) => boolean} fits
 */
function setPart(part, words, fits) {
  const chapters = part.chapters.map(({ name, rules }) => ({ name, rules: rules.filter(fits) })).filter(({ rules }) => rules.length > 0);
  if (chapters.length === 0) return null;
  return h(
    "section",
    { class: "panel rule-set" },
    h("h2", {}, t(`set.${part.set}`)),
    chapters.map(({ name, rules }) =>
      h(
        "div",
        { class: "chapter" },
        chapters.length > 1 && h("h3", {}, t(`help.chapter.${name}`)),
        h(
          "dl",
          {},
          rules.flatMap((id) => rule(id, words[id] ?? id)),
        ),
      ),
    ),
  );
}

/**
 * @param {string} id
 * @param {string} text
 */
function rule(id, text) {
  return [h("div", { class: "rule", id }, h("dt", {}, h("a", { href: `/help#${id}`, data: { typed: "" } }, id)), h("dd", {}, text))];
}

/** Searching minds neither case nor accents. @param {string} text */
function plain(text) {
  return text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "").replace(/ł/g, "l");
}
