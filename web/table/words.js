// Events, places and choices in words.

import { t } from "../i18n.js";
import { eventsOf } from "../state.js";
import { role, segmentKind } from "./art.js";

/** @typedef {import("./seen.js").Seen} Table */
/** @typedef {import("../wire").Reason} Reason */
/** @typedef {{names: string, points: string}} Params who got how much */

/**
 * A line of the log, and the places it is about.
 * @typedef {{text: string, cells?: {x: number, y: number}[], spots?: {x: number, y: number, segment: number}[], kind?: string, seat?: number}} Line
 */

/** @param {{x: number, y: number}} cell */
export function placeWords({ x, y }) {
  const east = x === 0 ? "" : t(x > 0 ? "table.east" : "table.west", { n: Math.abs(x) });
  const north = y === 0 ? "" : t(y > 0 ? "table.north" : "table.south", { n: Math.abs(y) });
  return [east, north].filter(Boolean).join(", ") || t("table.middle");
}

/**
 * @param {Table} table
 * @param {{x: number, y: number, segment: number}} spot
 */
function kindAt(table, { x, y, segment }) {
  const laid = table.tileAt(x, y);
  return laid ? segmentKind(laid.tile, segment) : "field";
}

/**
 * An option of the figure step.
 * @param {import("./choice.js").Option} option
 * @param {Table} table
 */
export function roleWords(option, table) {
  const who = option.type === "deploy" ? role(option.figure, kindAt(table, option)) : option.type;
  if (option.type === "evict") {
    const piece = table.view.figures.find((p) => p.x === option.x && p.y === option.y && p.segment === option.segment);
    return t("table.evict", { name: piece ? table.nameOf(piece.seat) : "" });
  }
  return t(`role.${who}`);
}

/**
 * Names, joined as the language joins them.
 * @param {Table} table
 * @param {number[]} seats
 */
function names(table, seats) {
  return new Intl.ListFormat(document.documentElement.lang || "en", { type: "conjunction" }).format(seats.map((seat) => table.nameOf(seat)));
}

/** @param {number[]} points */
const winners = (points) => points.flatMap((n, seat) => (n > 0 ? [seat + 1] : []));

/**
 * An entry of the log in words.
 * @param {Table} table
 * @param {import("../wire").Entry} entry
 * @returns {Line[]}
 */
export function entryLines(table, entry) {
  const own = say(entryWords, table, entry);
  const events = (eventsOf(entry) ?? []).map((event) => eventLine(table, event));
  return [own, ...events].flatMap((line) => (line ? [line] : []));
}

/**
 * @template {{type: string}} T
 * @typedef {{[Type in T["type"]]?: (table: Table, what: Extract<T, {type: Type}>) => Line|null}} Words the words for each type
 */

/**
 * @template {{type: string}} T
 * @param {Words<T>} words
 * @param {Table} table
 * @param {T} what
 */
function say(words, table, what) {
  const own = /** @type {((table: Table, what: T) => Line|null)|undefined} */ (words[/** @type {T["type"]} */ (what.type)]);
  return own?.(table, what) ?? null;
}

/** @param {Table} table @param {number} seat */
const by = (table, seat) => ({ name: table.nameOf(seat) });

/** @type {Words<import("../wire").Entry>} */
const entryWords = {
  opened: () => ({ text: t("log.opened") }),
  sat: (table, { seat, name }) => ({ text: t("log.sat", { name }), seat }),
  stood: (_, { seat }) => ({ text: t("log.stood", { seat }) }),
  closed: () => ({ text: t("log.closed") }),
  continued: () => ({ text: t("log.continued") }),
  "called-off": () => ({ text: t("log.called-off") }),
  began: () => ({ text: t("log.began"), kind: "head" }),
  left: (table, { seat, why }) => ({ text: t(`log.left-${why}`, by(table, seat)), seat, kind: "head" }),
  asked: (table, { seat, proposal }) => ({ text: t(`log.asked-${proposal.type}`, { ...by(table, seat), other: "seat" in proposal ? table.nameOf(proposal.seat) : "" }), seat }),
  answered: (table, { seat, yes }) => ({ text: t(yes ? "log.agreed" : "log.refused", by(table, seat)), seat }),
  lapsed: () => ({ text: t("log.lapsed") }),
  ended: () => ({ text: t("log.ended"), kind: "head" }),
  "took-back": () => ({ text: t("log.took-back"), kind: "head" }),
  replaced: (table, { seat, computer }) => ({ text: t(computer ? "log.replaced" : "log.came-back", by(table, seat)), seat }),
  hinted: (table, { seat }) => ({ text: t("log.hinted", by(table, seat)), seat }),
  unsealed: () => ({ text: t("log.unsealed") }),
  rematch: () => ({ text: t("log.rematch") }),
};

