// Beside the board: the log, the chat, the tiles left, and everything else one may want.

import { h, refresh } from "../../dom.js";
import { t } from "../../i18n.js";
import { eventsOf } from "../../state.js";
import { Analysis } from "../after/analysis.js";
import { Chat } from "./chat.js";
import { Ending } from "../after/end.js";
import { info } from "./info.js";
import { Menu } from "./menu.js";
import { question } from "./question.js";
import { Replay } from "../after/replay.js";
import { tilesLeft } from "./left.js";

const TABS = ["log", "chat", "left", "more"];

export class Side {
  /** @param {import("../page.js").TablePage} page */
  constructor(page) {
    this.page = page;
    this.tab = "log";
    /** Whether the drawer is open, where there is no room beside the board. */
    this.open = false;
    /** Whether the log is in sight: whoever turns to it sees the latest. */
    this.reading = false;
    this.log = /** @type {import("./log.js").Log} */ (h("bastide-log", { class: "page log", tabindex: "0", role: "region", aria: { label: t("table.log") } }));
    this.chat = new Chat(page);
    this.left = h("div", { class: "page left", role: "region", tabindex: "0", aria: { label: t("table.left") } });
    this.menu = new Menu(page);
    this.tabs = h("div", { class: "tabs", role: "tablist" });
    this.question = h("div", { class: "question" });
    this.info = h("div", { class: "info" });
    this.ending = new Ending(page);
    this.replay = new Replay(page);
    this.analysis = new Analysis(page);
    this.head = h("span", {});
    const close = h("button", { type: "button", class: "close", aria: { label: t("table.close") }, onclick: () => this.close() }, "×");
    this.element = h(
      "div",
      { class: "drawer" },
      this.tabs,
      h("div", { class: "pages" }, h("div", { class: "pages-head" }, this.head, close), this.log, this.chat.element, this.left, this.menu.element),
    );
    this.log.addEventListener("look", (event) => this.look(/** @type {CustomEvent} */ (event).detail));
  }

  /** @param {import("../model.js").TableModel} table */
  update(table) {
    this.attach();
    const { state } = table;
    if (!state) return;
    question(this.question, this.page);
    const unread = this.chat.unread(table, this.tab === "chat");
    const shown = TABS.filter((tab) => (tab === "chat" ? state.table.chat : tab === "left" ? state.view : true));
    if (!shown.includes(this.tab)) this.tab = "log";
    refresh(this.tabs, [this.tab, this.open, shown, unread, document.documentElement.lang], () => shown.map((tab) => this.tabButton(tab, unread)));
    this.element.classList.toggle("open", this.open);
    this.head.textContent = t(`table.${this.tab}`);
    const pages = { log: this.log, chat: this.chat.element, left: this.left, more: this.menu.element };
    for (const [name, page] of Object.entries(pages)) page.hidden = name !== this.tab;
    this.log.update(table);
    const read = this.tab === "log" && (this.open || this.log.clientHeight > 0);
    if (read && !this.reading) this.log.scrollTo({ top: this.log.scrollHeight });
    this.reading = read;
    this.chat.update(table);
    tilesLeft(this.left, table);
    this.menu.update(table);
    info(this.info, this.page);
    this.ending.update(table);
    this.replay.update(table);
    this.analysis.update(table);
  }

  /** What lies over the board is put there once. */
  attach() {
    if (this.question.isConnected) return;
    this.page.root.querySelector(".play")?.append(this.question, this.info, this.ending.element, this.analysis.element, this.replay.element);
  }

  /**
   * @param {string} tab
   * @param {number} unread
   */
  tabButton(tab, unread) {
    const on = tab === this.tab;
    const choose = () => {
      this.open = !(on && this.open);
      this.tab = tab;
      this.page.render();
    };
    return h(
      "button",
      { type: "button", role: "tab", class: on ? "on" : "", aria: { selected: on }, data: { key: tab }, onclick: choose },
      t(`table.${tab}`),
      tab === "chat" && unread > 0 && h("span", { class: "unread" }, String(unread)),
    );
  }

  /** @param {{x: number, y: number}[]} cells */
  look(cells) {
    const { board } = this.page;
    const [xs, ys] = [cells.map((cell) => cell.x), cells.map((cell) => cell.y)];
    const edges = { left: Math.min(...xs), right: Math.max(...xs), top: Math.max(...ys), bottom: Math.min(...ys) };
    if (!board.camera.sees(edges)) board.fit();
  }

  /** Tells of what is claimed, one after the other, to those who do not point at it. */
  async askNext() {
    const { table } = this.page;
    const asked = await table.ask({ survey: true }).catch(() => null);
    const features = asked?.survey?.features ?? [];
    const first = JSON.stringify(table.feature?.spots[0]);
    const at = features.findIndex((feature) => JSON.stringify(feature.spots[0]) === first);
    await table.pointOut(features[at + 1] ?? null);
    if (table.feature) this.look(table.feature.spots);
    const words = [...this.info.querySelectorAll("h2, p")].map((line) => line.textContent).join(". ");
    this.page.spoken.textContent = words || t("table.nothing-claimed");
  }

  /** Nothing lies over the board any more. */
  close() {
    this.open = false;
    this.page.render();
  }

  /** Closes what is open; whether anything was. */
  escape() {
    const { table } = this.page;
    if (table.feature) table.pointOut(null);
    else if (this.analysis.isOpen && table.past) this.analysis.close();
    else if (table.past && !table.isRecord) this.replay.leave();
    else if (this.open) this.close();
    else return false;
    return true;
  }

  /**
   * After a move, what is shown on wish is asked for again.
   * @param {import("../model.js").Moved} update
   */
  async after(update) {
    const { table } = this.page;
    if (!eventsOf(update.entry) || table.isTrial) return;
    if (table.feature) await table.pointOut(null);
    table.survey();
  }
}
