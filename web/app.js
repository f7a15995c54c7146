// The page: what it shows follows from its address.

import { setLanguage, t } from "./i18n.js";
import { Failed, isOutdated } from "./api.js";
import { h, readable } from "./dom.js";
import { errorText } from "./errors.js";
import { askNotice } from "./notice.js";

/** @type {[RegExp, () => Promise<any>][]} */
const PAGES = [
  [/^\/$/, () => import("./pages/start.js")],
  [/^\/new$/, () => import("./pages/setup.js")],
  [/^\/join$/, () => import("./pages/join.js")],
  [/^\/record$/, () => import("./pages/record.js")],
  [/^\/help$/, () => import("./pages/help.js")],
  [/^\/privacy$/, () => import("./pages/privacy.js")],
  [/^\/t\/([^/]+)$/, () => import("./table/page.js")],
];

/** What pages may ask of the page they are on. */
const app = {
  /** @type {string[]} what the address names, such as a game */
  params: [],
  /** @param {string} path where to go */
  go(path) {
    history.pushState(null, "", path);
    return show();
  },
  /** @param {string} [text] what stands in the window's title */
  title(text) {
    const title = text ? `${text} · Bastide` : "Bastide";
    if (document.title !== title) document.title = title;
  },
  show,
};

/** @type {(() => void)|undefined} what the page on show wants done when it goes */
let leave;
let shows = 0;

/** The page of the address. */
function wanted() {
  return PAGES.find(([pattern]) => pattern.test(location.pathname)) ?? [/^/, async () => ({ render: nowhere })];
}

async function show() {
  const mine = ++shows;
  const [pattern, load] = wanted();
  app.params = (location.pathname.match(pattern) ?? []).slice(1).map(readable);
  try {
    const page = await load();
    if (mine !== shows) return;
    leave?.();
    leave = undefined;
    app.title();
    const left = await page.render(place(), app);
    // A page that leads on to another one is not the one that is left next.
    if (mine === shows) leave = left;
    else left?.();
    askNotice();
  } catch (error) {
    console.error(error);
    const renewed = !(error instanceof Failed) && (await isOutdated());
    if (mine === shows) place().replaceChildren(trouble(renewed ? new Failed(410, "other-version", "") : error));
  }
}

/** The place of the page, empty. */
function place() {
  const root = /** @type {HTMLElement} */ (document.getElementById("page"));
  root.replaceChildren();
  root.className = "";
  return root;
}

/**
 * What is shown at an address where there is nothing.
 * @param {HTMLElement} root
 */
function nowhere(root) {
  const home = h("a", { class: "button primary", href: "/" }, t("table.home"));
  root.append(h("section", { class: "panel notice" }, h("h1", {}, t("table.nowhere")), h("p", {}, t("error.not-found")), home));
}

/** @param {unknown} error */
function trouble(error) {
  const message = error instanceof Failed ? errorText(error) : t("table.trouble");
  const again = h("button", { class: "primary", onclick: () => location.reload() }, t("table.reload"));
  return h("section", { class: "panel notice" }, h("h1", {}, t("table.trouble-title")), h("p", {}, message), again);
}

/** Links within the page do not load it anew. */
function follow(/** @type {MouseEvent} */ event) {
  const link = /** @type {Element} */ (event.target).closest?.("a[href]");
  if (!(link instanceof HTMLAnchorElement) || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const own = link.origin === location.origin && !link.hasAttribute("download") && !link.target;
  if (!own || !PAGES.some(([pattern]) => pattern.test(link.pathname)) || link.pathname === "/join") return;
  event.preventDefault();
  app.go(link.pathname + link.search + link.hash);
}

addEventListener("popstate", show);
document.addEventListener("click", follow);
// The page is fetched while its words are; whatever is wrong with it, showing it tells.
wanted()[1]().catch(() => {});
await setLanguage();
await show();
