// The draws of a finished game, checked on this device: a list of what was found, and who could know the order.

import { get } from "../api.js";
import { h } from "../dom.js";
import { verify } from "../fair.js";
import { t } from "../i18n.js";

/**
 * Checks a game and shows what was found.
 * @param {import("./page.js").TablePage} page
 */
export async function showFairness(page) {
  const { live } = page;
  const list = h("ul", { class: "ticks", role: "status" }, h("li", {}, t("fair.checking")));
  const words = h("p", {});
  page.side.menu.dialog(h("h2", {}, t("fair.title")), words, list, h("p", { class: "quiet small" }, t("fair.who")));
  try {
    const [{ entries }, start] = await Promise.all([get(`/api/tables/${live.game}/log`), live.loadStart()]);
    const found = verify(entries, start);
    words.textContent = verdict(found);
    list.replaceChildren(...found.checks.map((check) => line(live, check)));
  } catch (error) {
    list.replaceChildren();
    words.textContent = t("error.unknown");
    console.error(error);
  }
}

/** @param {ReturnType<typeof verify>} found */
function verdict({ arranged, sealed, checks }) {
  if (sealed) return t("fair.sealed");
  if (!checks.every(({ ok }) => ok)) return t("fair.bad");
  return t(arranged ? "fair.arranged" : "fair.good");
}

/**
 * @param {import("./seen.js").Seen} table
 * @param {import("../fair.js").Check} check
 */
function line(table, { name, ok, device, draws, wrong }) {
  const key = `fair.${name}${ok ? "" : "-bad"}`;
  const text = t(key, { names: device === undefined ? "" : namesAt(table, device), n: draws ?? 0, version: wrong ?? 0 });
  return h("li", { class: ok ? "tick" : "cross" }, h("b", { aria: { hidden: "true" } }, ok ? "✓" : "✗"), h("span", {}, text));
}

/**
 * Who played from a device.
 * @param {import("./seen.js").Seen} table
 * @param {number} device
 */
function namesAt(table, device) {
  const names = table.state.seats.flatMap((seat, n) => (seat.device === device ? [table.nameOf(n + 1)] : []));
  return new Intl.ListFormat(document.documentElement.lang || "en").format(names);
}
