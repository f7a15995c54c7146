// What this browser keeps of the deals it took part in: its secrets, and what the server and the others had committed
// to. With it a finished game's log is compared; a log alone could have been written anew by the host.

/** Games whose receipts are kept; the oldest goes first. */
const GAMES = 50;
/** Deals of one game that are kept. */
const DEALS = 20;
const PREFIX = "bastide.receipt.";

/**
 * A deal as this device saw it. `given` says that the server took this browser's commitment.
 * @typedef {import("./wire").DealKept & {given: boolean}} Kept
 */

/** @type {Map<string, string>} for browsers that keep nothing */
const memory = new Map();

/**
 * The deals of a game of which something was kept, the oldest first.
 * @param {string} game
 * @returns {Kept[]}
 */
export function keptDeals(game) {
  try {
    const { deals } = JSON.parse(read(PREFIX + game) ?? "{}");
    return Array.isArray(deals) ? deals : [];
  } catch {
    return [];
  }
}

/**
 * Keeps a deal, in place of what was kept of the same one.
 * @param {string} game
 * @param {Kept} deal
 */
export function keepDeal(game, deal) {
  const others = keptDeals(game).filter(({ digest }) => digest !== deal.digest);
  const deals = [...others, deal].sort((a, b) => a.number - b.number).slice(-DEALS);
  const names = allNames();
  const old = names.filter((name) => name !== PREFIX + game).sort((a, b) => ageOf(a) - ageOf(b));
  for (const name of old.slice(0, Math.max(0, old.length - GAMES + 1))) remove(name);
  write(PREFIX + game, JSON.stringify({ at: Date.now(), deals }));
}

/**
 * The receipt as a file for `bastide check --fair --mine`; nothing if this browser took no part.
 * @param {string} game
 * @param {import("./wire").Laid[]} tiles the board at the end
 * @returns {import("./wire").Receipt|null}
 */
export function receiptOf(game, tiles) {
  const deals = keptDeals(game)
    .filter(({ given }) => given)
    .map(({ given, ...deal }) => deal);
  return deals.length ? { game, deals, tiles } : null;
}

/** @param {string} name */
function ageOf(name) {
  try {
    return Number(JSON.parse(read(name) ?? "{}").at) || 0;
  } catch {
    return 0;
  }
}

function allNames() {
  return [...new Set([...memory.keys(), ...stored()])].filter((name) => name.startsWith(PREFIX));
}

function stored() {
  try {
    return Object.keys(localStorage);
  } catch {
    return [];
  }
}

/** @param {string} name */
function read(name) {
  try {
    return localStorage.getItem(name) ?? memory.get(name) ?? null;
  } catch {
    return memory.get(name) ?? null;
  }
}

/**
 * @param {string} name
 * @param {string} text
 */
function write(name, text) {
  memory.delete(name);
  try {
    localStorage.setItem(name, text);
  } catch {
    memory.set(name, text);
  }
}

/** @param {string} name */
function remove(name) {
  memory.delete(name);
  try {
    localStorage.removeItem(name);
  } catch {
    // Nothing was kept.
  }
}
