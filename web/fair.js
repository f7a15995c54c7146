// Checking a finished game by oneself: every draw must follow from secrets that were committed to before the game
// began. The same as `bastide check --fair`; nothing is asked of the server but the log.

import { applyEvent } from "./state.js";
import { byHand, fromHex, toHex } from "./sha256.js";

const text = new TextEncoder();

/**
 * What was found. `draws` counts those that follow; `wrong` is the version of the first thing that does not.
 * @typedef {{name: "table"|"server"|"device"|"draws"|"board"|"mine", ok: boolean, device?: number, draws?: number, wrong?: number}} Check
 */

/**
 * Checks a log with all its entries.
 * @param {any[]} log
 * @param {any} start the view before the first draw
 * @param {import("./wire").Laid[]} [shown] the board that the page shows
 * @returns {{arranged: boolean, sealed: boolean, checks: Check[]}}
 */
export function verify(log, start, shown) {
  const { setup } = log[0].entry.table;
  const unsealed = log.find(({ entry }) => entry.type === "unsealed");
  const dealt = log.findLastIndex(({ entry }) => entry.type === "dealing");
  if (!unsealed || dealt < 0) return { arranged: Boolean(setup.arranged), sealed: true, checks: [] };
  const { digest, server } = log[dealt].entry;
  const secret = unsealed.entry.secret;
  const after = log.slice(dealt);
  const entries = (/** @type {string} */ type) => after.filter(({ entry }) => entry.type === type).map(({ entry }) => entry);
  const revealed = entries("revealed").sort((a, b) => a.device - b.device);
  const chairs = chairsOf(log.slice(0, dealt));
  const seated = new Set(chairs.flatMap(([, device]) => (device === null ? [] : [device])));
  const devices = [...seated].sort((a, b) => a - b).map((device) => /** @type {Check} */ ({ name: "device", device, ok: tookPart(after, device, digest) }));
  const { game, check } = checkDraws(after, start, seedOf(digest, secret, revealed), setup.arranged);
  // With names erased, the digest of the table cannot be computed again.
  const erased = log.slice(0, dealt).some((line) => line.erased);
  const table = /** @type {Check[]} */ (erased ? [] : [{ name: "table", ok: digest === digestOf(log.slice(0, dealt), chairs) }]);
  const board = /** @type {Check[]} */ (shown ? [{ name: "board", ok: isSameBoard(shown, game.view.tiles) }] : []);
  return {
    arranged: Boolean(setup.arranged),
    sealed: false,
    checks: [...table, { name: "server", ok: server === commitment(secret, digest) }, ...devices, ...board, check],
  };
}

/**
 * What the receipt of this device says of a log.
 * @param {any[]} log
 * @param {import("./wire").DealKept[]} receipt
 * @returns {{proves: "nothing"|"agrees"|"differs", decks: number, calledOff: {number: number, devices: number[], known: boolean}[]}} `decks`: how
 * many the host could choose from; `known`: whether the host could know the order before the start was called off
 */
export function compare(log, receipt) {
  const deals = dealsOf(log);
  const kept = (/** @type {number} */ number) => receipt.find((deal) => deal.number === number);
  const calledOff = deals.flatMap((deal, n) => {
    const off = deal.find(({ type }) => type === "called-off");
    const told = kept(n + 1)?.hashes.length ?? deal.filter(({ type }) => type === "revealed").length;
    return off ? [{ number: n + 1, devices: off.devices, known: told > 0 }] : [];
  });
  const decks = 1 + calledOff.filter(({ known }) => known).length;
  if (!receipt.every((one) => agrees(deals[one.number - 1], one))) return { proves: "differs", decks, calledOff };
  return { proves: kept(deals.length)?.hashes.length ? "agrees" : "nothing", decks, calledOff };
}

/**
 * The entries of each deal, and of all that came after it until the next.
 * @param {any[]} log
 * @returns {any[][]}
 */
function dealsOf(log) {
  /** @type {any[][]} */
  const deals = [];
  for (const { entry } of log) {
    if (entry.type === "dealing") deals.push([]);
    deals.at(-1)?.push(entry);
  }
  return deals;
}

/**
 * Whether a deal holds what this device gave and saw.
 * @param {any[]|undefined} deal
 * @param {import("./wire").DealKept} kept
 */
