// @ts-check
// The words that the engine, the server and the page share. Written by
// `UPDATE=1 cargo test -p server --test vocabulary`; do not edit.

/** The sets: how many tiles a box has, and which parts it brings. */
export const SETS = Object.freeze(/** @type {const} */ ({
  "base": { "tiles": 72, "parts": [] },
  "winter": { "tiles": 12, "parts": [] },
  "river": { "tiles": 12, "parts": [] },
  "traders": { "tiles": 24, "parts": ["goods", "builder", "pig"] },
  "dragon": { "tiles": 30, "parts": ["dragon", "fairy", "princess", "portal"] },
}));

/** The parts that can be switched off. */
export const PARTS = Object.freeze(/** @type {const} */ (["goods", "builder", "pig", "dragon", "fairy", "princess", "portal"]));

/** The knobs: the set whose rules they change, and their values, the default first. */
export const KNOBS = Object.freeze(/** @type {const} */ ({
  "field": { "set": "base", "values": ["per-field", "per-field-once", "per-city"] },
  "tiny": { "set": "base", "values": ["full", "half"] },
  "unfit": { "set": "base", "values": ["remove", "return"] },
  "farmers": { "set": "base", "values": ["on", "off"] },
  "river-turns": { "set": "river", "values": ["tight", "ever", "reserve"] },
  "river-start-tile": { "set": "river", "values": ["removed", "shuffled"] },
  "extra-tile": { "set": "traders", "values": ["always", "may"] },
  "dragon-moves": { "set": "dragon", "values": ["before-scoring", "after-scoring"] },
  "princess": { "set": "dragon", "values": ["may", "must"] },
  "fairy": { "set": "dragon", "values": ["beside", "on-tile"] },
}));

/** The editions, the oldest first: where they differ from the knobs' defaults. */
export const EDITIONS = Object.freeze(/** @type {const} */ ([
  { "name": "classic", "knobs": { "field": "per-city", "tiny": "half", "unfit": "return" } },
  { "name": "2007", "knobs": { "field": "per-city" } },
  { "name": "modern", "knobs": {  } },
]));

/** The figures. */
export const FIGURES = Object.freeze(/** @type {const} */ (["follower", "builder", "pig"]));

/** What can be claimed. */
export const FEATURE_KINDS = Object.freeze(/** @type {const} */ (["road", "city", "monastery", "field"]));

/** What figures are called where they stand. */
export const ROLES = Object.freeze(/** @type {const} */ (["thief", "knight", "monk", "farmer", "builder", "pig"]));

/** What each figure is called on each kind of feature. */
export const ROLE_OF = Object.freeze(/** @type {const} */ ({
  "follower": { "road": "thief", "city": "knight", "monastery": "monk", "field": "farmer" },
  "builder": { "road": "builder", "city": "builder", "monastery": "builder", "field": "builder" },
  "pig": { "road": "pig", "city": "pig", "monastery": "pig", "field": "pig" },
}));

/** The kinds of tokens. */
export const GOODS = Object.freeze(/** @type {const} */ (["wine", "grain", "cloth"]));

/** What stands on a board: how large it is on a tile of 200 units, and where its picture touches the ground. */
export const PIECES = Object.freeze(/** @type {const} */ ({
  "thief": [64, 0.5, 0.78],
  "knight": [64, 0.5, 0.78],
  "monk": [64, 0.5, 0.78],
  "farmer": [64, 0.5, 0.62],
  "builder": [64, 0.5, 0.78],
  "pig": [64, 0.5, 0.62],
  "fairy": [64, 0.5, 0.78],
  "dragon": [150, 0.5, 0.72],
}));

/** The computer's players. */
export const PLAYERS = Object.freeze(/** @type {const} */ (["strong", "level-5", "level-4", "level-3", "level-2", "level-1", "greedy", "quick", "star", "mcts", "greedy1", "random"]));

/** How strong the computer may be. */
export const LEVELS = Object.freeze(/** @type {const} */ (["level-1", "level-2", "level-3", "level-4", "level-5"]));

/** How strong it is if nobody says. */
export const LEVEL = Object.freeze(/** @type {const} */ ("level-2"));

/** What can be wrong with what was asked for. */
export const CODES = Object.freeze(/** @type {const} */ (["absence", "actions", "already", "already-retired", "analysts-busy", "arranged-in-public", "asked-enough", "at-the-table", "bad-body", "bad-hex", "bad-json", "bad-line", "bad-link", "bad-name", "bad-query", "bad-record", "bad-request", "bad-rotation", "bad-secret", "bad-title", "bad-token", "banned", "builder-on-complete", "busy", "cell-taken", "chat-full", "clock", "clock-decides", "closing", "computers-name", "crowded", "dragon-empty", "dragon-fairy", "dragon-visited", "edge-mismatch", "fairy-target", "fairy-there", "frozen", "full", "game-over", "host", "keeps-too-many", "little-room", "long-address", "long-headers", "must-evict", "muted", "needs-follower", "no-farmers", "no-follower-there", "no-knight", "no-question", "no-record", "no-segment", "no-such-link", "no-such-seat", "no-such-spot", "no-such-table", "no-such-turn", "no-tile", "nobody", "none-in-supply", "not-a-socket", "not-adjacent", "not-an-action", "not-away", "not-creator", "not-found", "not-in-bag", "not-json", "not-now", "not-that-tile", "not-your-seat", "not-your-turn", "nothing-to-take-back", "occupied", "origin", "other-version", "part-off", "portal-complete", "portal-dragon", "protocol", "quota", "restless", "river-must-continue", "river-turn", "running-game", "same-name", "seat-taken", "seats", "seats-free", "seats-held", "sent-away", "shape", "started-too-often", "store", "switched-off", "syntax", "too-large", "too-many", "too-many-devices", "too-many-links", "too-soon", "too-talkative", "unknown-edition", "unknown-figure", "unknown-knob", "unknown-part", "unknown-player", "unknown-seat", "unknown-set", "unknown-tile", "unplayable", "unreadable", "volcano", "watching", "wrong-feature", "wrong-method"]));

/**
 * @typedef {(typeof PARTS)[number]} Part
 * @typedef {keyof typeof KNOBS} Knob
 * @typedef {(typeof ROLES)[number]} Role
 * @typedef {keyof typeof PIECES} Piece
 * @typedef {(typeof LEVELS)[number]} Level
 * @typedef {(typeof CODES)[number]} Code
 */
