// @ts-check
// What all pages but the table have around them: the name, the way to the rules, language and look.

import { h } from "../dom.js";
import { LANGUAGES, PSEUDO, language, setLanguage, t } from "../i18n.js";
import { light, setLight, setTheme, theme } from "./looks.js";
import { assets } from "../api.js";

/** @typedef {{ params: string[], go: (path: string) => Promise<void>, show: () => Promise<void>, title: (text?: string) => void }} App */

/** @type {App | undefined} the page on show, if it has a bar */
let shown;

// One key leads to the rules from every page with a bar; the table has keys of its own.
addEventListener("keydown", (event) => {
  const writes = event.target instanceof Element && event.target.closest("input, select, textarea, dialog");
  if (event.key !== "?" || writes || event.ctrlKey || event.altKey || event.metaKey || !document.querySelector(".topbar")) return;
  shown?.go("/help");
});

/**
 * The bar at the top.
 * @param {App} app
 * @param {{ home?: boolean }} [options] whether this is the start page
 */
export function topbar(app, { home = false } = {}) {
  shown = app;
  const mark = h("img", { class: "mark", src: `${assets}icon.svg`, alt: "", width: "36", height: "36" });
  return h(
    "div",
    { class: "topbar" },
    h(
      "a",
      { class: "wordmark", href: "/", aria: { label: t("frame.home"), ...(home && { current: "page" }) } },
      mark,
      h("span", { data: { typed: "" } }, "Bastide"),
    ),
    h(
      "div",
      { class: "topbar-tools" },
      looks(app),
      languages(app),
      h("a", { class: "button icon-button", href: "/help", title: t("frame.rules"), aria: { label: t("frame.rules") } }, "?"),
    ),
  );
}

/**
 * The switches of a look, usable anywhere.
 * @param {App} app
 */
export function looks(app) {
  const next = theme() === "classic" ? "winter" : "classic";
  const lights = ["auto", "light", "dark"];
  const after = lights[(lights.indexOf(light()) + 1) % lights.length];
  const signs = { auto: "◐", light: "☀", dark: "☾", classic: "❀", winter: "❄" };
  return h(
    "div",
    { class: "looks" },
    toggle(
      signs[theme() === "winter" ? "winter" : "classic"],
      t("frame.theme", { now: t(`theme.${theme()}`), next: t(`theme.${next}`) }),
      () => {
        setTheme(next);
        again(app, "theme");
      },
      "theme",
    ),
    toggle(
      signs[/** @type {"auto"} */ (light())],
      t("frame.light", { now: t(`light.${light()}`), next: t(`light.${after}`) }),
      () => {
        setLight(after);
        again(app, "light");
      },
      "light",
    ),
  );
}

/**
 * The choice of a language, usable anywhere.
 * @param {App} app
 */
export function languages(app) {
  const known = Object.entries(LANGUAGES);
  if (language() === PSEUDO) known.push([PSEUDO, "⟦Pseudo⟧"]);
  const option = (/** @type {string[]} */ [id, name]) =>
    h("option", { value: id, selected: id === language(), lang: id === PSEUDO ? "en" : id, data: { typed: "" } }, name);
  const select = h(
    "select",
    {
      class: "language",
      aria: { label: t("frame.language") },
      data: { focus: "language" },
      onchange: async () => {
        await setLanguage(/** @type {HTMLSelectElement} */ (select).value);
        again(app, "language");
      },
    },
    known.map(option),
  );
  return select;
}

/**
 * A page of the usual width, with its bar and its heading.
 * @param {HTMLElement} root
 * @param {App} app
 * @param {string} title
 * @param {...(Node | false | null | undefined)} children
 */
export function page(root, app, title, ...children) {
  app.title?.(title);
  root.className = "one-page";
  root.replaceChildren(topbar(app), h("div", { class: "sheet" }, h("h1", { tabindex: "-1" }, title), children));
}

/**
 * A page that says in plain words what is wrong, with the ways on.
 * @param {HTMLElement} root
 * @param {App} app
 * @param {{ title: string, text: string, ways: Node[], picture?: Node }} what
 */
export function notice(root, app, { title, text, ways, picture }) {
  app.title?.(title);
  root.className = "one-page";
  root.replaceChildren(
    topbar(app),
    h(
      "div",
      { class: "sheet narrow" },
      h("section", { class: "panel notice", role: "alert" }, picture, h("h1", {}, title), h("p", {}, text), h("div", { class: "ways" }, ways)),
    ),
  );
}

/**
 * @param {string} path
 * @param {string} text
 * @param {string} [name]
 */
export function way(path, text, name = "button") {
  return h("a", { class: name, href: path }, text);
}

/**
 * @param {string} sign
 * @param {string} label
 * @param {() => void} onclick
 * @param {string} focus
 */
function toggle(sign, label, onclick, focus) {
  return h("button", { class: "icon-button", type: "button", title: label, aria: { label }, data: { focus }, onclick }, sign);
}

/**
 * Shows the page anew, with the focus where it was.
 * @param {App} app
 * @param {string} focus
 */
async function again(app, focus) {
  if (!app.show) return location.reload();
  await app.show();
  const place = document.querySelector(`[data-focus="${focus}"]`);
  if (place instanceof HTMLElement) place.focus({ preventScroll: true });
}
