// The board: tiles, figures, legal cells, and what is pointed out, all under one camera.

import { h, svg } from "../../dom.js";
import { t } from "../../i18n.js";
import { SIDE, pieceKey, pieceOf, piecePicture, role, segmentAt, segmentKind, segmentPath, stand, standing, tilePicture } from "./art.js";
import { Bitmaps } from "./bitmaps.js";
import { Camera, edgesOf } from "./camera.js";
import { same } from "../play/choice.js";
import { anchor, corner, lie, surround } from "./grid.js";
import { shadowParts } from "../after/shadow.js";
import { placeWords, roleWords } from "../panels/words.js";

/** How far apart pieces stand that share a segment. */
const CROWD = 18;
/** What is over the tiles. */
const OVER = ["steps", "ghosts", "shadow", "figures", "spots"];
/** What grows with the board. */
const GROUND = ["shades", "tiles"];
const LAYERS = ["places", ...GROUND, ...OVER, "motion"];
/** Tiles smaller than this on the screen are too small to choose a figure on. */
const NEAR = 90;
/** How long a tile that was laid is looked at from nearby, in milliseconds. */
const LINGER = 200;
/** On a board of more tiles than this nothing is done for beauty alone, so that it can be moved at ease. */
const MANY = 300;

/** @typedef {{x: number, y: number, rotations?: number[], side?: import("../../wire").Side}} Reachable a cell that can be chosen */

export class Board extends HTMLElement {
  /** @type {import("../model.js").TableModel} */
  table = /** @type {any} */ (null);
  /** @type {Record<string, HTMLElement>} */
  layers = Object.fromEntries(LAYERS.map((name) => [name, h("div", { class: `layer ${name}` })]));
  marks = svg("svg", { class: "marks", width: 1, height: 1, "aria-hidden": "true" });
  /** What breathes lies under all else and what moves over it; both are drawn apart, so that the rest stands still. */
  places = h("div", { class: "drawn" }, this.layers.places);
  land = h(
    "div",
    { class: "drawn" },
    GROUND.map((name) => this.layers[name]),
    this.marks,
    OVER.map((name) => this.layers[name]),
  );
  motions = h("div", { class: "drawn" }, this.layers.motion);
  worlds = [h("div", { class: "world breath" }, this.places), h("div", { class: "world" }, this.land), h("div", { class: "world moving" }, this.motions)];
  camera = new Camera(/** @type {HTMLElement} */ (this), this.worlds, [this.places, this.land, this.motions], (scale) => this.grow(scale));
  bitmaps = new Bitmaps(() => this.repaint());
  /** Whether tiles are so small on the screen that bitmaps do. */
  small = true;
  /** @type {Map<string, HTMLElement>} */
  tiles = new Map();
  /** @type {Map<string, HTMLElement>} */
  shades = new Map();
  /** @type {Map<string, HTMLElement>} */
  pieces = new Map();
  /** What the camera was last fitted to. */
  fitted = "";
  /** @type {{x: number, y: number, scale: number}|null} where the camera was before it came near */
  wide = null;
  /** @type {ReturnType<typeof setTimeout>|undefined} until the camera goes back there */
  lingering = undefined;
  /** @type {import("../play/choice.js").Spot|null} */
  followed = null;
  /** @type {Reachable|null} the legal cell under the mouse */
  hovered = null;
  /** What the layers show, to tell whether it has changed. */
  shown = { tiles: "", pieces: "", cells: "", ghosts: "", spots: "" };
  /** @type {import("../../wire").Laid[]} the list that the tiles are from; it grows */
  source = [];
  /** The theme that the tiles are shown in. */
  looked = "";

  connectedCallback() {
    if (this.land.isConnected) return;
    this.append(...this.worlds);
    for (const name of GROUND) corner(this.layers[name]);
    this.addEventListener("click", (event) => this.pressed(event));
  }

  /**
   * From afar figures are drawn larger than they are, so that they can be told apart.
   * @param {number} scale
   */
  grow(scale) {
    const grown = String(Math.min(1.5, Math.max(1, 0.4 / scale)));
    for (const name of ["shadow", "figures", "motion"]) this.layers[name].style.setProperty("--figures", grown);
    const small = this.bitmaps.suffice(SIDE * scale);
    if (small === this.small) return;
    this.small = small;
    this.repaint();
  }

  disconnectedCallback() {
    this.bitmaps.clear();
  }

  /** Shows every tile in the picture that suits it now. */
  repaint() {
    if (!this.isConnected) return;
    this.shown.tiles = "";
    this.showTiles(this.source);
  }

  /**
   * The picture of a tile: its bitmap or its drawing.
   * @param {import("../../wire").Laid} tile
   */
  picture({ tile, rotation }) {
    const drawing = tilePicture(tile, rotation);
    return this.small ? this.bitmaps.of(drawing) : drawing;
  }

