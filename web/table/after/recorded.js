// A game from a record that somebody brought along: like a table at which everything has happened already.

import { post } from "../../api.js";
import { has, t } from "../../i18n.js";
import { applyEvent } from "../../state.js";
import { TableModel } from "../model.js";

/** @typedef {import("../../wire").RecordRead} RecordRead */

export class Recorded extends TableModel {
  /**
   * @param {string} record its text
   * @param {RecordRead} read what the server made of it
   * @param {(update: any) => Promise<void>|void} shown
   * @param {number} games how many the text had that it comes from
   */
  constructor(record, read, shown, games) {
    super("record", shown);
    this.record = record;
    const view = structuredClone(read.start);
    for (const { events } of read.moves) for (const event of events) applyEvent(view, event);
    const inputs = read.moves.reduce((sum, { inputs }) => sum + inputs.length, 0);
    this.write({
      games,
      status: "open",
      start: read.start,
      log: read.moves.map((move, n) => ({ version: n + 1, at: 0, entry: entryOf(move, n) })),
      state: stateOf(read, view),
      past: { at: read.moves.length, view, inputs, entries: read.moves.length },
    });
  }

  get isRecord() {
    return true;
  }

  async loadStart() {
    return this.start;
  }

  /** @param {import("../../wire").TryAsked} asked */
  inquire(asked) {
    return post("/api/records/try", { record: this.record, asked });
  }

  study() {
    return { path: "/api/records/analysis", body: { record: this.record } };
  }

  /** Nobody plays any more. */
  own() {
    return [];
  }

  mine() {
    return null;
  }
}

/**
 * What a table would have logged.
 * @param {import("../../wire").RecordMove} move
 * @param {number} n
 * @returns {import("../../wire").Entry}
 */
function entryOf({ seat, inputs, events }, n) {
  if (n === 0 && seat === null) return { type: "began", inputs, events };
  if (seat === null) return { type: "ended", inputs, events };
  return inputs[0]?.type === "retire"
    ? { type: "left", seat, why: "resigned", inputs, events, clocks: [] }
    : { type: "played", seat, inputs, events, clocks: [] };
}

/**
 * A seat as a record names it. The computer has the name of its player there, or as the terminal writes it:
 * `Blue (computer, level-5)`.
 * @param {string|null} name
 * @param {number} n
 * @returns {import("../../wire").TableSeat}
 */
export function chairOf(name, n) {
  const player = name && (/ \(computer, ([\w-]+)\)$/.exec(name)?.[1] ?? name);
  if (player && has(`player.${player}`)) return { name: player, device: null, computer: player };
  return { name: name || t("seat.number", { n: n + 1 }), device: null, computer: null };
}

/**
 * @param {RecordRead} read
 * @param {import("../../wire").View} view
 * @returns {import("../../state.js").State}
 */
function stateOf({ setup, names, moves, now, taken_back }, view) {
  const seats = names.map(chairOf);
  /** @type {import("../../wire").NewTable} */
  const table = { setup, seats: [], clock: { type: "none" }, out_of_time: "retire", take_backs: false, hints: false, chat: false, public: false, title: "" };
  return { version: moves.length, at: 0, table, seats, view, now, asked: null, said: [], rematch: null, taken_back, deal: null, calledOff: [] };
}
