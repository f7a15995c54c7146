// The chances of winning over a game: a band for each seat, as wide as its chance, and below it what each turn lost. In a
// game of one it is the points that are expected.

import { h, refresh, svg } from "../../dom.js";
import { t } from "../../i18n.js";
import { percent, points } from "./numbers.js";

const WIDTH = 1000;
const HEIGHT = 200;
const LOST = 44;
/** So many pixels are between the numbers of turns at least. */
const APART = 23;
/** A turn that loses so many points or more fills the height below. */
const MOST_LOST = 6;

/**
 * @typedef {Extract<import("../../wire").Analysed, {type: "turn"}>} Turn
 * @typedef {{turns: Turn[], inputs: number, current: Turn|null, decisive: number[], names: string[]}} Shown
 */

/** @param {Turn} turn how many inputs the game had had after it */
export const end = (turn) => turn.input + turn.played.length;

/** The picture to press and to draw along; it stays while what it shows changes. */
export class Chart {
  /** @param {(turn: Turn) => void} go */
  constructor(go) {
    this.go = go;
    /** @type {Shown|null} */
    this.shown = null;
    this.picture = h("div", { class: "picture" });
    const drag = (/** @type {PointerEvent} */ event) => this.element.hasPointerCapture(event.pointerId) && this.pick(event);
    this.element = h(
      "div",
      {
        class: "chart",
        role: "slider",
        tabindex: "0",
        data: { key: "chart" },
        onpointerdown: (/** @type {PointerEvent} */ event) => this.press(event),
        onpointermove: drag,
        onkeydown: (/** @type {KeyboardEvent} */ event) => this.step(event),
      },
      this.picture,
    );
  }

  /** @param {Shown} shown */
  update(shown) {
    this.shown = shown;
    const { turns, current, decisive, names } = shown;
    const number = current ? turns.indexOf(current) + 1 : 0;
    const alone = names.length === 1;
    const said = {
      label: t(alone ? "analysis.chart-alone" : "analysis.chart"),
      valuemin: 0,
      valuemax: turns.length,
      valuenow: number,
      valuetext: current ? told(shown, current) : t("analysis.start"),
    };
    this.element.classList.toggle("many", names.length > 2);
    for (const [name, value] of Object.entries(said)) this.element.setAttribute(`aria-${name}`, String(value));
    const width = this.element.clientWidth;
    refresh(this.picture, [turns.length, shown.inputs, number, decisive, names, width, document.documentElement.lang], () =>
      turns.length
        ? [
            svg(
              "svg",
              { class: "chances", viewBox: `0 0 ${WIDTH} ${HEIGHT + LOST}`, preserveAspectRatio: "none", "aria-hidden": "true" },
              ...bands(shown),
              ...even(shown),
              ...losses(shown),
              ...marks(shown),
            ),
            ...labels(shown),
            ...scale(shown),
            ...flags(shown, width),
          ]
        : [],
    );
  }

  /** @param {PointerEvent} event */
  press(event) {
    this.element.setPointerCapture(event.pointerId);
    this.pick(event);
  }

  /** @param {PointerEvent} event */
  pick(event) {
    const box = this.element.getBoundingClientRect();
    const turn = this.shown && nearest(this.shown, (event.clientX - box.left) / box.width);
    if (turn && turn !== this.shown?.current) this.go(turn);
  }

  /** Up and down as left and right, which step through the game anyway. @param {KeyboardEvent} event */
  step(event) {
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (!by || !this.shown) return;
    event.preventDefault();
    event.stopPropagation();
    const { turns, current } = this.shown;
    const turn = turns[(current ? turns.indexOf(current) : -1) + by];
    if (turn) this.go(turn);
  }
}

/**
 * A turn's chances in words, or in a game of one what is expected.
 * @param {Shown} shown
 * @param {Turn} turn
 */
