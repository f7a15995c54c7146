// What can be seen of a table, as the fold of what the server tells. Nothing here knows a rule of the game.

/**
 * @typedef {import("./wire").Entry} Entry
 * @typedef {import("./wire").Event} Event
 * @typedef {import("./wire").Snapshot} Snapshot
 * @typedef {import("./wire").Update} Update
 * @typedef {import("./wire").View} View
 * @typedef {Record<string, number>} Tally
 *
 * How far a deal has come; `number` counts those that were called off before, too.
 * @typedef {{number: number, digest: string, server: string, hashes: [number, string][], revealed: number[]}} DealSoFar
 *
 * A start that came to nothing, and the devices that did not answer.
 * @typedef {{devices: number[]}} CalledOff
 *
 * A table as it is seen. Before the game begins there is no view; whoever asks for it has asked for the stage before.
 * @typedef {Omit<Snapshot, "deal"|"view"> & {view: View, deal: DealSoFar|null, calledOff: CalledOff[]}} State
 */

/**
 * @template {{type: string}} T
 * @template S
 * @typedef {{[Type in T["type"]]: (state: S, what: Extract<T, {type: Type}>) => void}} Folds how each type is taken in
 */

/**
 * @param {Snapshot} snapshot
 * @returns {State}
 */
export function fromSnapshot(snapshot) {
  const { version, at, table, seats, now, asked, said, muted, rematch, taken_back } = snapshot;
  return { version, at, table, seats, view: /** @type {View} */ (snapshot.view), now, asked, said, muted, rematch, taken_back, deal: null, calledOff: [] };
}

/**
 * What happened in the game by an entry; nothing if it is not about the game.
 * @param {Entry} entry
 * @returns {Event[]|undefined}
 */
export function eventsOf(entry) {
  return "events" in entry ? entry.events : undefined;
}

/** @type {Entry["type"][]} after these everything is asked for anew */
const ANEW = ["took-back", "replaced", "continued", "dropped"];

/**
 * Whether an entry can be folded into a state; if not, a snapshot is needed.
 * @param {State} state
 * @param {Update} update
 */
export function follows(state, update) {
  const begins = update.entry.type === "began" && !state.view;
  return update.version === state.version + 1 && !ANEW.includes(update.entry.type) && !begins;
}

/**
 * Takes in one more version.
 * @param {State} state
 * @param {Update} update
 */
export function apply(state, update) {
  const { entry } = update;
  fold(entries, state, entry);
  for (const event of eventsOf(entry) ?? []) applyEvent(state.view, event);
  state.now = update.now;
  state.version = update.version;
  state.at = update.at;
}

/**
 * @template {{type: string}} T
 * @template S
 * @param {Folds<T, S>} folds
 * @param {S} state
 * @param {T} what
 */
function fold(folds, state, what) {
  const own = /** @type {(state: S, what: T) => void} */ (folds[/** @type {T["type"]} */ (what.type)]);
  own(state, what);
}

/** What changes nothing here, or is followed by everything anew. */
const nothing = () => {};

/** @type {Folds<Entry, State>} */
const entries = {
  opened: nothing,
  sat: (state, { seat, device, name }) => Object.assign(state.seats[seat - 1], { device, name }),
  stood: (state, { seat }) => Object.assign(state.seats[seat - 1], { device: null, name: null, computer: null }),
  given: (state, { seat, player }) => Object.assign(state.seats[seat - 1], { name: player, computer: player }),
  dropped: nothing,
  continued: nothing,
  closed: nothing,
  dealing: (state, { digest, server }) => (state.deal = { number: state.calledOff.length + 1, digest, server, hashes: [], revealed: [] }),
  committed: (state, { device, hash }) => void state.deal?.hashes.push([device, hash]),
  revealed: (state, { device }) => void state.deal?.revealed.push(device),
  "called-off": (state, { devices }) => {
    state.deal = null;
    state.calledOff.push({ devices });
  },
  began: nothing,
  played: (state) => (state.asked = null),
  left: (state) => (state.asked = null),
  ended: (state) => (state.asked = null),
  asked: (state, { seat, proposal }) => (state.asked = [seat, proposal, []]),
  answered: (state, { seat, yes }) => {
    if (yes) state.asked?.[2].push(seat);
    else state.asked = null;
  },
  lapsed: (state) => (state.asked = null),
  "took-back": nothing,
  forgiven: nothing,
  replaced: nothing,
  hinted: nothing,
  said: (state, { seat, text }) => void state.said.push([seat, text]),
  muted: (state, { device, muted }) => (state.muted = [...(state.muted ?? []).filter((other) => other !== device), ...(muted ? [device] : [])]),
  unsealed: nothing,
  rematch: (state, { game }) => (state.rematch = game),
};

