// @ts-check
// A table that is being thought up: what was chosen so far, and the request that it makes.

import { EDITIONS as WRITTEN_EDITIONS, KNOBS, LEVEL, SETS as WRITTEN_SETS } from "../vocabulary.js";
import { ABSENCE } from "./pace.js";
import { ownName } from "./tables.js";

/** @typedef {import("../wire").TileSet} TileSet */

/** @type {Record<TileSet, string[]>} the tiles of each set's picture, in the order of the page */
const PICTURES = {
  base: ["E/2", "B/0", "L/0", "J/1"],
  river: ["N/0", "river-05/3", "river-01/0", "river-08/2"],
  winter: ["winter-L/1", "Q/0", "winter-K/3", "winter-D/1"],
  traders: ["traders-12/2", "traders-02/3", "traders-01/1", "traders-08/0"],
  dragon: ["dragon-11/0", "R/3", "dragon-17/0", "dragon-25/1"],
};

/** The sets, with tiles, a picture and the parts that they bring. */
export const SETS = /** @type {TileSet[]} */ (Object.keys(PICTURES)).map((name) => ({ name, picture: PICTURES[name], ...WRITTEN_SETS[name] }));

/**
 * The knobs that change a set's rules, with their values, the default first.
 * @param {string} set
 * @returns {[string, readonly string[]][]}
 */
export function knobsOf(set) {
  return Object.entries(KNOBS).flatMap(([name, knob]) => (knob.set === set ? [[name, knob.values]] : []));
}

/** @type {Record<string, Record<string, string>>} where an edition differs from the defaults; a first game is today's rules without farmers */
export const EDITIONS = { ...Object.fromEntries(WRITTEN_EDITIONS.map(({ name, knobs }) => [name, knobs])), first: { farmers: "off" } };

/** The editions in the order of the page, today's first. */
export const EDITION_NAMES = [...WRITTEN_EDITIONS.map(({ name }) => name).reverse(), "first"];
const TODAYS = EDITION_NAMES[0];

const KEPT = "bastide.draft";
const COMPUTER = { type: "computer", name: "", player: LEVEL };

/**
 * @typedef {{ type: string, name: string, player: string }} SeatDraft
 * A bag of one's own: its tiles in the order in which they were put in, which is that of the game if they are arranged.
 * @typedef {{ use: boolean, tiles: string[], arranged: boolean }} OwnBag
 * @typedef {{ purpose: string, seats: SeatDraft[], sets: Record<string, number>, own: OwnBag, off: string[], edition: string, knobs: Record<string, string>,
 *   clock: { type: string, turn: number, game: number, increment: number }, absence: number, outOfTime: import("../wire").OutOfTime, takeBacks: boolean, hints: boolean | undefined, chat: boolean, public: boolean, title: string }} Draft
 */

/**
 * What was being thought up for this purpose, or a sensible beginning.
 * @param {string} purpose friends, device or computer
 * @returns {Draft}
 */
export function draftFor(purpose) {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? "null");
    if (kept?.purpose === purpose && kept.own && kept.absence) return kept;
  } catch {
    // What cannot be read is begun anew.
  }
  return {
    purpose,
    seats: seatsFor(purpose),
    sets: { base: 1 },
    own: { use: false, tiles: [], arranged: false },
    off: [],
    edition: TODAYS,
    knobs: {},
    clock: { type: "none", turn: 120, game: 900, increment: 10 },
    absence: ABSENCE,
    outOfTime: "retire",
    takeBacks: true,
    hints: undefined,
    chat: true,
    public: false,
    title: "",
  };
}

/** @param {string} purpose @returns {SeatDraft[]} */
function seatsFor(purpose) {
  const me = { type: "device", name: ownName(), player: LEVEL };
  const others = { friends: { ...COMPUTER, type: "open" }, device: { ...COMPUTER, type: "device" } };
  return [me, { ...(others[/** @type {"friends"} */ (purpose)] ?? COMPUTER) }];
}

/** @param {Draft} draft */
export function keepDraft(draft) {
  try {
    sessionStorage.setItem(KEPT, JSON.stringify(draft));
  } catch {
    // Then it lasts as long as the page.
  }
}

