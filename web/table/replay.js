// Stepping through a game: the views before and after each move, as the fold of the log.

import { h, refresh } from "../dom.js";
import { t } from "../i18n.js";
import { applyEvent } from "../state.js";

export class Replay {
  /** @param {import("./page.js").TablePage} page */
  constructor(page) {
    this.page = page;
    this.element = h("div", { class: "replay", hidden: true });
    /** @type {import("../wire").Event[][]} the events of each move */
    this.moves = [];
    this.at = 0;
  }

  /** The moves of the game as it was played in the end: what was taken back is left out. */
  collect() {
    /** @type {{inputs: number, events: import("../wire").Event[]}[]} */
    const moves = [];
    let inputs = 0;
    for (const { entry } of this.page.table.log) {
      if (entry.type === "took-back") {
        while (moves.length && inputs > entry.inputs) inputs -= moves.pop()?.inputs ?? 0;
      } else if ("events" in entry) {
        moves.push({ inputs: entry.inputs.length, events: entry.events });
        inputs += entry.inputs.length;
      }
    }
    return moves.map((move) => move.events);
  }

  async open() {
    await this.page.table.loadStart();
    this.moves = this.collect();
    this.go(this.moves.length);
  }

  /** @param {number} at so many moves have been made */
  go(at) {
    const { table } = this.page;
    this.at = Math.max(0, Math.min(this.moves.length, at));
    if (!table.start) return;
    const view = structuredClone(table.start);
    for (const events of this.moves.slice(0, this.at)) for (const event of events) applyEvent(view, event);
    table.past = { at: this.at, view };
    history.replaceState(null, "", `#${this.at}`);
    table.lit = { cells: view.tiles.slice(-1), spots: [] };
    table.change();
  }

  /** A link may lead to a move. */
  async follow() {
    const move = /^#(\d+)$/.exec(location.hash);
    if (!move || !this.page.table.state?.view) return;
    await this.open();
    this.go(Number(move[1]));
  }

  leave() {
    const { table } = this.page;
    table.past = null;
    history.replaceState(null, "", location.pathname);
    table.lit = { cells: [], spots: [] };
    table.change();
  }

  /** @param {import("./controller.js").Controller} table */
  update(table) {
    this.element.hidden = !table.past;
    refresh(this.element, [table.past?.at, this.moves.length, document.documentElement.lang], () => (table.past ? this.build() : []));
  }

  build() {
    const all = this.moves.length;
    const words = t("table.replay-at", { n: this.at, all });
    const button = (/** @type {string} */ sign, /** @type {string} */ key, /** @type {number} */ to) => h("button", { type: "button", aria: { label: t(key) }, data: { key }, onclick: () => this.go(to) }, sign);
    const slider = h("input", { type: "range", min: "0", max: String(all), value: String(this.at), aria: { label: t("table.replay"), valuetext: words }, data: { key: "slider" }, oninput: (/** @type {Event} */ event) => this.go(Number(/** @type {HTMLInputElement} */ (event.target).value)) });
    return [button("«", "table.replay-first", 0), button("‹", "table.previous", this.at - 1), slider, button("›", "table.next", this.at + 1), button("»", "table.replay-last", all), h("span", { class: "at" }, words), h("button", { type: "button", class: "primary", data: { key: "live" }, onclick: () => this.leave() }, t("table.replay-live"))];
  }
}