  /** @param {import("../model.js").TableModel} table */
  update(table) {
    this.table = table;
    const view = table.view;
    if (!view) return;
    this.showTiles(view.tiles);
    const edges = this.extent();
    for (const name of GROUND) surround(this.layers[name], edges);
    this.showPieces(view);
    this.showCells();
    this.showGhost();
    this.showSpots();
    this.showMarks();
    this.follow(table.choice.spot);
    this.look();
  }

  /**
   * Goes near enough to a tile that is put down to choose a figure on it, and back when that is done.
   * @param {import("../play/choice.js").Spot|null} spot
   */
  follow(spot) {
    if (spot === this.followed) return;
    const { camera } = this;
    clearTimeout(this.lingering);
    if (spot && SIDE * camera.scale < NEAR) {
      this.wide ??= { x: camera.x, y: camera.y, scale: camera.scale };
      camera.approach(spot, (1.3 * NEAR) / SIDE);
    } else if (spot) camera.bring(edgesOf([spot]));
    else if (this.wide) this.lingering = setTimeout(() => this.stepBack(), LINGER);
    this.followed = spot;
  }

  /** The tile has been seen where it lies: now the board again. */
  stepBack() {
    if (this.wide) this.camera.back(this.wide);
    this.wide = null;
    this.look();
  }

  /** @param {import("../../wire").Laid[]} tiles */
  showTiles(tiles) {
    const look = tilePicture("", 0);
    const text = `${tiles.length} ${look}`;
    if (this.source === tiles && this.shown.tiles === text) return;
    if (look !== this.looked) this.bitmaps.clear();
    [this.source, this.shown.tiles, this.looked] = [tiles, text, look];
    const wanted = new Map(tiles.map((tile) => [`${tile.x},${tile.y}`, tile]));
    prune(this.tiles, wanted);
    prune(this.shades, wanted);
    for (const world of this.worlds) world.classList.toggle("many", tiles.length > MANY);
    for (const [key, tile] of wanted) {
      const { x, y } = tile;
      const source = this.picture(tile);
      let image = /** @type {HTMLImageElement|undefined} */ (this.tiles.get(key));
      if (!image) {
        image = /** @type {HTMLImageElement} */ (h("img", { class: "tile", alt: "", draggable: false }));
        lie(image, { x, y });
        this.layers.tiles.append(image);
        this.tiles.set(key, image);
        this.shades.set(key, this.shade({ x, y }));
      }
      if (image.getAttribute("src") !== source) image.src = source;
    }
  }

  /**
   * Shadows lie under all tiles, so that none falls on a neighbour.
   * @param {{x: number, y: number}} cell
   */
  shade(cell) {
    const shade = h("div", { class: "shade" });
    lie(shade, cell);
    this.layers.shades.append(shade);
    return shade;
  }

  /** @param {import("../../wire").View} view */
  showPieces(view) {
    const wanted = new Map();
    for (const [n, piece] of view.figures.entries()) {
      const laid = this.table.tileAt(piece.x, piece.y);
      if (!laid) continue;
      const name = role(piece.figure, segmentKind(laid.tile, piece.segment));
      const before = view.figures.slice(0, n).filter(({ x, y, segment }) => x === piece.x && y === piece.y && segment === piece.segment);
      const [left, top] = standing(laid, piece.segment);
      const equal = before.filter(({ seat, figure }) => seat === piece.seat && figure === piece.figure).length;
      wanted.set(pieceKey(piece, equal), { name, seat: piece.seat, at: [left + CROWD * before.length, top] });
    }
    for (const who of /** @type {const} */ (["dragon", "fairy"])) {
      const at = this.placeOf(view, who);
      if (at) wanted.set(who, { name: who, seat: 1, at });
    }
    const text = JSON.stringify([...wanted]);
    if (text === this.shown.pieces) return;
    this.shown.pieces = text;
    prune(this.pieces, wanted);
    for (const [key, { name, seat, at }] of wanted) this.showPiece(key, name, seat, at);
  }

  /**
   * Where the dragon or the fairy is.
   * @param {import("../../wire").View} view
   * @param {"dragon"|"fairy"} who
   * @returns {[number, number]|null}
   */
  placeOf(view, who) {
    const being = view[who];
    const laid = being && this.table.tileAt(being.x, being.y);
    if (!laid) return null;
    const segment = "segment" in being ? being.segment : null;
    const [x, y] = standing(laid, segment);
    if (who === "dragon") return [x, y + 30];
    return segment === null ? [x, y + 20] : [x + 30, y + 4];
  }

