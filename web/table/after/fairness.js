// The draws of a finished game, checked on this device: what was found, what that proves, and who could still cheat.

import { get } from "../../api.js";
import { h } from "../../dom.js";
import { compare, verify } from "../../fair.js";
import { t } from "../../i18n.js";
import { receiptOf } from "../../receipts.js";

/**
 * Checks a game and shows what was found.
 * @param {import("../page.js").TablePage} page
 */
export async function showFairness(page) {
  const { live } = page;
  const list = h("ul", { class: "ticks" }, h("li", {}, t("fair.checking")));
  const words = h("p", {});
  const limits = h(
    "details",
    { class: "small" },
    h("summary", {}, t("fair.limits")),
    ["knows", "aborts", "page", "others"].map((key) => h("p", {}, t(`fair.limit-${key}`))),
  );
  page.side.menu.dialog(h("h2", {}, t("fair.title")), words, h("div", { role: "status" }, list), limits, saving(live));
  try {
    const [{ entries }, start] = await Promise.all([get(`/api/tables/${live.game}/log`), live.loadStart()]);
    const found = verify(entries, start, live.state.view.tiles);
    const mine = compare(entries, receiptOf(live.game, [])?.deals ?? []);
    words.textContent = verdict(found, mine);
    list.replaceChildren(
      ...found.checks.map((check) => line(live, check)),
      ...receiptLine(found, mine),
      ...mine.calledOff.map((start) => calledOffLine(live, start)),
    );
  } catch (error) {
    list.replaceChildren();
    words.textContent = t("error.unknown");
    console.error(error);
  }
}

/**
 * What all of it proves, and nothing more.
 * @param {ReturnType<typeof verify>} found
 * @param {ReturnType<typeof compare>} mine
 */
function verdict({ arranged, sealed, checks }, { proves, decks }) {
  if (sealed) return t("fair.sealed");
  if (!checks.every(({ ok }) => ok)) return t("fair.bad");
  if (proves === "differs") return t("fair.forged");
  if (arranged) return t("fair.arranged");
  if (proves === "nothing") return t("fair.unproved");
  return decks > 1 ? t("fair.proved-among", { n: decks }) : t("fair.proved");
}

/**
 * @param {ReturnType<typeof verify>} found
 * @param {ReturnType<typeof compare>} mine
 */
function receiptLine({ sealed }, { proves }) {
  if (sealed || proves === "nothing") return [];
  return [tick(proves === "agrees", t(proves === "agrees" ? "fair.mine" : "fair.mine-bad"))];
}

/**
 * A start that came to nothing.
 * @param {import("../model.js").TableModel} table
 * @param {{number: number, devices: number[], known: boolean}} start
 */
function calledOffLine(table, { number, devices, known }) {
  const names = new Intl.ListFormat(document.documentElement.lang || "en").format(devices.map((device) => table.namesAt(device)));
  return h("li", {}, h("b", { aria: { hidden: "true" } }, "•"), h("span", {}, t(known ? "fair.called-off-known" : "fair.called-off", { number, names })));
}

/**
 * The receipt as a file.
 * @param {import("../model.js").TableModel} live
 */
function saving(live) {
  const receipt = receiptOf(live.game, live.state.now.stage === "over" ? live.state.view.tiles : []);
  if (!receipt) return h("div", {});
  const save = () => {
    const address = URL.createObjectURL(new Blob([`${JSON.stringify(receipt, null, 1)}\n`], { type: "application/json" }));
    h("a", { href: address, download: `${live.game}-receipt.json` }).click();
    URL.revokeObjectURL(address);
  };
  return h(
    "div",
    {},
    h("p", { class: "quiet small" }, t("fair.receipt-about")),
    h(
      "p",
      { class: "buttons downloads" },
      h("button", { type: "button", data: { key: "receipt" }, onclick: save }, t("fair.receipt")),
      h("a", { class: "button", href: `/api/tables/${live.game}/log`, download: `${live.game}.json` }, t("share.log")),
    ),
  );
}

/**
 * @param {import("../model.js").TableModel} table
 * @param {import("../../fair.js").Check} check
 */
function line(table, { name, ok, device, draws, wrong }) {
  const key = `fair.${name}${ok ? "" : "-bad"}`;
  return tick(ok, t(key, { names: device === undefined ? "" : table.namesAt(device), n: draws ?? 0, version: wrong ?? 0 }));
}

/**
 * @param {boolean} ok
 * @param {string} text
 */
function tick(ok, text) {
  return h("li", { class: ok ? "tick" : "cross" }, h("b", { aria: { hidden: "true" } }, ok ? "✓" : "✗"), h("span", {}, text));
}
