// The chances of winning over a game: a band for each seat, as wide as its chance, and below it what each turn lost.

import { h, svg } from "../dom.js";
import { t } from "../i18n.js";
import { percent } from "./numbers.js";

const WIDTH = 1000;
const HEIGHT = 200;
const LOST = 44;
/** A turn that loses so many points or more fills the height below. */
const MOST_LOST = 6;

/**
 * @typedef {Extract<import("../wire").Analysed, {type: "turn"}>} Turn
 * @typedef {{turns: Turn[], inputs: number, seats: number, current: Turn|null, decisive: number[], names: string[], go: (turn: Turn) => void}} Shown
 */

/** @param {Turn} turn how many inputs the game had had after it */
export const end = (turn) => turn.input + turn.played.length;

/** @param {Shown} shown */
export function chart(shown) {
  const { turns, current, go } = shown;
  const picture = svg("svg", { class: "chances", viewBox: `0 0 ${WIDTH} ${HEIGHT + LOST}`, preserveAspectRatio: "none", "aria-hidden": "true" }, ...bands(shown), ...middle(), ...losses(shown), ...marks(shown));
  const pick = (/** @type {PointerEvent} */ event) => {
    const box = picture.getBoundingClientRect();
    const turn = nearest(shown, (event.clientX - box.left) / box.width);
    if (turn) go(turn);
  };
  const number = current ? turns.indexOf(current) + 1 : 0;
  const frame = h("div", { class: "chart", role: "slider", tabindex: "0", data: { key: "chart" }, aria: { label: t("analysis.chart"), valuemin: 0, valuemax: turns.length, valuenow: number, valuetext: current ? told(shown, current) : t("analysis.start") }, onpointerdown: (/** @type {PointerEvent} */ event) => (frame.setPointerCapture(event.pointerId), pick(event)), onpointermove: (/** @type {PointerEvent} */ event) => frame.hasPointerCapture(event.pointerId) && pick(event) }, picture, ...flags(shown));
  return frame;
}

/**
 * A turn's chances in words.
 * @param {Shown} shown
 * @param {Turn} turn
 */
function told({ names }, turn) {
  const chances = turn.chances.map((chance, n) => `${names[n]} ${percent(chance)}`).join(", ");
  return t("analysis.turn-chances", { n: turn.number, name: names[turn.seat - 1], chances });
}

/** @param {Shown} shown @param {Turn} turn */
const across = ({ inputs }, turn) => (WIDTH * end(turn)) / Math.max(1, inputs);

/**
 * The turn at a place of the picture.
 * @param {Shown} shown
 * @param {number} part
 */
function nearest(shown, part) {
  const away = (/** @type {Turn} */ turn) => Math.abs(across(shown, turn) / WIDTH - part);
  return shown.turns.reduce((best, turn) => (best && away(best) <= away(turn) ? best : turn), /** @type {Turn|null} */ (null));
}

/** @param {Shown} shown */
function bands(shown) {
  const { turns, seats } = shown;
  /** What seats up to one have together, at each turn. @param {number} seat @returns {[number, number][]} */
  const edge = (seat) => {
    const sum = (/** @type {number[]} */ chances) => HEIGHT * chances.slice(0, seat).reduce((a, b) => a + b, 0);
    const even = Array(seats).fill(1 / seats);
    return [[0, sum(even)], ...turns.map((turn) => /** @type {[number, number]} */ ([across(shown, turn), sum(turn.chances)]))];
  };
  const text = (/** @type {[number, number][]} */ points) => points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L");
  const areas = [...Array(seats).keys()].map((n) => svg("path", { class: `band seat-${n + 1}`, d: `M${text(edge(n))}L${text(edge(n + 1).reverse())}Z` }));
  const lines = [...Array(seats - 1).keys()].map((n) => svg("path", { class: "seam", d: `M${text(edge(n + 1))}` }));
  return [...areas, ...lines];
}

/** Where both of two would be even. */
function middle() {
  return [svg("path", { class: "half", d: `M0 ${HEIGHT / 2}H${WIDTH}` })];
}

/** @param {Shown} shown */
function losses(shown) {
  return shown.turns.filter(({ loss }) => loss >= 0.5).map((turn) => {
    const height = ((LOST - 6) * Math.min(turn.loss, MOST_LOST)) / MOST_LOST;
    return svg("path", { class: `loss seat-${turn.seat}`, d: `M${across(shown, turn).toFixed(1)} ${HEIGHT + 6}v${height.toFixed(1)}` });
  });
}

/** Where the game is looked at, and the turns that decided it. @param {Shown} shown */
function marks(shown) {
  const { turns, current, decisive } = shown;
  const lines = turns.filter(({ number }) => decisive.includes(number)).map((turn) => svg("path", { class: "decided", d: `M${across(shown, turn).toFixed(1)} 0V${HEIGHT + LOST}` }));
  return current ? [...lines, svg("path", { class: "cursor", d: `M${across(shown, current).toFixed(1)} 0V${HEIGHT + LOST}` })] : lines;
}

/** The numbers of the turns that decided the game, above the picture. @param {Shown} shown */
function flags(shown) {
  return shown.turns.filter(({ number }) => shown.decisive.includes(number)).map((turn) => {
    const flag = h("span", { class: "flag", aria: { hidden: true } }, String(shown.decisive.indexOf(turn.number) + 1));
    flag.style.left = `${(100 * across(shown, turn)) / WIDTH}%`;
    return flag;
  });
}
