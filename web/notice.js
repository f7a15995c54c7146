// @ts-check
// What the host tells everybody, on every page until it ends or is put away.

import { get } from "./api.js";
import { h } from "./dom.js";
import { t } from "./i18n.js";

/** @typedef {import("./wire").NoticeShown} NoticeShown */

/** @type {string | undefined} what was put away; the same words do not come again */
let putAway;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
/** Timers wait no longer than this. */
const LONGEST = 2 ** 31 - 1;

/**
 * Shows it, or nothing any more.
 * @param {NoticeShown | null} notice
 */
export function showNotice(notice) {
  clearTimeout(timer);
  const text = notice && notice.millis > 0 && notice.text !== putAway ? notice.text : undefined;
  if (text !== undefined && notice) timer = setTimeout(() => showNotice(null), Math.min(notice.millis, LONGEST));
  const place = /** @type {HTMLElement} */ (document.getElementById("notice"));
  const words = text === undefined ? [] : [t("notice.title"), text, t("notice.ok")];
  if (place.dataset.words === words.join("\n")) return;
  place.dataset.words = words.join("\n");
  place.replaceChildren(...(text === undefined ? [] : [card(text)]));
}

/** Asks whether there is something to tell; if the server does not answer, what is on show stays. */
export async function askNotice() {
  const said = await get("/api/notice").catch(() => null);
  if (said) showNotice(said.notice);
}

/** @param {string} text */
function card(text) {
  const ok = () => {
    putAway = text;
    showNotice(null);
  };
  return h(
    "div",
    { class: "host-notice" },
    h("p", {}, h("strong", {}, t("notice.title")), " ", h("span", { data: { typed: "" } }, text)),
    h("button", { type: "button", onclick: ok }, t("notice.ok")),
  );
}