function told({ names }, turn) {
  const who = { n: turn.number, name: names[turn.seat - 1] };
  if (names.length === 1) return t("analysis.turn-points", { ...who, points: points(turn.margin) });
  return t("analysis.turn-chances", { ...who, chances: turn.chances.map((chance, n) => `${names[n]} ${percent(chance)}`).join(", ") });
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

/** The most points that could be hoped for, in a game of one. @param {Turn[]} turns */
const most = (turns) => Math.max(1, ...turns.map(({ margin }) => margin));

/**
 * The part of the height that each seat has: its chance, or in a game of one its points beside the most it could hope for.
 * @param {Shown} shown
 * @returns {(turn: Turn) => number[]}
 */
function parts({ turns, names }) {
  const all = most(turns);
  return (turn) => (names.length === 1 ? [Math.max(0, turn.margin) / all] : turn.chances);
}

/** @param {Shown} shown */
function bands(shown) {
  const { turns, names } = shown;
  const seats = names.length;
  const [part, alone] = [parts(shown), seats === 1];
  /** Where the band of the seats from one on begins, at each turn. @param {number} seat @returns {[number, number][]} */
  const edge = (seat) => {
    const sum = (/** @type {number[]} */ chances) => HEIGHT * chances.slice(0, seat).reduce((a, b) => a + b, 0);
    // Alone, points grow from the ground.
    const from = (/** @type {number[]} */ chances) => (alone ? HEIGHT - (seat ? 0 : HEIGHT * chances[0]) : sum(chances));
    const even = Array(seats).fill(alone ? part(turns[0])[0] : 1 / seats);
    return [[0, from(even)], ...turns.map((turn) => /** @type {[number, number]} */ ([across(shown, turn), from(part(turn))]))];
  };
  const text = (/** @type {[number, number][]} */ points) => points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L");
  const areas = [...Array(seats).keys()].map((n) => svg("path", { class: `band seat-${n + 1}`, d: `M${text(edge(n))}L${text(edge(n + 1).reverse())}Z` }));
  const lines = [...Array(seats - 1).keys()].map((n) => svg("path", { class: "seam", d: `M${text(edge(n + 1))}` }));
  return [...areas, ...lines];
}

/** Where the bands would meet if all were even. @param {Shown} shown */
function even({ names }) {
  return names.slice(1).map((_, n) => svg("path", { class: "even", d: `M0 ${(HEIGHT * (n + 1)) / names.length}H${WIDTH}` }));
}

/** How high something stands in the picture. @param {HTMLElement} element @param {number} part of the bands, from above */
function stand(element, part) {
  element.style.top = `${(100 * part * HEIGHT) / (HEIGHT + LOST)}%`;
  return element;
}

/** What heights stand for: all, nothing, and what each would have if all were even. @param {Shown} shown */
function scale({ turns, names }) {
  const one = (/** @type {number} */ part, /** @type {string} */ text) => stand(h("span", { class: "scale", aria: { hidden: true } }, text), part);
  if (names.length === 1) return [one(0, String(Math.round(most(turns)))), one(1, "0")];
  return [0, 1 - 1 / names.length, 1].map((part) => one(part, percent(1 - part)));
}

/** Whose band it is, where all begin even. @param {Shown} shown */
function labels({ names }) {
  if (names.length === 1) return [];
  return names.map((name, n) => stand(h("span", { class: "band-name", aria: { hidden: true } }, name), (n + 0.5) / names.length));
}

/** @param {Shown} shown */
function losses(shown) {
  return shown.turns
    .filter(({ loss }) => loss >= 0.5)
    .map((turn) => {
      const height = ((LOST - 6) * Math.min(turn.loss, MOST_LOST)) / MOST_LOST;
      return svg("path", { class: `loss seat-${turn.seat}`, d: `M${across(shown, turn).toFixed(1)} ${HEIGHT + 6}v${height.toFixed(1)}` });
    });
}

/** Where the game is looked at, and the turns that decided it. @param {Shown} shown */
function marks(shown) {
  const { turns, current, decisive } = shown;
  const lines = turns
    .filter(({ number }) => decisive.includes(number))
    .map((turn) => svg("path", { class: "decided", d: `M${across(shown, turn).toFixed(1)} 0V${HEIGHT + LOST}` }));
  return current ? [...lines, svg("path", { class: "cursor", d: `M${across(shown, current).toFixed(1)} 0V${HEIGHT + LOST}` })] : lines;
}

/**
 * The numbers of the turns that decided the game, above the picture.
 * @param {Shown} shown
 * @param {number} width of the picture, in pixels
 */
function flags(shown, width) {
  const decided = shown.turns.filter(({ number }) => shown.decisive.includes(number));
  const places = spread(decided.map((turn) => (across(shown, turn) * width) / WIDTH));
  return decided.map(({ number }, n) => {
    const flag = h("span", { class: "flag", aria: { hidden: true } }, String(shown.decisive.indexOf(number) + 1));
    flag.style.left = `${places[n]}px`;
    return flag;
  });
}

/**
 * Places in a row, moved apart where they are too near, each as far as the other.
 * @param {number[]} places
 */
function spread(places) {
  const apart = [...places];
  for (let pass = 0; pass < 20; pass++) {
    for (let n = 1; n < apart.length; n++) {
      const lack = Math.max(0, APART - (apart[n] - apart[n - 1])) / 2;
      apart[n - 1] -= lack;
      apart[n] += lack;
    }
  }
  return apart;
}
