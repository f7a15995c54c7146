// @ts-check
// Pictures of tiles and figures, as the server draws them.

import { assets } from "../api.js";
import { h } from "../dom.js";
import { theme } from "./looks.js";

/**
 * A tile, as its kind and rotation: `D/2`.
 * @param {string} tile
 */
export function tile(tile) {
  const [kind, rotation = "0"] = tile.split("/");
  return picture(`${theme()}/${kind}/${rotation}`, "tile");
}

/**
 * A figure in the colours of a seat.
 * @param {string} piece knight, thief, monk, farmer, builder, pig, fairy or dragon
 * @param {number} [seat] counted from 1
 */
export function figure(piece, seat = 1) {
  return picture(`figure/${piece}/${seat}`, `figure figure-${piece}`);
}

/**
 * A piece of land: rows of tiles from the north, each from the west.
 * @param {string[][]} rows
 * @param {...Node} standing what stands on it
 */
export function land(rows, ...standing) {
  const across = rows[0]?.length ?? 1;
  return h(
    "div",
    { class: `land across-${across}`, aria: { hidden: "true" } },
    h("div", { class: "land-tiles" }, rows.flat().map(tile)),
    standing.length > 0 && h("div", { class: "land-figures" }, standing),
  );
}

/**
 * @param {string} path
 * @param {string} name
 */
function picture(path, name) {
  const image = h("img", { class: name, src: `${assets}art/${path}.svg`, alt: "", draggable: "false" });
  image.addEventListener("error", () => image.classList.add("missing"));
  return image;
}
