// What is as large as a cell lies in a grid, so that a layer with a thousand tiles is painted as one: things with a
// position or a transform of their own would be spread over hundreds of layers, of which every frame of a pan visits each.

import { h } from "../../dom.js";
import { SIDE } from "./art.js";

/** Corners are moved by so many cells at once, so that everything between them is painted anew only now and then. */
const STRIDE = 4;

/**
 * Puts an element on a cell. The grid has no line but the first; cells west and north of it are counted from there backwards.
 * @param {HTMLElement} element
 * @param {{x: number, y: number}} cell
 */
export function lie(element, { x, y }) {
  element.style.gridArea = `${line(-y)} / ${line(x)}`;
}

/** @param {number} steps from the first line */
const line = (steps) => (steps < 0 ? steps - 1 : steps + 1);

/**
 * Keeps the first line of a layer's grid where the board has its middle, whatever lies west and north of it.
 * @param {HTMLElement} layer
 * @param {{x: number, y: number}[]} cells everything that lies in it
 */
export function anchor(layer, cells) {
  layer.style.left = `${SIDE * cells.reduce((least, { x }) => Math.min(least, x), 0)}px`;
  layer.style.top = `${SIDE * cells.reduce((least, { y }) => Math.min(least, -y), 0)}px`;
}

/**
 * Gives a layer corners outside of everything that is ever put on the board. What lies within them, in whichever layer, is
 * painted together with it: the browser gives what lies beside the rest a layer of its own, and then composes both
 * of them anew, large and slow, for every frame.
 * @param {HTMLElement} layer
 */
export function corner(layer) {
  layer.append(h("div", { class: "corner" }), h("div", { class: "corner" }));
}

/**
 * Puts the corners of a layer around some cells.
 * @param {HTMLElement} layer
 * @param {{left: number, right: number, top: number, bottom: number}} edges
 */
export function surround(layer, { left, right, top, bottom }) {
  const out = (/** @type {number} */ cells) => STRIDE * Math.ceil((cells + 2) / STRIDE);
  const ends = [
    { x: -out(-left), y: out(top) },
    { x: out(right), y: -out(-bottom) },
  ];
  const at = JSON.stringify(ends);
  if (layer.dataset.ends === at) return;
  layer.dataset.ends = at;
  anchor(layer, ends);
  [...layer.querySelectorAll(".corner")].forEach((end, n) => lie(/** @type {HTMLElement} */ (end), ends[n]));
}
