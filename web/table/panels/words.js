// Events, places and choices in words.

import { t } from "../../i18n.js";
import { never } from "../../never.js";
import { eventsOf } from "../../state.js";
import { role, segmentKind, tileKinds } from "../board/art.js";
import { scoredLine } from "./scored.js";

/** @typedef {import("../model.js").TableModel} Table */

/**
 * A line of the log, and the places it is about.
 * @typedef {{text: string, tile?: import("../../wire").Laid, cells?: {x: number, y: number}[], spots?: {x: number, y: number, segment: number}[], kind?: string, seat?: number}} Line
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
 * @param {import("../play/choice.js").Option} option
 * @param {Table} table
 */
export function roleWords(option, table) {
  switch (option.type) {
    case "deploy":
      return t(`role.${role(option.figure, kindAt(table, option))}`);
    case "fairy":
      return t("role.fairy");
    case "evict": {
      const piece = table.view.figures.find((p) => p.x === option.x && p.y === option.y && p.segment === option.segment);
      return t("table.evict", { name: piece ? table.nameOf(piece.seat) : "" });
    }
    default:
      return never(option);
  }
}

/**
 * Things, joined as the language joins them.
 * @param {string[]} things
 */
function list(things) {
  return new Intl.ListFormat(document.documentElement.lang || "en", { type: "conjunction" }).format(things);
}

/**
 * An entry of the log in words.
 * @param {Table} table
 * @param {import("../../wire").Entry} entry
 * @returns {Line[]}
 */
export function entryLines(table, entry) {
  const own = say(entryWords, table, entry);
  return [...(own ? [own] : []), ...eventLines(table, eventsOf(entry) ?? [])];
}

/**
 * What happened in words: a tile and the figure that goes with it are one line, and so are points and those who go home
 * for them.
 * @param {Table} table
 * @param {import("../../wire").Event[]} events
 */
export function eventLines(table, events) {
  /** @type {Line[]} */
  const lines = [];
  for (const [n, event] of events.entries()) {
    const last = lines.at(-1);
    if (event.type === "placed") lines.push(placedLine(table, event, figureAfter(events, n)));
    else if (isFigure(event) && events.slice(0, n).some(({ type }) => type === "placed")) continue;
    else if (isHome(event) && isHome(events[n - 1])) continue;
    else if (isHome(event) && last?.kind === "score") last.text += ` ${homeWords(table, events, n)}`;
    else if (isHome(event)) lines.push({ text: homeWords(table, events, n), cells: here(event), seat: event.seat });
    else lines.push(...[say(eventWords, table, event)].flatMap((line) => (line ? [line] : [])));
  }
  return lines;
}

/**
 * @typedef {import("../../wire").Event} Event
 * @typedef {Extract<Event, {type: "deployed"|"fairy-moved"}>} FigureEvent
 */

/** @param {Event} event @returns {event is FigureEvent} */
const isFigure = (event) => event.type === "deployed" || event.type === "fairy-moved";

/** Whether a figure goes home for its points. @param {Event|undefined} event @returns {event is Extract<Event, {type: "went-home"}>} */
const isHome = (event) => event?.type === "went-home" && event.why === "scored";

/**
 * What was done with a figure on the tile just laid.
 * @param {Event[]} events
 * @param {number} placed
 */
function figureAfter(events, placed) {
  const rest = events.slice(placed + 1);
  const next = rest.findIndex(({ type }) => type === "placed");
  return (next < 0 ? rest : rest.slice(0, next)).find(isFigure);
}

/**
 * @param {Table} table
 * @param {Extract<Event, {type: "placed"}>} event
 * @param {FigureEvent|undefined} figure
 * @returns {Line}
 */
function placedLine(table, event, figure) {
  const who = figure?.type === "deployed" ? role(figure.figure, kindAt(table, figure)) : "fairy";
  const then = figure ? t(`event.then-${who}`) : "";
  const spots = figure?.type === "deployed" ? spotOf(figure) : [];
  const { tile, x, y, rotation } = event;
  return {
    text: t("event.placed", { ...by(table, event.seat), what: tileWords(tile), then }),
    tile: { tile, x, y, rotation },
    cells: here(event),
    spots,
    seat: event.seat,
    kind: "turn",
  };
}

/**
 * What is to be seen on a tile.
 * @param {string} tile
 */
function tileWords(tile) {
  const kinds = tileKinds(tile);
  const count = (/** @type {string} */ kind) => kinds.filter((one) => one === kind).length;
  const river = tile.startsWith("river-") ? [t("event.tile-river")] : [];
  const things = ["city", "road", "monastery"].flatMap((kind) => (count(kind) ? [t(`event.tile-${kind}`, { n: count(kind) })] : []));
  return list([...things, ...river].length ? [...things, ...river] : [t("event.tile-field")]);
}

/**
 * Those who go home one after the other, each owner's figures of a kind together.
 * @param {Table} table
 * @param {Event[]} events
 * @param {number} from
 */
