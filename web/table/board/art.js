// Pictures, and where segments are on them.

import { assets, get } from "../../api.js";
import { never } from "../../never.js";
import { PIECES, ROLE_OF } from "../../vocabulary.js";

/**
 * @typedef {import("../../vocabulary.js").Piece} Piece
 * @typedef {import("../../wire").FeatureKind} FeatureKind
 */

/** The side of a tile in the board's units. */
export const SIDE = 200;

/** @type {Record<string, {segment: number, kind: FeatureKind, path: string, stand: [number, number]}[]>} */
let outlines = {};

export async function loadOutlines() {
  if (!Object.keys(outlines).length) outlines = await get(`${assets}art/outlines.json`);
}

/** How the land looks: the theme that was chosen. */
export function theme() {
  return document.documentElement.dataset.theme === "winter" ? "winter" : "classic";
}

/**
 * @param {string} tile
 * @param {number} rotation
 */
export function tilePicture(tile, rotation) {
  return `${assets}art/${theme()}/${tile}/${rotation}.svg`;
}

/**
 * @param {Piece} piece
 * @param {number} [seat]
 */
export function piecePicture(piece, seat = 1) {
  return `${assets}art/figure/${piece}/${seat}.svg`;
}

/**
 * @param {string} tile
 * @param {number} segment
 */
function outline(tile, segment) {
  return outlines[tile]?.find((outline) => outline.segment === segment);
}

/**
 * What a segment is part of.
 * @param {string} tile
 * @param {number} segment
 */
export function segmentKind(tile, segment) {
  return outline(tile, segment)?.kind ?? "field";
}

/**
 * What the segments of a tile are part of.
 * @param {string} tile
 */
export function tileKinds(tile) {
  return (outlines[tile] ?? []).map(({ kind }) => kind);
}

/**
 * The text of a path around a segment of a tile that is not turned.
 * @param {string} tile
 * @param {number} segment
 */
export function segmentPath(tile, segment) {
  return outline(tile, segment)?.path ?? "";
}

/**
 * A point of a tile after turning it.
 * @param {number} x
 * @param {number} y
 * @param {number} rotation
 * @returns {[number, number]}
 */
export function turned(x, y, rotation) {
  /** @type {[number, number][]} */
  const ways = [
    [x, y],
    [SIDE - y, x],
    [SIDE - x, SIDE - y],
    [y, SIDE - x],
  ];
  return ways[rotation & 3];
}

/**
 * Where a figure stands on the board.
 * @param {{tile: string, x: number, y: number, rotation: number}} laid
 * @param {number|null|undefined} segment
 * @returns {[number, number]}
 */
export function standing(laid, segment) {
  const at = segment === null || segment === undefined ? undefined : outline(laid.tile, segment)?.stand;
  const [x, y] = turned(at?.[0] ?? SIDE / 2, at?.[1] ?? SIDE / 2, laid.rotation);
  return [laid.x * SIDE + x, -laid.y * SIDE + y];
}

/** @type {CanvasRenderingContext2D|null} */
let judge = null;

/**
 * The segment at a point of a laid tile; what lies on top wins.
 * @param {{tile: string, rotation: number}} laid
 * @param {number} x
 * @param {number} y
 */
export function segmentAt(laid, x, y) {
  judge ??= document.createElement("canvas").getContext("2d");
  const [ownX, ownY] = turned(x, y, 4 - laid.rotation);
  const hit = (outlines[laid.tile] ?? []).filter(({ path }) => judge?.isPointInPath(new Path2D(path), ownX, ownY, "evenodd"));
  return hit.at(-1)?.segment;
}

/**
 * The piece that an option is about.
 * @param {import("../play/choice.js").Option} option
 * @param {import("../../wire").Laid|undefined} laid the tile it is on
 * @returns {Piece}
 */
export function pieceOf(option, laid) {
  switch (option.type) {
    case "fairy":
      return "fairy";
    case "deploy":
      return role(option.figure, kindOn(laid, option.segment));
    case "evict":
      return role("follower", kindOn(laid, option.segment));
    default:
      return never(option);
  }
}

/**
 * @param {import("../../wire").Laid|undefined} laid
 * @param {number} segment
 */
function kindOn(laid, segment) {
  return laid ? segmentKind(laid.tile, segment) : "field";
}

/**
 * What tells a piece on the board from others; of pieces that are equal, how many of them come before.
 * @param {import("../../wire").Piece} piece
 */
export function pieceKey({ seat, figure, x, y, segment }, before = 0) {
  return [x, y, segment, seat, figure, before].join();
}

/** @param {import("../../wire").Figure} figure @param {FeatureKind} kind */
export function role(figure, kind) {
  return ROLE_OF[figure][kind];
}

/**
 * Puts the picture of a piece where it stands.
 * @param {HTMLElement} image
 * @param {Piece} name
 * @param {[number, number]} at
 */
export function stand(image, name, [x, y]) {
  const [size, across, down] = PIECES[name];
  // No transform: it would take a layer of its own (see grid.js).
  const grown = name === "dragon" ? "1" : "var(--figures, 1)";
  image.style.width = `calc(${size}px * ${grown})`;
  image.style.left = `calc(${x}px - ${size * across}px * ${grown})`;
  image.style.top = `calc(${y}px - ${size * down}px * ${grown})`;
}
