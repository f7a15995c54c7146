// The guided first game: its tiles in their order, and what is to be done with each. The server plays it like any
// other game and judges every move; nothing here says what is allowed.

/** The seat of the person who learns, and the one that the page plays for them. */
export const PUPIL = 1;
export const RIVAL = 2;
const RIVAL_NAME = "Bruno";

/**
 * A turn: the tile, its cell and the rotations to choose from, and the segment that a figure goes to, or nobody. What
 * has no cell is left to the player. Turns of both seats alternate, the pupil's first.
 * @typedef {{tile: string, cell?: [number, number], rotations?: number[], segment?: number|null}} Turn
 */

/** @type {Turn[]} */
export const TURNS = [
  { tile: "W", cell: [1, 0], rotations: [0], segment: 2 },
  { tile: "U", cell: [2, 0], rotations: [0], segment: 0 },
  { tile: "F", cell: [0, 1], rotations: [1], segment: 0 },
  { tile: "E", cell: [2, 1], rotations: [0], segment: 0 },
  { tile: "W", cell: [-1, 0], rotations: [0, 2, 3], segment: null },
  { tile: "V", cell: [3, 0], rotations: [0], segment: null },
  { tile: "E", cell: [0, 2], rotations: [2], segment: null },
  { tile: "W", cell: [3, -1], rotations: [1], segment: null },
  { tile: "B", cell: [1, 1], rotations: [0, 1, 2, 3], segment: 0 },
  { tile: "E", cell: [1, 2], rotations: [0], segment: 0 },
  { tile: "E", cell: [2, 2], rotations: [2], segment: 1 },
  { tile: "U", cell: [0, -1], rotations: [0], segment: 0 },
  { tile: "V" },
];

const ARRANGED = TURNS.map(({ tile }) => tile);

/**
 * The table to ask for.
 * @param {string} title
 * @param {string} name
 * @returns {import("../../wire").NewTableSent}
 */
export function lessonTable(title, name) {
  /** @type {Record<string, number>} */
  const bag = {};
  for (const tile of ARRANGED) bag[tile] = (bag[tile] ?? 0) + 1;
  return {
    title,
    chat: false,
    setup: { seats: 2, bag, arranged: ARRANGED },
    seats: [name, RIVAL_NAME].map((name) => ({ type: "device", name })),
  };
}

/**
 * Whether a table is the guided game.
 * @param {any} table as it was asked for
 */
export function isLesson({ setup, seats }) {
  return setup.arranged?.join() === ARRANGED.join() && seats[RIVAL - 1]?.name === RIVAL_NAME;
}

/**
 * What the page plays for the rival.
 * @param {Turn} turn
 * @returns {import("../../wire").Input[]}
 */
export function actionsOf({ cell, rotations, segment }) {
  const [x, y] = cell ?? [0, 0];
  const place = /** @type {const} */ ({ type: "place", x, y, rotation: rotations?.[0] ?? 0 });
  if (segment === null || segment === undefined) return [place, { type: "pass" }];
  return [place, { type: "deploy", figure: "follower", x, y, segment }];
}