/**
 * @param {Table} table
 * @param {import("../wire").Event} event
 * @returns {Line|null}
 */
export function eventLine(table, event) {
  return say(eventWords, table, event);
}

/** @param {{x: number, y: number}} event */
const here = ({ x, y }) => [{ x, y }];
/** @param {{x: number, y: number, segment: number}} event */
const spotOf = ({ x, y, segment }) => [{ x, y, segment }];

/** @type {Words<import("../wire").Event>} */
const eventWords = {
  "held-back": () => ({ text: t("event.held-back") }),
  removed: () => ({ text: t("event.removed") }),
  "set-aside": () => ({ text: t("event.set-aside") }),
  "put-back": (_, { count, from }) => (from === "hand" ? null : { text: t("event.put-back", { n: count }) }),
  placed: (table, event) => ({ text: t("event.placed", by(table, event.seat)), cells: here(event), seat: event.seat, kind: "turn" }),
  "extra-earned": (table, { seat }) => ({ text: t("event.extra-earned", by(table, seat)), seat }),
  "extra-began": (table, { seat }) => ({ text: t("event.extra-began", by(table, seat)), seat }),
  "dragon-came": (_, event) => ({ text: t("event.dragon-came"), cells: here(event) }),
  "dragon-woke": () => ({ text: t("event.dragon-woke") }),
  "dragon-moved": (table, event) => ({ text: t("event.dragon-moved", by(table, event.seat)), cells: here(event), seat: event.seat }),
  "dragon-rested": () => ({ text: t("event.dragon-rested") }),
  deployed: (table, event) => {
    const who = role(event.figure, kindAt(table, event));
    return { text: t(`event.deployed-${who}`, by(table, event.seat)), spots: spotOf(event), seat: event.seat };
  },
  "went-home": (table, event) => {
    const who = t(`role.${role(event.figure, kindAt(table, event))}`);
    return { text: t(`event.home-${event.why}`, { ...by(table, event.seat), role: who }), cells: here(event), seat: event.seat };
  },
  "fairy-moved": (table, event) => ({ text: t("event.fairy-moved", by(table, event.seat)), cells: here(event), seat: event.seat }),
  "fairy-alone": () => ({ text: t("event.fairy-alone") }),
  scored: (table, { reason, points }) => scoredLine(table, reason, points),
  "goods-taken": (table, { seat, good, count }) => ({ text: t("event.goods-taken", { ...by(table, seat), goods: t(`good.${good}`, { n: count }) }), seat }),
  retired: (table, { seat }) => ({ text: t("event.retired", by(table, seat)), seat }),
  now: (_, { phase }) => (phase.type === "over" ? { text: t(`event.over-${phase.ending}`), kind: "head" } : null),
};

/**
 * @param {Table} table
 * @param {import("../wire").Reason} reason
 * @param {number[]} points
 * @returns {Line}
 */
export function scoredLine(table, reason, points) {
  const won = winners(points);
  const most = Math.max(0, ...points);
  const params = { names: names(table, won), points: t("table.points", { n: most }) };
  const words = /** @type {(reason: Reason, params: Params) => Line} */ (scoredWords[reason.type]);
  return { ...words(reason, params), kind: "score", seat: won.length === 1 ? won[0] : undefined };
}

/** @type {{[Type in Reason["type"]]: (reason: Extract<Reason, {type: Type}>, params: Params) => Line}} */
const scoredWords = {
  feature: (reason, params) => {
    const tiles = t("table.tiles", { n: reason.cells.length });
    const key = `event.scored-${reason.kind}${reason.complete ? "" : "-open"}`;
    const pennants = reason.pennants ? t("table.with-pennants", { n: reason.pennants }) : "";
    return { text: t(params.names ? key : `${key}-nobody`, { ...params, tiles, pennants }), cells: reason.cells };
  },
  field: (reason, params) => ({
    text: t(params.names ? "event.scored-field" : "event.scored-field-nobody", { ...params, cities: t("table.cities", { n: reason.cities.length }) }),
    spots: [reason.spot, ...reason.cities],
  }),
  "farmed-city": (reason, params) => ({ text: t("event.scored-farmed-city", params), spots: [reason.city] }),
  "fairy-turn": (_, params) => ({ text: t("event.scored-fairy-turn", params) }),
  "fairy-bonus": (reason, params) => ({ text: t("event.scored-fairy-bonus", params), spots: [reason.spot] }),
  goods: (reason, params) => ({ text: t("event.scored-goods", { ...params, goods: t(`good.${reason.good}`, { n: 5 }) }) }),
};

/**
 * Where points were earned.
 * @param {import("../wire").Reason} reason
 * @returns {{x: number, y: number, segment?: number}|null}
 */
export function scoredPlace(reason) {
  if ("spot" in reason) return reason.spot;
  return "city" in reason ? reason.city : null;
}