  /**
   * @param {string} key
   * @param {import("../../vocabulary.js").Piece} name
   * @param {number} seat
   * @param {[number, number]} at
   */
  showPiece(key, name, seat, at) {
    let image = this.pieces.get(key);
    if (!image) {
      image = h("img", { class: `piece ${name}`, alt: "", draggable: false });
      this.layers.figures.append(image);
      this.pieces.set(key, image);
    }
    const source = piecePicture(name, seat);
    if (image.getAttribute("src") !== source) image.setAttribute("src", source);
    stand(image, name, at);
  }

  /** The legal cells; for the dragon, those it may go to. */
  showCells() {
    const { choice } = this.table;
    const steps = choice.steps();
    /** @type {Reachable[]} */
    const places = choice.sending ? [] : [...choice.places(), ...steps];
    const at = (/** @type {Reachable} */ cell) => choice.spot?.x === cell.x && choice.spot?.y === cell.y;
    const wanted = places.map((cell) => ({ ...cell, chosen: at(cell) || (cell.side !== undefined && cell.side === choice.side) }));
    const text = JSON.stringify(wanted);
    if (text === this.shown.cells) return;
    this.shown.cells = text;
    // Steps lead onto tiles, places are beside them.
    const layer = steps.length ? this.layers.steps : this.layers.places;
    for (const one of [this.layers.steps, this.layers.places]) {
      const shown = one === layer ? wanted : [];
      anchor(one, shown);
      one.replaceChildren(...shown.map((cell) => this.cell(cell)));
    }
    this.worlds[0].hidden = !layer.children.length || layer === this.layers.steps;
    this.hover(null);
  }

  /** @param {Reachable & {chosen: boolean}} cell */
  cell(cell) {
    const kind = cell.side ? "step" : "place";
    const label = cell.side ? t(`table.side.${cell.side}`) : placeWords(cell);
    const button = h("button", {
      class: `cell ${kind}${cell.chosen ? " chosen" : ""}`,
      type: "button",
      tabindex: "-1",
      aria: { label },
      data: { x: cell.x, y: cell.y },
    });
    lie(button, cell);
    const { side } = cell;
    if (side) button.addEventListener("click", () => this.table.choice.send([{ type: "dragon", side }]));
    else {
      button.addEventListener("click", () => this.table.choice.put(cell.x, cell.y));
      button.addEventListener("pointerenter", (event) => event.pointerType === "mouse" && this.hover(cell));
      button.addEventListener("pointerleave", () => this.hover(null));
    }
    return button;
  }

  /** @param {Reachable|null} cell the legal cell under the mouse */
  hover(cell) {
    this.hovered = cell;
    this.showGhost();
  }

  /** The tile as it is put down, or as it would lie under the mouse. */
  showGhost() {
    const { choice, view } = this.table;
    const tile = choice.phase === "place" ? view.hand : null;
    const ghosts = [];
    if (tile && choice.spot) {
      ghosts.push({ ...choice.spot, css: "ghost put" });
      this.bitmaps.of(tilePicture(tile, choice.spot.rotation));
    }
    const over = this.hovered;
    if (tile && over && !(choice.spot?.x === over.x && choice.spot?.y === over.y)) {
      ghosts.push({ x: over.x, y: over.y, rotation: choice.fitting(over.rotations ?? []), css: "ghost" });
    }
    const text = JSON.stringify([ghosts, tile, tilePicture("", 0), this.table.shadow, view.tiles.length]);
    if (text === this.shown.ghosts) return;
    this.shown.ghosts = text;
    anchor(this.layers.ghosts, ghosts);
    this.layers.ghosts.replaceChildren(
      ...ghosts.map(({ x, y, rotation, css }) => {
        const image = h("img", { class: `tile ${css}`, src: tilePicture(tile ?? "", rotation), alt: "", draggable: false });
        lie(image, { x, y });
        return image;
      }),
    );
    this.layers.shadow.replaceChildren(...shadowParts(this.table));
  }

  /** The places for figures, each named by its role. */
  showSpots() {
    const { choice } = this.table;
    const seat = this.table.mine();
    const options = choice.sending || !seat ? [] : choice.options();
    const text = JSON.stringify([options, choice.pick, choice.spot, seat]);
    if (text === this.shown.spots) return;
    this.shown.spots = text;
    this.layers.spots.replaceChildren(...options.map((option, n) => this.spot(option, n, seat ?? 1)));
  }

