// Positions of real games, played by the computer's players through the script protocol.

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { BINARY } from "./browser.mjs";

/** A conversation with `bastide script`: one answer for each request. */
function converse() {
  const child = spawn(BINARY, ["script"], { stdio: ["pipe", "pipe", "inherit"] });
  const waiting = [];
  createInterface({ input: child.stdout }).on("line", (line) => {
    const answer = JSON.parse(line);
    if (answer.type === "info") return;
    const { done, fail } = waiting.shift();
    if (answer.type === "error") fail(new Error(answer.message));
    else done(answer);
  });
  const ask = (request) =>
    new Promise((done, fail) => {
      waiting.push({ done, fail });
      child.stdin.write(`${JSON.stringify(request)}\n`);
    });
  return { ask, end: () => child.stdin.end() };
}

/**
 * Plays a game until `isIt(state, tiles on the table)` and gives the setup of a table that begins there.
 * @param {any} setup
 * @param {{seed: number, player?: string, isIt: (state: any, tiles: number) => boolean}} how
 */
export async function playedUntil(setup, { seed, player = "greedy", isIt }) {
  const { ask, end } = converse();
  try {
    return { ...setup, start: await playOn(ask, { setup, seed, player, isIt }) };
  } finally {
    end();
  }
}

/** Plays a game by such a conversation; gives what can be seen in the end. */
async function playOn(ask, { setup, seed, player, isIt }) {
  let state = await ask({ cmd: "new", setup, seed });
  let tiles = (await ask({ cmd: "view" })).view.tiles.length;
  while (!isIt(state, tiles)) {
    if (state.to_act.type === "over") throw new Error("the game was over before");
    const chance = state.to_act.type === "chance";
    const done = await ask(chance ? { cmd: "draw" } : { cmd: "apply", inputs: (await ask({ cmd: "go", player })).line });
    tiles += done.events.filter((event) => event.type === "placed").length;
    ({ state } = done);
  }
  return (await ask({ cmd: "view" })).view;
}

/** Of the games of several seeds, the one whose board is the least long. */
export async function mostCompact(setup, { seeds, ...how }) {
  const games = [];
  for (const seed of seeds) games.push(await playedUntil(setup, { seed, ...how }));
  const longest = ({ start }) =>
    Math.max(...["x", "y"].map((way) => Math.max(...start.tiles.map((tile) => tile[way])) - Math.min(...start.tiles.map((tile) => tile[way]))));
  return games.reduce((best, game) => (longest(game) < longest(best) ? game : best));
}

/** Whether a turn of this seat begins. */
export const beginsTurn = (state, seat) => state.phase.type === "draw" && state.turn === seat && state.extra === "no";