function agrees(deal, { device, digest, server, secret, hashes }) {
  if (!deal || deal[0].digest !== digest || deal[0].server !== server) return false;
  const all = (/** @type {string} */ type) => deal.filter((entry) => entry.type === type);
  const [committed, revealed] = [all("committed"), all("revealed")];
  const own = commitment(secret, digest);
  if (committed.some((entry) => entry.device === device && entry.hash !== own)) return false;
  if (revealed.some((entry) => entry.device === device && entry.secret !== secret)) return false;
  if (!hashes.length) return true;
  const isSame =
    committed.length === hashes.length && hashes.every(([other, hash]) => committed.some((entry) => entry.device === other && entry.hash === hash));
  return isSame && (all("called-off").length > 0 || revealed.some((entry) => entry.device === device));
}

/**
 * @param {import("./wire").Laid[]} a
 * @param {import("./wire").Laid[]} b
 */
function isSameBoard(a, b) {
  const named = (/** @type {import("./wire").Laid[]} */ tiles) =>
    tiles
      .map(({ tile, x, y, rotation }) => `${x} ${y} ${tile} ${rotation}`)
      .sort()
      .join();
  return named(a) === named(b);
}

/**
 * @param {string} digest
 * @param {string} secret the server's
 * @param {{secret: string}[]} revealed in the order of the devices
 */
function seedOf(digest, secret, revealed) {
  return hash(text.encode("bastide deal 1\0"), fromHex(digest), fromHex(secret), ...revealed.map((entry) => fromHex(entry.secret)));
}

/** @param {...Uint8Array} parts */
function hash(...parts) {
  return byHand(join(parts));
}