  /**
   * @param {import("../play/choice.js").Option} option
   * @param {number} n
   * @param {number} seat
   */
  spot(option, n, seat) {
    const laid = this.table.tileAt(option.x, option.y);
    const name = pieceOf(option, laid);
    const chosen = same(option, this.table.choice.pick);
    const label = roleWords(option, this.table);
    const picture = option.type === "evict" ? null : h("img", { src: piecePicture(name, seat), alt: "", draggable: false });
    const number = n < 9 ? h("span", { class: "number", aria: { hidden: true } }, `${n + 1}`) : null;
    const button = h(
      "button",
      { class: `spot ${option.type}${chosen ? " chosen" : ""}`, type: "button", title: label, aria: { label, pressed: chosen }, data: { n } },
      picture,
      number,
    );
    button.addEventListener("click", () => this.table.choice.choose(option));
    const [x, y] = laid ? standing(laid, option.segment) : [0, 0];
    button.style.left = `${x + (option.type === "fairy" ? 26 : 0)}px`;
    button.style.top = `${y}px`;
    return button;
  }

  /** What is pointed out: cells and segments that the log or a question is about, owners of fields, dead cells. */
  showMarks() {
    const { lit, asides, options, feature, view } = this.table;
    const marks = [];
    if (options.fields) for (const field of asides.features.filter((f) => f.kind === "field")) marks.push(...this.owned(field));
    if (options.dead) for (const cell of asides.fits.filter((c) => !c.tiles.length)) marks.push(square(cell, "dead"));
    for (const cell of view.visited) marks.push(square(cell, "visited"));
    for (const cell of lit.cells) marks.push(square(cell, "lit"));
    for (const spot of [...lit.spots, ...(feature?.spots ?? [])]) marks.push(this.outline(spot, "lit"));
    for (const cell of feature?.needs ?? []) marks.push(square(cell, "needs"));
    if (marks.length || this.marks.firstChild) this.marks.replaceChildren(...marks.filter((mark) => mark !== null));
  }

  /** @param {import("../../wire").Feature} field */
  owned(field) {
    const most = Math.max(...field.followers);
    const owners = field.followers.flatMap((n, seat) => (n === most ? [seat + 1] : []));
    return field.spots.map((spot) => this.outline(spot, `owned seat-${owners.length > 1 ? "shared" : owners[0]}`));
  }

  /**
   * @param {{x: number, y: number, segment: number}} spot
   * @param {string} css
   */
  outline({ x, y, segment }, css) {
    const laid = this.table.tileAt(x, y);
    if (!laid) return null;
    const turn = `translate(${x * SIDE} ${-y * SIDE}) rotate(${90 * laid.rotation} ${SIDE / 2} ${SIDE / 2})`;
    return svg("path", { class: css, d: segmentPath(laid.tile, segment), transform: turn, "fill-rule": "evenodd" });
  }

  /** @param {MouseEvent} event */
  pressed(event) {
    if (/** @type {Element} */ (event.target).closest("button")) return;
    const { x, y } = this.camera.point(event.clientX, event.clientY);
    const cell = { x: Math.floor(x / SIDE), y: -Math.floor(y / SIDE) };
    const laid = this.table.view?.tiles.find((tile) => tile.x === cell.x && tile.y === cell.y);
    const tentative = this.table.choice.tentativeTile(cell.x, cell.y);
    if (tentative) return this.table.choice.put(cell.x, cell.y);
    const segment = laid && segmentAt(laid, x - cell.x * SIDE, y + cell.y * SIDE);
    this.dispatchEvent(new CustomEvent("feature", { detail: segment === undefined ? null : { ...cell, segment } }));
  }

  /** Everything that is to be seen: all tiles and the cells one may choose. */
  extent() {
    const { view, choice } = this.table;
    const around = view.tiles.flatMap(({ x, y }) => [
      { x: x - 1, y: y - 1 },
      { x: x + 1, y: y + 1 },
    ]);
    return edgesOf([...around, ...choice.places()]);
  }

  /** Fits the board after a move if what matters is out of sight. */
  look() {
    const { view, choice } = this.table;
    const key = `${view.tiles.length}:${choice.phase}`;
    if (key === this.fitted || this.wide || !this.clientWidth) return;
    const first = this.fitted === "";
    this.fitted = key;
    const last = view.tiles.at(-1);
    // Who has come nearer stays as near.
    if (this.camera.own && last && !first) this.camera.bring(edgesOf([last]));
    else if (first || !this.camera.sees(edgesOf([...view.tiles, ...choice.places()])) || this.camera.wastes(this.extent())) this.fit();
  }

  fit() {
    this.wide = null;
    this.camera.own = false;
    this.camera.fit(this.extent());
  }
}

/**
 * @param {{x: number, y: number}} cell
 * @param {string} css
 */
function square({ x, y }, css) {
  return svg("rect", { class: css, x: x * SIDE + 3, y: -y * SIDE + 3, width: SIDE - 6, height: SIDE - 6, rx: 8 });
}

/**
 * @param {Map<string, HTMLElement>} have
 * @param {Map<string, any>} wanted
 */
function prune(have, wanted) {
  for (const [key, element] of have) {
    if (wanted.has(key)) continue;
    element.remove();
    have.delete(key);
  }
}

customElements.define("bastide-board", Board);
