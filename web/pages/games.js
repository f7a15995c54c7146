// @ts-check
// The games of a text that holds several records, as far as they are told apart before one is opened: who played, and how
// it ended. What a record says is read by the server.

/**
 * @typedef {object} Game
 * @property {string} record its text
 * @property {number} line how many lines stand before it
 * @property {(string|null)[]} names of its seats, as far as it says
 * @property {string[]} scores
 * @property {boolean} over whether it was played to its end
 */

/**
 * Each game ends with its last line. What is no game is left to the server to refuse.
 * @param {string} text
 * @returns {Game[]} at least one
 */
export function gamesOf(text) {
  const parts = text.split(/(?<=^(?:result|unfinished) [^\n]*\n)/m);
  const records = parts.filter((part) => /^[ \t]*\[/m.test(part));
  let line = 0;
  return (records.length ? records : [text]).map((record) => {
    const game = { record, line, ...told(record) };
    line += record.split("\n").length - 1;
    return game;
  });
}

/** @param {string} record */
function told(record) {
  const [, how, points] = /^(result|unfinished) \S+ ([\d-]+)/m.exec(record) ?? [];
  const scores = points?.split("-") ?? [];
  const tags = new Map([...record.matchAll(/^\[Player(\d+) "((?:[^"\\\n]|\\.)*)"\]/gm)].map(([, seat, name]) => [Number(seat), name.replace(/\\(.)/g, "$1")]));
  return { names: scores.map((_, n) => tags.get(n + 1) ?? null), scores, over: how === "result" };
}
