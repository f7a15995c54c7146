// A move that was not made, shown on the board beside the one that was: a tile and a figure one can see through.

import { h } from "../../dom.js";
import { SIDE, pieceOf, piecePicture, stand, standing, tilePicture } from "../board/art.js";

/**
 * A line of actions on the board; `bold` if it stands in place of what was played.
 * @typedef {{tile: string, line: import("../../wire").Input[], seat: number, bold: boolean}} Shadow
 */

/**
 * @param {import("../model.js").TableModel} table
 * @returns {HTMLElement[]}
 */
export function shadowParts(table) {
  const { shadow } = table;
  if (!shadow) return [];
  const place = shadow.line.find((action) => action.type === "place");
  const laid = place && { tile: shadow.tile, x: place.x, y: place.y, rotation: place.rotation };
  const covered = laid && table.view.tiles.some(({ x, y }) => x === laid.x && y === laid.y);
  const parts = [];
  if (laid && !covered) {
    const image = h("img", { class: `tile ghost advised${shadow.bold ? " bold" : ""}`, src: tilePicture(laid.tile, laid.rotation), alt: "", draggable: false });
    image.style.left = `${laid.x * SIDE}px`;
    image.style.top = `${-laid.y * SIDE}px`;
    parts.push(image);
  }
  const figure = shadow.line.find((action) => action.type === "deploy" || action.type === "fairy");
  const on = figure && (laid?.x === figure.x && laid.y === figure.y ? laid : table.tileAt(figure.x, figure.y));
  // On a tile that lies otherwise the place would be wrong.
  if (figure && on && !(covered && on === laid)) parts.push(piece(figure, on, shadow));
  return parts;
}

/**
 * @param {Extract<import("../../wire").Input, {type: "deploy"|"fairy"}>} action
 * @param {import("../../wire").Laid} laid
 * @param {Shadow} shadow
 */
function piece(action, laid, { seat, bold }) {
  const option = /** @type {import("../play/choice.js").Option} */ (action);
  const name = pieceOf(option, laid);
  const image = h("img", { class: `piece advised${bold ? " bold" : ""}`, src: piecePicture(name, seat), alt: "", draggable: false });
  stand(image, name, standing(laid, action.segment));
  return image;
}