/**
 * Takes in what the log tells of the deals.
 * @param {State} state
 * @param {readonly import("./wire").LogLine[]} log
 */
export function foldDeals(state, log) {
  for (const { entry } of log) {
    if (["dealing", "committed", "revealed", "called-off"].includes(entry.type)) fold(entries, state, entry);
  }
}

/**
 * Takes one event into a view of the game.
 * @param {View} view
 * @param {Event} event
 */
export function applyEvent(view, event) {
  fold(events, view, event);
}

/** @type {Folds<Event, View>} */
const events = {
  "turn-began": (view, { seat }) => Object.assign(view, { turn: seat, extra: "no" }),
  drew: (view, { tile }) => {
    take(view.left, tile, 1);
    view.hand = tile;
  },
  "held-back": (view, { tile }) => {
    view.hand = null;
    add(view.held, tile, 1);
  },
  "set-aside": (view, { tile }) => {
    view.hand = null;
    add(view.aside, tile, 1);
  },
  removed: (view, { tile }) => {
    view.hand = null;
    add(view.removed, tile, 1);
  },
  "put-back": (view, { tile, count, from }) => {
    if (from === "hand") view.hand = null;
    else take(view[from], tile, count);
    add(view.left, tile, count);
  },
  placed: (view, { tile, x, y, rotation }) => {
    view.hand = null;
    view.tiles.push({ tile, x, y, rotation });
  },
  "extra-earned": (view) => (view.extra = "earned"),
  "extra-began": (view) => (view.extra = "second"),
  "dragon-came": (view, { x, y }) => (view.dragon = { x, y }),
  "dragon-woke": (view) => void (view.dragon && view.visited.push(view.dragon)),
  "dragon-moved": (view, { x, y }) => {
    view.dragon = { x, y };
    view.visited.push(view.dragon);
  },
  "dragon-rested": (view) => (view.visited = []),
  deployed: (view, { seat, figure, x, y, segment }) => {
    view.figures.push({ seat, figure, x, y, segment });
    view.seats[seat - 1].supply[figure] -= 1;
  },
  "went-home": (view, { seat, figure, x, y, segment }) => {
    const gone = view.figures.findIndex((p) => p.seat === seat && p.figure === figure && p.x === x && p.y === y && p.segment === segment);
    if (gone >= 0) view.figures.splice(gone, 1);
    view.seats[seat - 1].supply[figure] += 1;
  },
  "fairy-moved": (view, { x, y, segment }) => (view.fairy = { x, y, segment }),
  "fairy-alone": (view) => void (view.fairy && (view.fairy.segment = null)),
  scored: (view, { points }) => points.forEach((n, seat) => (view.seats[seat].score += n)),
  "goods-taken": (view, { seat, good, count }) => (view.seats[seat - 1].goods[good] += count),
  retired: (view, { seat }) => (view.seats[seat - 1].retired = true),
  now: (view, { phase }) => (view.phase = phase),
};

/**
 * @param {Tally} tally
 * @param {string} tile
 * @param {number} count
 */
function add(tally, tile, count) {
  if (count > 0) tally[tile] = (tally[tile] ?? 0) + count;
}

/**
 * @param {Tally} tally
 * @param {string} tile
 * @param {number} count
 */
function take(tally, tile, count) {
  const rest = (tally[tile] ?? 0) - count;
  if (rest > 0) tally[tile] = rest;
  else delete tally[tile];
}
