// Sounds, made when they are needed: nothing is loaded, and nothing is heard unless somebody wants it.

const KEY = "bastide.sound";

/** @type {AudioContext|null} */
let audio = null;

/** Whether somebody wants to hear anything. */
export function wantsSound() {
  try {
    return localStorage.getItem(KEY) === "yes";
  } catch {
    return false;
  }
}

/**
 * Switched on, it is heard at once how it sounds.
 * @param {boolean} on
 */
export function setSound(on) {
  try {
    localStorage.setItem(KEY, on ? "yes" : "no");
  } catch {
    return;
  }
  if (on) play(["placed", "scored"]);
}

/**
 * Lets some events be heard, each kind once.
 * @param {import("../../wire").Event[]} events
 * @param {boolean} turn whether somebody here is to move
 */
export function hear(events, turn) {
  if (!wantsSound()) return;
  const kinds = new Set(events.map((event) => (event.type === "now" && event.phase.type === "over" ? "over" : event.type)));
  const heard = /** @type {Heard[]} */ (Object.keys(SOUNDS)).filter((kind) => kind !== "turn" && kinds.has(kind));
  play(turn && !kinds.has("over") ? [...heard, "turn"] : heard);
}

/** @typedef {import("../../wire").Event["type"]|"over"|"turn"} Heard what may be heard */

/** @param {Heard[]} kinds one after the other */
function play(kinds) {
  if (!globalThis.AudioContext || !kinds.length) return;
  audio ??= new AudioContext();
  // A page that nobody has touched yet may not sound; it does from the first touch on.
  if (audio.state === "suspended") audio.resume().catch(() => {});
  let at = audio.currentTime + 0.02;
  for (const kind of kinds) at += SOUNDS[kind]?.(audio, at) ?? 0;
}

/** @type {Record<Heard, ((audio: AudioContext, at: number) => number)|null>} each says after how long the next one may come */
const SOUNDS = {
  "turn-began": null,
  drew: null,
  "held-back": null,
  removed: null,
  "set-aside": null,
  "put-back": null,
  placed: (audio, at) => {
    knock(audio, at, 950, 0.32);
    tone(audio, at, { from: 150, to: 82, long: 0.11, loud: 0.4 });
    return 0.14;
  },
  deployed: (audio, at) => {
    knock(audio, at, 2100, 0.16);
    return 0.1;
  },
  "extra-earned": null,
  "extra-began": null,
  "fairy-moved": null,
  "fairy-alone": null,
  "goods-taken": null,
  retired: null,
  now: null,
  "dragon-woke": null,
  "dragon-rested": null,
  "dragon-came": (audio, at) => growl(audio, at, 0.9),
  "dragon-moved": (audio, at) => growl(audio, at, 0.35),
  scored: (audio, at) => {
    [659, 784, 988].forEach((pitch, n) => bell(audio, at + 0.09 * n, pitch, 0.13));
    return 0.3;
  },
  "went-home": (audio, at) => {
    tone(audio, at, { from: 520, to: 700, long: 0.12, loud: 0.07 });
    return 0.1;
  },
  over: (audio, at) => {
    [523, 659, 784, 1047].forEach((pitch, n) => bell(audio, at + 0.14 * n, pitch, 0.16));
    return 0.7;
  },
  turn: (audio, at) => {
    bell(audio, at + 0.1, 880, 0.07);
    bell(audio, at + 0.24, 1175, 0.07);
    return 0.4;
  },
};

/**
 * How loud something is, from its beginning until it has died away.
 * @param {AudioContext} audio
 * @param {number} at
 * @param {number} long
 * @param {number} loud
 */
function fading(audio, at, long, loud) {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(loud, at + 0.006);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + long);
  gain.connect(audio.destination);
  return gain;
}

/**
 * @param {AudioContext} audio
 * @param {number} at
 * @param {{from: number, to: number, long: number, loud: number, shape?: OscillatorType}} what
 */
function tone(audio, at, { from, to, long, loud, shape = "sine" }) {
  const wave = audio.createOscillator();
  wave.type = shape;
  wave.frequency.setValueAtTime(from, at);
  wave.frequency.exponentialRampToValueAtTime(to, at + long);
  wave.connect(fading(audio, at, long, loud));
  wave.start(at);
  wave.stop(at + long + 0.02);
}

/**
 * A bell: a tone and two above it that die away sooner.
 * @param {AudioContext} audio
 * @param {number} at
 * @param {number} pitch
 * @param {number} loud
 */
function bell(audio, at, pitch, loud) {
  for (const [times, share, long] of [
    [1, 1, 0.7],
    [2, 0.4, 0.4],
    [3.01, 0.2, 0.2],
  ]) {
    tone(audio, at, { from: times * pitch, to: times * pitch, long, loud: loud * share });
  }
}

/**
 * Wood on wood: a short noise around a pitch.
 * @param {AudioContext} audio
 * @param {number} at
 * @param {number} pitch
 * @param {number} loud
 */
function knock(audio, at, pitch, loud) {
  const long = 0.06;
  const noise = audio.createBuffer(1, Math.ceil(long * audio.sampleRate), audio.sampleRate);
  const samples = noise.getChannelData(0);
  for (let n = 0; n < samples.length; n++) samples[n] = Math.random() * 2 - 1;
  const source = audio.createBufferSource();
  source.buffer = noise;
  const band = audio.createBiquadFilter();
  band.type = "bandpass";
  band.frequency.value = pitch;
  band.Q.value = 1.6;
  source.connect(band).connect(fading(audio, at, long, loud));
  source.start(at);
}

/**
 * @param {AudioContext} audio
 * @param {number} at
 * @param {number} long
 */
function growl(audio, at, long) {
  tone(audio, at, { from: 74, to: 48, long, loud: 0.16, shape: "sawtooth" });
  tone(audio, at, { from: 77, to: 52, long, loud: 0.12, shape: "square" });
  return long;
}
