// @ts-check
// The privacy page: what is stored, for how long and who sees it, with the host's own words. Whatever depends on
// the server's settings comes from the server.

import { get } from "../api.js";
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { page } from "./frame.js";

/** @typedef {import("../wire").Privacy} Privacy */

/**
 * @param {HTMLElement} root
 * @param {import("./frame.js").App} app
 */
export async function render(root, app) {
  /** @type {Privacy} */
  const told = await get("/api/privacy");
  page(
    root,
    app,
    t("privacy.title"),
    h(
      "div",
      { class: "privacy" },
      h("p", { class: "privacy-lead" }, t("privacy.lead")),
      told.words && hostWords(told.words),
      section("server", keptList("server", serverKeeps(told))),
      section("browser", keptList("browser", browserKeeps(told)), h("p", { class: "quiet" }, t("privacy.browser.clear", { other: t("table.menu-device") }))),
      section(
        "seen",
        h(
          "ul",
          {},
          ["table", "public", "host", "nobody"].map((who) => h("li", {}, t(`privacy.seen.${who}`))),
        ),
      ),
      section("yours", ...yours(told)),
    ),
  );
}

/**
 * @param {string} name
 * @param {...(Node | false | null)} children
 */
function section(name, ...children) {
  return h("section", { class: "panel" }, h("h2", {}, t(`privacy.${name}`)), children);
}

/** @param {Privacy} told @returns {(string | [string, Record<string, number>])[]} */
function serverKeeps({ behind_proxy: behindProxy, kept_days: days }) {
  // 0 means for ever.
  const { unstarted, computers, alone, games, people } = Object.fromEntries(Object.entries(days).map(([kind, n]) => [kind, n ?? 0]));
  return [
    ["secret", { people }],
    "names",
    ["games", { unstarted, computers, alone, games }],
    "links",
    "bans",
    "addresses",
    "log",
    ...(behindProxy ? ["proxy"] : []),
    "backups",
  ];
}

/** @param {Privacy} told @returns {[string, Record<string, number>][]} */
function browserKeeps({ cookie_days: days }) {
  return [
    ["cookie", { n: days }],
    ["looks", {}],
    ["links", {}],
    ["receipts", {}],
    ["drafts", {}],
  ];
}

/**
 * What is kept, why, and for how long.
 * @param {string} where
 * @param {(string | [string, Record<string, number>])[]} items
 */
function keptList(where, items) {
  return h(
    "dl",
    { class: "kept" },
    items.map((item) => {
      const [name, params] = typeof item === "string" ? [item, {}] : item;
      const key = `privacy.${where}.${name}`;
      return h("div", {}, h("dt", {}, t(key)), h("dd", {}, t(`${key}.what`)), h("dd", { class: "kept-long" }, t(`${key}.long`, params)));
    }),
  );
}

/** @param {Privacy} told */
function yours({ contact, person }) {
  return [
    h("p", {}, t("privacy.yours.ask")),
    h("p", {}, contact ? [t("privacy.yours.contact"), " ", typed("strong", contact)] : t("privacy.yours.no-contact")),
    h("p", {}, person === null ? t("privacy.yours.unknown") : t("privacy.yours.number", { n: person })),
  ];
}

/** @param {string} text */
function hostWords(text) {
  return h("section", { class: "panel host-words" }, h("h2", {}, t("privacy.words")), typed("p", text));
}

/**
 * What the host wrote: text, never markup.
 * @param {string} tag
 * @param {string} text
 */
function typed(tag, text) {
  return h(tag, { data: { typed: "" } }, text);
}
