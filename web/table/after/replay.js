// Stepping through a game: the views before and after each move, as the fold of the log.

import { h, refresh } from "../../dom.js";
import { t } from "../../i18n.js";
import { applyEvent } from "../../state.js";
import { share } from "../panels/share.js";

/** @typedef {{seat: number|null, inputs: import("../../wire").Input[], events: import("../../wire").Event[], entries: number}} Move who made it, and how many entries the log had after it */

/** Whether a seat did it in its turn. @param {import("../../wire").Input} input */
export const isAct = ({ type }) => !["draw", "retire", "end-now"].includes(type);

/**
 * How many turns some moves are, counted as an analysis counts them: a turn is what a seat does in one go, and a tile that
 * is drawn begins another.
 * @param {Move[]} moves
 */
export function turnsOf(moves) {
  let turns = 0;
  /** @type {number|null} */
  let acting = null;
  for (const { seat, inputs } of moves) {
    for (const input of inputs) {
      if (isAct(input) && acting !== seat) turns++;
      acting = isAct(input) ? seat : null;
    }
  }
  return turns;
}

export class Replay {
  /** @param {import("../page.js").TablePage} page */
  constructor(page) {
    this.page = page;
    this.element = h("div", { class: "replay", hidden: true });
    /** @type {Move[]} */
    this.moves = [];
    this.at = 0;
  }

  /** The moves of the game as it was played in the end: what was taken back is left out. */
  collect() {
    /** @type {Move[]} */
    const moves = [];
    let inputs = 0;
    for (const [n, { entry }] of this.page.live.log.entries()) {
      if (entry.type === "took-back") {
        while (moves.length && inputs > entry.inputs) inputs -= moves.pop()?.inputs.length ?? 0;
      } else if ("events" in entry) {
        moves.push({ seat: "seat" in entry ? entry.seat : null, inputs: entry.inputs, events: entry.events, entries: n + 1 });
        inputs += entry.inputs.length;
      }
    }
    return moves;
  }

  /**
   * @param {number} [at] so many moves have been made; all of them if nothing is said
   * @returns {Promise<boolean>} whether there is anything to see
   */
  async open(at) {
    const { live } = this.page;
    const start = await live.loadStart().catch((/** @type {unknown} */ error) => live.complain(error));
    if (!start || this.page.gone) return false;
    this.moves = this.collect();
    this.page.side.open = false;
    this.go(at ?? this.moves.length);
    return true;
  }

  /** What the board was like after so many moves. @param {number} count */
  view(count) {
    const view = structuredClone(/** @type {import("../../wire").View} */ (this.page.live.start));
    for (const { events } of this.moves.slice(0, count)) for (const event of events) applyEvent(view, event);
    return view;
  }

  /** @param {number} at so many moves have been made */
  go(at) {
    const { live } = this.page;
    this.at = Math.max(0, Math.min(this.moves.length, at));
    if (!live.start) return;
    const view = this.view(this.at);
    const past = { at: this.at, view, inputs: this.before().reduce((sum, { inputs }) => sum + inputs.length, 0), entries: this.entries() };
    history.replaceState(null, "", `#${this.at}`);
    live.lookBack(past, this.page.side.analysis.moved(past));
    live.survey();
  }

  /**
   * After how many moves the game had had so many inputs.
   * @param {number} inputs
   */
  after(inputs) {
    let had = 0;
    const at = this.moves.findIndex((move) => (had += move.inputs.length) >= inputs);
    return inputs === 0 ? 0 : at < 0 ? this.moves.length : at + 1;
  }

  /** The moves up to the one on show. */
  before() {
    return this.moves.slice(0, this.at);
  }

  /** How far the log had come: all of it after the last move, and before the first what led to the game. */
  entries() {
    if (this.at === this.moves.length) return this.page.live.log.length;
    return this.before().at(-1)?.entries ?? this.moves[0].entries - 1;
  }

  /** Opens a board of one's own here, or where the game stands. */
  async tryHere() {
    if (!this.page.live.past) {
      this.moves = this.collect();
      this.at = this.moves.length;
    }
    this.page.side.open = false;
    await this.page.trial.open(this.before());
  }

  /** A link may lead to a move. */
  async follow() {
    const move = /^#(\d+)$/.exec(location.hash);
    const { live } = this.page;
    if (!live.state?.view || (await this.page.trial.resume()) || !(move || live.isRecord)) return;
    await this.open();
    if (move) this.go(Number(move[1]));
  }

  leave() {
    const { live } = this.page;
    // Of a record there is nothing but its past.
    if (live.isRecord) return;
    this.page.side.analysis.leave();
    history.replaceState(null, "", location.pathname);
    live.lookNow();
    live.survey();
  }

  /** @param {import("../model.js").TableModel} table */
  update(table) {
    this.element.hidden = !table.past;
    refresh(
      this.element,
      [table.past?.at, this.moves.length, this.page.side.analysis.isOpen, this.page.side.analysis.may, document.documentElement.lang],
      () => (table.past ? this.build() : []),
    );
  }

  analyse() {
    const { analysis } = this.page.side;
    return (
      analysis.may &&
      !analysis.isOpen &&
      h(
        "button",
        { type: "button", class: this.page.live.isRecord ? "primary" : "", data: { key: "analyse" }, onclick: () => analysis.open() },
        t("analysis.open"),
      )
    );
  }

  build() {
    const all = this.moves.length;
    const n = turnsOf(this.before());
    const words = t(n ? "table.replay-at" : "table.replay-start", { n, all: turnsOf(this.moves) });
    const button = (/** @type {string} */ sign, /** @type {string} */ key, /** @type {number} */ to) =>
      h("button", { type: "button", aria: { label: t(key) }, data: { key }, onclick: () => this.go(to) }, sign);
    const slider = h("input", {
      type: "range",
      min: "0",
      max: String(all),
      value: String(this.at),
      aria: { label: t("table.replay"), valuetext: words },
      data: { key: "slider" },
      oninput: (/** @type {Event} */ event) => this.go(Number(/** @type {HTMLInputElement} */ (event.target).value)),
    });
    return [
      button("«", "table.replay-first", 0),
      button("‹", "table.previous", this.at - 1),
      slider,
      button("›", "table.next", this.at + 1),
      button("»", "table.replay-last", all),
      h("span", { class: "at" }, words),
      h("button", { type: "button", data: { key: "try" }, onclick: () => this.tryHere() }, t("trial.here")),
      ...(this.page.live.isRecord
        ? [this.analyse()]
        : [
            h("button", { type: "button", data: { key: "share" }, onclick: () => share(this.page) }, t("share.here")),
            this.analyse(),
            h("button", { type: "button", class: "primary", data: { key: "live" }, onclick: () => this.leave() }, t("table.replay-live")),
          ]),
    ];
  }
}
