// The part that this device has in a fair deal: it commits to a secret and reveals it when all have committed.

import { fromHex, sha256, toHex } from "../sha256.js";

/** @type {Set<string>} what was sent already */
const sent = new Set();

/**
 * Does what the deal waits for.
 * @param {string} game
 * @param {import("../state.js").State} state
 * @param {number|null|undefined} device
 * @param {(order: import("../wire").Order) => Promise<unknown>} order
 */
export async function takePart(game, state, device, order) {
  const { deal, now, seats } = state;
  const sits = seats.some((seat) => seat.device === device);
  if (!deal || device === null || device === undefined || !sits) return;
  if (now.stage === "committing" && !deal.committed.includes(device)) {
    await once(`${game} ${deal.digest} commit`, async () => {
      const secret = secretOf(game, deal.digest);
      await order({ type: "commit", hash: toHex(await commitment(secret, deal.digest)) });
    });
  }
  if (now.stage === "revealing" && !deal.revealed.includes(device)) {
    await once(`${game} ${deal.digest} reveal`, () => order({ type: "reveal", secret: toHex(secretOf(game, deal.digest)) }));
  }
}

/**
 * Another tab of this device may have been quicker: that is as good. What failed is tried again with the next news.
 * @param {string} what
 * @param {() => Promise<unknown>} act
 */
async function once(what, act) {
  if (sent.has(what)) return;
  sent.add(what);
  await act().catch(() => sent.delete(what));
}

/**
 * @param {Uint8Array} secret
 * @param {string} digest
 */
export function commitment(secret, digest) {
  const words = new TextEncoder().encode("bastide commitment 1\0");
  return sha256(Uint8Array.from([...words, ...secret, ...fromHex(digest)]));
}

/** @type {Map<string, string>} for browsers that keep nothing */
const kept = new Map();

/**
 * The secret of this device in a deal: all tabs have the same, and it outlives a reload.
 * @param {string} game
 * @param {string} digest
 */
function secretOf(game, digest) {
  const name = `bastide.secret.${game}.${digest.slice(0, 16)}`;
  let secret = kept.get(name) ?? recall(name);
  if (!secret) {
    secret = toHex(crypto.getRandomValues(new Uint8Array(32)));
    kept.set(name, secret);
    keep(name, secret);
  }
  return fromHex(secret);
}

/** @param {string} name */
function recall(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/**
 * @param {string} name
 * @param {string} secret
 */
function keep(name, secret) {
  try {
    localStorage.setItem(name, secret);
  } catch {
    // The secret lives as long as this page.
  }
}

/**
 * After the deal nobody needs it.
 * @param {string} game
 */
export function forget(game) {
  try {
    for (const name of Object.keys(localStorage)) {
      if (name.startsWith(`bastide.secret.${game}.`)) localStorage.removeItem(name);
    }
  } catch {
    // Nothing was kept.
  }
}