/** The table was made: the next one begins anew. */
export function forgetDraft() {
  try {
    sessionStorage.removeItem(KEPT);
  } catch {
    // Nothing was kept.
  }
}

/**
 * The value of a knob: chosen, else the edition's, else the default.
 * @param {Draft} draft
 * @param {string} name
 * @param {readonly string[]} values
 */
export function knobValue(draft, name, values) {
  return draft.knobs[name] ?? editionValue(draft, name, values);
}

/**
 * @param {Draft} draft
 * @param {string} name
 * @param {readonly string[]} values
 */
export function editionValue(draft, name, values) {
  return EDITIONS[draft.edition]?.[name] ?? values[0];
}

/**
 * How many tiles there are to play with.
 * @param {Draft} draft
 */
export function tilesOf(draft) {
  if (draft.own.use) return draft.own.tiles.length;
  return SETS.reduce((sum, set) => sum + set.tiles * (draft.sets[set.name] ?? 0), 0);
}

/**
 * How many of each kind an own bag holds.
 * @param {OwnBag} own
 */
export function bagOf({ tiles }) {
  /** @type {Record<string, number>} */
  const bag = {};
  for (const tile of tiles) bag[tile] = (bag[tile] ?? 0) + 1;
  return bag;
}

/**
 * The set that a kind of tile comes from.
 * @param {string} tile
 */
export function setOf(tile) {
  return tile.includes("-") ? tile.split("-")[0] : "base";
}

/**
 * The sets that are played with; the base game's rules always are.
 * @param {Draft} draft
 */
export function chosenSets(draft) {
  const chosen = draft.own.use ? draft.own.tiles.map(setOf) : SETS.map(({ name }) => name).filter((name) => draft.sets[name]);
  return [...new Set(["base", ...chosen])];
}

/**
 * The single rules that were chosen and matter in this game.
 * @param {Draft} draft
 */
export function ownRules(draft) {
  const known = chosenSets(draft).flatMap((set) => knobsOf(set).map(([name]) => name));
  return Object.fromEntries(Object.entries(draft.knobs).filter(([name]) => known.includes(name)));
}

/**
 * Whether the computer gives hints: as was chosen, else where one person plays against the computer only.
 * @param {Draft} draft
 */
export function hasHints(draft) {
  return draft.hints ?? draft.seats.filter((seat) => seat.type !== "computer").length === 1;
}

/**
 * The request.
 * @param {Draft} draft
 * @returns {import("../wire").NewTableSent}
 */
export function tableOf(draft) {
  const edition = draft.edition === "first" ? TODAYS : draft.edition;
  const knobs = { ...(draft.edition === "first" && EDITIONS.first), ...ownRules(draft) };
  const { own } = draft;
  const brought = own.use ? [] : SETS.filter((set) => draft.sets[set.name]).flatMap((set) => /** @type {readonly string[]} */ (set.parts));
  const tiles = own.use ? { bag: bagOf(own), ...(own.arranged && { arranged: own.tiles }) } : { sets: draft.sets };
  const parts = Object.fromEntries(draft.off.filter((part) => brought.includes(part)).map((part) => [part, false]));
  return {
    setup: { seats: draft.seats.length, ...tiles, edition, knobs, parts },
    seats: draft.seats.map(seatPlan),
    clock: clockOf(draft),
    ...(draft.clock.type === "none" && { absence: draft.absence }),
    out_of_time: draft.outOfTime,
    take_backs: draft.takeBacks && !draft.public,
    hints: hasHints(draft),
    chat: draft.chat,
    public: draft.public,
    title: draft.title.trim(),
  };
}

/**
 * Who has no name is called by a number, in the language of whoever looks.
 * @param {SeatDraft} seat
 * @returns {import("../wire").SeatPlan}
 */
function seatPlan(seat) {
  if (seat.type === "open") return { type: "open" };
  if (seat.type === "computer") return { type: "computer", player: seat.player };
  return { type: "device", name: seat.name.trim() };
}

/** @param {Draft} draft @returns {import("../wire").Clock} */
function clockOf({ clock }) {
  if (clock.type === "turn") return { type: "turn", seconds: clock.turn };
  if (clock.type === "game") return { type: "game", seconds: clock.game, increment: clock.increment };
  return { type: "none" };
}
