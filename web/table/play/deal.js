// The part that this device has in a fair deal: it commits to a secret, reveals it when all have committed, and keeps
// what it gave and saw.

import { commitment } from "../../fair.js";
import { keepDeal, keptDeals } from "../../receipts.js";
import { toHex } from "../../sha256.js";

/** @type {Set<string>} what was sent already */
const sent = new Set();
/** @type {Map<string, string>} the secrets that this page made, by digest: another tab may have kept its own in their place */
const made = new Map();

/** @typedef {import("../../state.js").DealSoFar} DealSoFar */

/**
 * Does what the deal waits for.
 * @param {string} game
 * @param {import("../../state.js").State} state
 * @param {number|null|undefined} device
 * @param {(order: import("../../wire").Order) => Promise<unknown>} order
 */
export async function takePart(game, state, device, order) {
  const { deal, now, seats } = state;
  const sits = seats.some((seat) => seat.device === device);
  if (!deal || device === null || device === undefined || !sits) return;
  if (now.stage === "committing" && !hashOf(deal, device)) {
    await once(`${game} ${deal.digest} commit`, () => commit(game, deal, device, order));
  }
  if (now.stage === "revealing" && !deal.revealed.includes(device)) {
    await once(`${game} ${deal.digest} reveal`, () => reveal(game, deal, device, order));
  }
}

/**
 * What a device has committed to.
 * @param {DealSoFar} deal
 * @param {number} device
 */
const hashOf = (deal, device) => deal.hashes.find(([other]) => other === device)?.[1];

/**
 * What the server committed to is kept before anything is sent.
 * @param {string} game
 * @param {DealSoFar} deal
 * @param {number} device
 * @param {(order: import("../../wire").Order) => Promise<unknown>} order
 */
async function commit(game, deal, device, order) {
  const { number, digest, server } = deal;
  const kept = ofDeal(game, digest) ?? { number, device, digest, server, secret: newSecret(), hashes: [], given: false };
  made.set(digest, kept.secret);
  keepDeal(game, kept);
  await order({ type: "commit", hash: commitment(kept.secret, digest) });
  // The hashes may have come in before the answer to the commitment.
  keepDeal(game, { ...kept, hashes: ofDeal(game, digest)?.hashes ?? [], given: true });
}

/**
 * All hashes are kept before the secret is told. If the hash that stands for this device is none of this browser's,
 * there is nothing to tell: another browser of the same device committed, or somebody changed it on the way.
 * @param {string} game
 * @param {DealSoFar} deal
 * @param {number} device
 * @param {(order: import("../../wire").Order) => Promise<unknown>} order
 */
async function reveal(game, deal, device, order) {
  const { digest } = deal;
  const kept = ofDeal(game, digest);
  const own = hashOf(deal, device);
  const secret = [kept?.secret, made.get(digest)].find((secret) => secret && commitment(secret, digest) === own);
  if (!kept || !secret) return;
  const hashes = kept.hashes.length ? kept.hashes : deal.hashes;
  keepDeal(game, { ...kept, secret, hashes, given: true });
  await order({ type: "reveal", secret });
}

/**
 * @param {string} game
 * @param {string} digest
 */
const ofDeal = (game, digest) => keptDeals(game).find((deal) => deal.digest === digest);

const newSecret = () => toHex(crypto.getRandomValues(new Uint8Array(32)));

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