/** @param {Uint8Array[]} parts */
function join(parts) {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

/**
 * What was published before anyone revealed.
 * @param {string} secret
 * @param {string} digest
 */
export function commitment(secret, digest) {
  return toHex(hash(text.encode("bastide commitment 1\0"), fromHex(secret), fromHex(digest)));
}

/**
 * Whether a device committed before anyone revealed, and revealed that before the game began.
 * @param {any[]} log from the deal on
 * @param {number} device
 * @param {string} digest
 */
function tookPart(log, device, digest) {
  const first = (/** @type {(entry: any) => boolean} */ is) => log.findIndex(({ entry }) => is(entry));
  const committed = first(({ type, ...entry }) => type === "committed" && entry.device === device);
  const revealed = first(({ type, ...entry }) => type === "revealed" && entry.device === device);
  if (committed < 0 || revealed < 0) return false;
  const inOrder = committed < first(({ type }) => type === "revealed") && revealed < first(({ type }) => type === "began");
  return inOrder && log[committed].entry.hash === commitment(log[revealed].entry.secret, digest);
}

/**
 * Who sits where.
 * @param {any[]} log up to the deal
 */
function chairsOf(log) {
  const { table } = log[0].entry;
  /** @type {[string|null, number|null][]} */
  const chairs = Array.from({ length: table.setup.seats ?? 2 }, (_, n) => chairOf(table.seats[n]));
  for (const { entry } of log) {
    if (entry.type === "sat") chairs[entry.seat - 1] = [entry.name, entry.device];
    if (entry.type === "stood") chairs[entry.seat - 1] = [null, null];
    if (entry.type === "given") chairs[entry.seat - 1] = [entry.player, null];
    if (entry.type === "dropped") chairs.splice(entry.seat - 1, 1);
  }
  return chairs;
}

/**
 * The hash of the table, of who sits where, and of how many deals were called off before.
 * @param {any[]} log up to the deal
 * @param {[string|null, number|null][]} chairs
 */
function digestOf(log, chairs) {
  const before = log.filter(({ entry }) => entry.type === "dealing").length;
  const number = before ? `\n${before}` : "";
  return toHex(hash(text.encode(`${JSON.stringify(log[0].entry.table)}\n${JSON.stringify(chairs)}${number}`)));
}

/** @param {any} plan @returns {[string|null, number|null]} */
function chairOf(plan) {
  if (plan?.type === "device") return [plan.name, 0];
  return plan?.type === "computer" ? [plan.player, null] : [null, null];
}

/**
 * Deals the game once more and compares.
 * @param {any[]} log
 * @param {any} start
 * @param {Uint8Array} seed
 * @param {string[]|undefined} arranged
 * @returns {{game: Dealt, check: Check}}
 */
function checkDraws(log, start, seed, arranged) {
  /** @type {{inputs: number, events: any[]}[]} */
  let moves = [];
  let game = new Dealt(start, seed, arranged);
  let draws = 0;
  for (const { version, entry } of log) {
    if (entry.type === "took-back") {
      moves = kept(moves, entry.inputs);
      game = new Dealt(start, seed, arranged);
      for (const { events } of moves) game.follow(events);
    } else if (entry.events) {
      const found = game.follow(entry.events);
      if (found === null) return { game, check: { name: "draws", ok: false, draws, wrong: version } };
      draws += found;
      moves.push({ inputs: entry.inputs.length, events: entry.events });
    }
  }
  return { game, check: { name: "draws", ok: draws > 0, draws } };
}

/**
 * The moves that remain when only so many inputs do.
 * @param {{inputs: number, events: any[]}[]} moves
 * @param {number} inputs
 */
function kept(moves, inputs) {
  let sum = 0;
  return moves.filter((move) => (sum += move.inputs) <= inputs);
}

/** A game that is dealt once more from its seed. */
class Dealt {
  /**
   * @param {any} start
   * @param {Uint8Array} seed
   * @param {string[]|undefined} arranged
   */
  constructor(start, seed, arranged) {
    this.view = structuredClone(start);
    this.seed = seed;
    this.arranged = [...(arranged ?? [])];
    /** @type {{key: string, kind: string, copy: number, returned: number}[]} in the order of their keys */
    this.tiles = [];
    /** @type {{key: string, kind: string, copy: number, returned: number}[]} drawn, the newest last */
    this.out = [];
    this.fill();
  }

  fill() {
    const { left, held, aside, hand } = this.view;
    const out = [...Object.entries(held), ...Object.entries(aside), ...(hand ? [[hand, 1]] : [])];
    /** @type {Record<string, number>} */
    const counts = { ...left };
    for (const [kind, count] of out) counts[kind] = (counts[kind] ?? 0) + count;
    for (const [kind, count] of Object.entries(counts)) {
      for (let copy = 0; copy < count; copy++) this.tiles.push(this.tile(kind, copy, 0));
    }
    this.tiles.sort((a, b) => (a.key < b.key ? -1 : 1));
    for (const [kind, count] of out) for (let n = 0; n < count; n++) this.take(kind);
  }

  /**
   * A tile and the key that says when it comes.
   * @param {string} kind
   * @param {number} copy
   * @param {number} returned
   */
  tile(kind, copy, returned) {
    const message = join([text.encode(kind), Uint8Array.of(0, copy & 255, copy >> 8, returned & 255, returned >> 8)]);
    return { key: toHex(hmac(this.seed, message)), kind, copy, returned };
  }

  /** The tile that comes next. */
  next() {
    const kinds = Object.keys(this.view.left);
    const pile = Math.min(...kinds.map(pileOf));
    const can = (/** @type {string} */ kind) => kind in this.view.left && pileOf(kind) === pile;
    return this.arranged.find(can) ?? this.tiles.find(({ kind }) => can(kind))?.kind;
  }

  /**
   * Takes in what happened; how many draws there were, or nothing if one of them does not follow.
   * @param {any[]} events
   */
  follow(events) {
    let draws = 0;
    for (const event of events) {
      if (event.type === "drew" && this.next() !== event.tile) return null;
      if (event.type === "drew") {
        draws += 1;
        this.take(event.tile);
      }
      if (event.type === "put-back") for (let n = 0; n < event.count; n++) this.giveBack(event.tile);
      applyEvent(this.view, event);
    }
    return draws;
  }

  /** @param {string} kind */
  take(kind) {
    const order = this.arranged.indexOf(kind);
    if (order >= 0) this.arranged.splice(order, 1);
    const at = this.tiles.findIndex((tile) => tile.kind === kind);
    if (at >= 0) this.out.push(...this.tiles.splice(at, 1));
  }

  /** @param {string} kind */
  giveBack(kind) {
    const at = this.out.findLastIndex((tile) => tile.kind === kind);
    if (at < 0) return;
    const [{ copy, returned }] = this.out.splice(at, 1);
    const again = this.tile(kind, copy, returned + 1);
    const place = this.tiles.findIndex(({ key }) => key > again.key);
    this.tiles.splice(place < 0 ? this.tiles.length : place, 0, again);
  }
}

/**
 * Which pile a tile lies in: those of the river are drawn first, then its lake, then all others.
 * @param {string} kind
 */
function pileOf(kind) {
  return kind === "river-02" ? 1 : kind.startsWith("river-") ? 0 : 2;
}

/**
 * @param {Uint8Array} key of at most 64 bytes
 * @param {Uint8Array} message
 */
function hmac(key, message) {
  const padded = new Uint8Array(64);
  padded.set(key);
  const mask = (/** @type {number} */ by) => padded.map((byte) => byte ^ by);
  return hash(mask(0x5c), hash(mask(0x36), message));
}
