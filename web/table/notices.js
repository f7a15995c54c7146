// What is wrong, in plain words, with the way on.

import { h, refresh } from "../dom.js";
import { t } from "../i18n.js";

/**
 * The strip above the board.
 * @param {HTMLElement} element
 * @param {import("./seen.js").Seen} table
 */
export function banner(element, table) {
  const text = words(table);
  refresh(element, text, () => (text ? [h("span", {}, text)] : []));
}

/** @param {import("./seen.js").Seen} table */
function words(table) {
  if (table.status === "lost" && table.state) return t("table.lost");
  if (table.status === "restarting") return t("table.restarting");
  if (table.notice) return table.notice;
  if (!table.state) return t("table.connecting");
  if (table.state.now.stage === "frozen") return t("table.frozen");
  return "";
}

/**
 * In place of a table that cannot be shown.
 * @param {HTMLElement} root
 * @param {import("../api.js").Failed} why
 * @param {() => void} leave
 */
export function failurePage(root, why, leave) {
  leave();
  const known = { "no-such-table": "table.no-such-table", revoked: "table.revoked", protocol: "table.protocol" };
  const key = known[/** @type {keyof typeof known} */ (why.code)];
  const reload = why.code === "protocol" && h("button", { class: "primary", onclick: () => location.reload() }, t("table.reload"));
  root.className = "table-page failed";
  root.replaceChildren(h("section", { class: "panel notice" }, h("h1", {}, key ? t(key) : why.message), why.code === "no-such-table" && h("p", {}, t("table.no-such-table-hint")), h("p", { class: "buttons" }, reload, h("a", { class: "button", href: "/" }, t("table.home")))));
}
