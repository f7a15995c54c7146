// SHA-256 by hand: browsers do not lend theirs to a page over plain HTTP.

const K = new Uint32Array(64);
const START = new Uint32Array(8);

/** The first bits of the fractional parts of roots of primes. */
function prepare() {
  const fraction = (/** @type {number} */ root) => ((root - Math.floor(root)) * 2 ** 32) | 0;
  let found = 0;
  for (let n = 2; found < 64; n++) {
    let prime = true;
    for (let d = 2; d * d <= n && prime; d++) prime = n % d !== 0;
    if (!prime) continue;
    if (found < 8) START[found] = fraction(Math.sqrt(n));
    K[found++] = fraction(Math.cbrt(n));
  }
}
prepare();

/**
 * @param {Uint8Array} bytes
 * @returns {Uint8Array}
 */
export function byHand(bytes) {
  const length = ((bytes.length + 8) >> 6) * 64 + 64;
  const padded = new Uint8Array(length);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(length - 4, bytes.length << 3);
  view.setUint32(length - 8, Math.floor(bytes.length / 2 ** 29));
  const hash = new Uint32Array(START);
  for (let at = 0; at < length; at += 64) block(hash, view, at);
  const result = new DataView(new ArrayBuffer(32));
  hash.forEach((word, n) => result.setUint32(4 * n, word));
  return new Uint8Array(result.buffer);
}

/**
 * @param {Uint32Array} hash
 * @param {DataView} view
 * @param {number} at
 */
function block(hash, view, at) {
  const turn = (/** @type {number} */ x, /** @type {number} */ n) => (x >>> n) | (x << (32 - n));
  const w = new Uint32Array(64);
  for (let n = 0; n < 16; n++) w[n] = view.getUint32(at + 4 * n);
  for (let n = 16; n < 64; n++) {
    const s0 = turn(w[n - 15], 7) ^ turn(w[n - 15], 18) ^ (w[n - 15] >>> 3);
    const s1 = turn(w[n - 2], 17) ^ turn(w[n - 2], 19) ^ (w[n - 2] >>> 10);
    w[n] = w[n - 16] + s0 + w[n - 7] + s1;
  }
  let [a, b, c, d, e, f, g, h] = hash;
  for (let n = 0; n < 64; n++) {
    const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    const first = (h + s1 + ((e & f) ^ (~e & g)) + K[n] + w[n]) | 0;
    const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
    const second = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, n) => (hash[n] += word));
}

/** @param {Uint8Array} bytes */
export function toHex(bytes) {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {string} text */
export function fromHex(text) {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}
