// What is as large as a cell lies in a grid, so that a layer with a thousand tiles is painted as one: things with a
// position or a transform of their own would be spread over hundreds of layers, of which every frame of a pan visits each.

import { SIDE } from "./art.js";

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