function homeWords(table, events, from) {
  /** @type {Map<string, {seat: number, who: string, n: number}>} */
  const homes = new Map();
  for (let at = from; isHome(events[at]); at++) {
    const event = /** @type {Extract<Event, {type: "went-home"}>} */ (events[at]);
    const who = role(event.figure, kindAt(table, event));
    const key = `${event.seat} ${who}`;
    homes.set(key, { seat: event.seat, who, n: (homes.get(key)?.n ?? 0) + 1 });
  }
  return [...homes.values()].map(({ seat, who, n }) => t(`event.home-scored-${who}`, { ...by(table, seat), n })).join(" ");
}

/**
 * @template {{type: string}} T
 * @typedef {{[Type in T["type"]]: (table: Table, what: Extract<T, {type: Type}>) => Line|null}} Words the words for each type
 */

/**
 * @template {{type: string}} T
 * @param {Words<T>} words
 * @param {Table} table
 * @param {T} what
 */
function say(words, table, what) {
  const own = /** @type {(table: Table, what: T) => Line|null} */ (words[/** @type {T["type"]} */ (what.type)]);
  return own(table, what);
}

/** @param {Table} table @param {number} seat */
const by = (table, seat) => ({ name: table.nameOf(seat) });

/** @param {string[]} names */
const listed = (names) => new Intl.ListFormat(document.documentElement.lang || "en").format(names);

/** What is shown, or told elsewhere. */
const silent = () => null;

/** @type {Words<import("../../wire").Entry>} */
const entryWords = {
  opened: () => ({ text: t("log.opened") }),
  sat: (table, { seat, name }) => ({ text: t("log.sat", { name }), seat }),
  stood: (_, { seat }) => ({ text: t("log.stood", { seat }) }),
  given: (_, { seat }) => ({ text: t("log.given", { seat }) }),
  dropped: (_, { seat }) => ({ text: t("log.dropped", { seat }) }),
  closed: (_, { by_host: byHost }) => ({ text: t(byHost ? "log.closed-by-host" : "log.closed") }),
  continued: () => ({ text: t("log.continued") }),
  dealing: silent,
  committed: silent,
  revealed: silent,
  "called-off": (table, { devices }) => ({ text: t("log.called-off", { names: listed(devices.map((device) => table.namesAt(device))) }) }),
  began: () => ({ text: t("log.began"), kind: "head" }),
  played: silent,
  left: (table, { seat, why }) => ({ text: t(`log.left-${why}`, by(table, seat)), seat, kind: "head" }),
  asked: (table, { seat, proposal }) => ({
    text: t(`log.asked-${proposal.type}`, { ...by(table, seat), other: "seat" in proposal ? table.nameOf(proposal.seat) : "" }),
    seat,
  }),
  answered: (table, { seat, yes }) => ({ text: t(yes ? "log.agreed" : "log.refused", by(table, seat)), seat }),
  forgiven: silent,
  lapsed: () => ({ text: t("log.lapsed") }),
  ended: () => ({ text: t("log.ended"), kind: "head" }),
  "took-back": () => ({ text: t("log.took-back"), kind: "head" }),
  replaced: (table, { seat, computer }) => ({ text: t(computer ? "log.replaced" : "log.came-back", by(table, seat)), seat }),
  said: silent,
  hinted: (table, { seat }) => ({ text: t("log.hinted", by(table, seat)), seat }),
  muted: (table, { device, muted }) => ({ text: t(muted ? "log.muted" : "log.unmuted", { name: table.namesAt(device) }) }),
  unsealed: () => ({ text: t("log.unsealed") }),
  rematch: () => ({ text: t("log.rematch") }),
};

/** @param {{x: number, y: number}} event */
const here = ({ x, y }) => [{ x, y }];
/** @param {{x: number, y: number, segment: number}} event */
const spotOf = ({ x, y, segment }) => [{ x, y, segment }];

/** @type {Words<import("../../wire").Event>} */
const eventWords = {
  "turn-began": silent,
  drew: silent,
  "held-back": () => ({ text: t("event.held-back") }),
  removed: () => ({ text: t("event.removed") }),
  "set-aside": () => ({ text: t("event.set-aside") }),
  "put-back": (_, { count, from }) => (from === "hand" ? null : { text: t("event.put-back", { n: count }) }),
  placed: (table, event) => placedLine(table, event, undefined),
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
    const key = event.why === "evicted" ? "event.home-evicted" : `event.home-${event.why}-${role(event.figure, kindAt(table, event))}`;
    return { text: t(key, by(table, event.seat)), cells: here(event), seat: event.seat };
  },
  "fairy-moved": (table, event) => ({ text: t("event.fairy-moved", by(table, event.seat)), cells: here(event), seat: event.seat }),
  "fairy-alone": () => ({ text: t("event.fairy-alone") }),
  scored: (table, { reason, points }) => scoredLine(table, reason, points),
  "goods-taken": (table, { seat, good, count }) => ({ text: t("event.goods-taken", { ...by(table, seat), goods: t(`good.${good}`, { n: count }) }), seat }),
  retired: (table, { seat }) => ({ text: t("event.retired", by(table, seat)), seat }),
  now: (_, { phase }) => (phase.type === "over" ? { text: t(`event.over-${phase.ending}`), kind: "head" } : null),
};
