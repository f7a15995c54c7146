// Looking at the board: one transform, moved by mouse, wheel, fingers and keys.
//
// The board is one composited layer that the browser draws once, at the scale it is drawn at (`drawn`), and then only
// moves and stretches; it is drawn anew, sharp, when everything is at rest.

import { still } from "../../dom.js";
import { SIDE } from "./art.js";

const NEAREST = 1.6;
const FARTHEST = 0.06;
/** How far a pointer may stray and still have clicked. */
const STEADY = 6;
const GLIDE = 240;
/** How long nothing moves before the board is drawn anew. */
const REST = 140;
/** A board that is shown this much smaller than it is drawn is drawn anew at once: what comes into view would take too long. */
const TOO_LARGE = 0.6;
const MARGIN = 12;
/** The scale of a board of few tiles. */
const LARGEST = 0.72;
/** A board that could be shown this much larger is. */
const WASTE = 1.4;

export class Camera {
  /**
   * @param {HTMLElement} window what is looked through
   * @param {HTMLElement[]} worlds what is looked at, one over the other
   * @param {HTMLElement[]} drawings what is in each of them
   * @param {(scale: number) => void} sharpened is told at which scale everything is at rest
   */
  constructor(window, worlds, drawings, sharpened) {
    this.window = window;
    this.worlds = worlds;
    this.drawings = drawings;
    this.sharpened = sharpened;
    this.x = 0;
    this.y = 0;
    this.scale = 0.5;
    /** @type {{x: number, y: number, scale: number}|null} what is on the screen, while it glides too */
    this.shown = null;
    /** The scale at which the board is drawn. */
    this.drawn = 0;
    this.draw(this.scale);
    /** How much of the window other things cover. */
    this.covered = { top: 16, bottom: 120 };
    /** Whether somebody has moved the board by hand. */
    this.own = false;
    /** @type {Map<number, {x: number, y: number}>} fingers and mouse */
    this.pointers = new Map();
    this.dragged = false;
    this.frame = 0;
    this.resting = 0;
    this.listen();
  }

  listen() {
    const { window: w } = this;
    w.addEventListener("pointerdown", (event) => this.down(event));
    w.addEventListener("pointermove", (event) => this.move(event));
    for (const name of ["pointerup", "pointercancel"]) w.addEventListener(name, (event) => this.up(/** @type {PointerEvent} */ (event)));
    w.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    w.addEventListener("click", (event) => this.swallow(event), { capture: true });
    w.addEventListener("dragstart", (event) => event.preventDefault());
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (event.button > 1) return;
    if (!this.pointers.size) this.dragged = false;
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.from = { x: event.clientX, y: event.clientY };
  }

  /** @param {PointerEvent} event */
  move(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before || !this.from) return;
    const now = { x: event.clientX, y: event.clientY };
    if (!this.dragged && this.pointers.size === 1 && Math.hypot(now.x - this.from.x, now.y - this.from.y) < STEADY) return;
    if (!this.dragged) this.window.setPointerCapture(event.pointerId);
    this.dragged = true;
    this.own = true;
    const other = [...this.pointers].find(([id]) => id !== event.pointerId)?.[1];
    this.pointers.set(event.pointerId, now);
    if (other) this.pinch(before, now, other);
    else this.shift(now.x - before.x, now.y - before.y);
  }

  /** @param {PointerEvent} event */
  up(event) {
    this.pointers.delete(event.pointerId);
    if (!this.pointers.size) this.rest();
  }

  /**
   * Whoever dragged did not click.
   * @param {MouseEvent} event
   */
  swallow(event) {
    if (!this.dragged) return;
    this.dragged = false;
    event.stopPropagation();
    event.preventDefault();
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    event.preventDefault();
    this.own = true;
    const lines = event.deltaMode === 1 ? 16 : 1;
    this.zoom(Math.exp(-event.deltaY * lines * 0.0016), event.clientX, event.clientY);
    this.rest();
  }

  /**
   * @param {{x: number, y: number}} before
   * @param {{x: number, y: number}} now
   * @param {{x: number, y: number}} other
   */
  pinch(before, now, other) {
    const apart = (/** @type {{x: number, y: number}} */ p) => Math.max(20, Math.hypot(p.x - other.x, p.y - other.y));
    this.shift((now.x - before.x) / 2, (now.y - before.y) / 2);
    this.zoom(apart(now) / apart(before), (now.x + other.x) / 2, (now.y + other.y) / 2);
  }

  /**
   * @param {number} dx
   * @param {number} dy
   */
  shift(dx, dy) {
    this.x += dx;
    this.y += dy;
    this.show();
  }

  /**
   * Zooms about a point of the screen, or the middle.
   * @param {number} by
   * @param {number} [clientX]
   * @param {number} [clientY]
   */
  zoom(by, clientX, clientY) {
    const box = this.window.getBoundingClientRect();
    const x = (clientX ?? box.left + box.width / 2) - box.left;
    const y = (clientY ?? box.top + box.height / 2) - box.top;
    const scale = Math.min(NEAREST, Math.max(FARTHEST, this.scale * by));
    this.x = x - ((x - this.x) * scale) / this.scale;
    this.y = y - ((y - this.y) * scale) / this.scale;
    this.scale = scale;
    this.show();
  }

  /** Shows where it is, once a frame. */
  show() {
    this.halt();
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      this.put(this);
      this.rest();
    });
  }

  /** @param {{x: number, y: number, scale: number}} place what is to be on the screen */
  put({ x, y, scale }) {
    if (scale < TOO_LARGE * this.drawn) this.draw(scale);
    this.shown = { x, y, scale };
    const stretch = scale === this.drawn ? "" : ` scale(${scale / this.drawn})`;
    for (const world of this.worlds) world.style.transform = `translate(${x}px, ${y}px)${stretch}`;
  }

  /** @param {number} scale at which the board is drawn from now on */
  draw(scale) {
    if (scale === this.drawn) return;
    this.drawn = scale;
    for (const drawing of this.drawings) drawing.style.transform = `scale(${scale})`;
  }

  /** What was to be shown next is not. */
  halt() {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
  }

  /** When nothing moves any more, the picture is drawn sharp. */
  rest() {
    clearTimeout(this.resting);
    this.resting = setTimeout(() => {
      if (!this.pointers.size || !this.dragged) this.sharpen();
    }, REST);
  }

  /** Tiles have whole numbers of pixels, so no seams show. */
  sharpen() {
    const dots = window.devicePixelRatio || 1;
    const whole = Math.max(1, Math.round(SIDE * this.scale * dots)) / (SIDE * dots);
    const box = this.window.getBoundingClientRect();
    this.x = Math.round((box.width / 2 - ((box.width / 2 - this.x) * whole) / this.scale) * dots) / dots;
    this.y = Math.round((box.height / 2 - ((box.height / 2 - this.y) * whole) / this.scale) * dots) / dots;
    this.scale = whole;
    this.halt();
    this.draw(whole);
    this.put(this);
    this.sharpened(whole);
  }

  /** Glides to where it is set, or is there at once. */
  glide() {
    this.halt();
    clearTimeout(this.resting);
    if (still() || !this.shown) return this.sharpen();
    const { x, y, scale } = this.shown;
    const start = performance.now();
    const step = () => {
      const done = Math.min(1, (performance.now() - start) / GLIDE);
      const part = 1 - (1 - done) ** 3;
      const between = (/** @type {number} */ from, /** @type {number} */ to) => from + part * (to - from);
      this.put({ x: between(x, this.x), y: between(y, this.y), scale: between(scale, this.scale) });
      this.frame = done < 1 ? requestAnimationFrame(step) : 0;
    };
    step();
    this.resting = setTimeout(() => this.sharpen(), GLIDE + REST);
  }

  /**
   * Room around the board that other things cover.
   * @returns {{left: number, top: number, width: number, height: number}}
   */
  room() {
    const box = this.window.getBoundingClientRect();
    const { top, bottom } = this.covered;
    return { left: 0, top, width: box.width, height: Math.max(80, box.height - top - bottom) };
  }

  /**
   * The scale at which some cells fill the room.
   * @param {{left: number, right: number, top: number, bottom: number}} edges in cells, y northwards
   */
  filling(edges) {
    const room = this.room();
    const [wide, high] = [(edges.right - edges.left + 1) * SIDE, (edges.top - edges.bottom + 1) * SIDE];
    return Math.min(LARGEST, Math.max(FARTHEST, Math.min((room.width - 2 * MARGIN) / wide, room.height / high)));
  }

  /**
   * Whether cells could be shown much larger than they are.
   * @param {{left: number, right: number, top: number, bottom: number}} edges
   */
  wastes(edges) {
    return this.filling(edges) > WASTE * this.scale;
  }

  /**
   * Shows some cells in full.
   * @param {{left: number, right: number, top: number, bottom: number}} edges
   */
  fit(edges) {
    const room = this.room();
    this.scale = this.filling(edges);
    this.x = room.left + room.width / 2 - ((edges.left + edges.right + 1) / 2) * SIDE * this.scale;
    this.y = room.top + room.height / 2 + ((edges.top + edges.bottom - 1) / 2) * SIDE * this.scale;
    this.glide();
  }

  /**
   * Whether cells are in full view.
   * @param {{left: number, right: number, top: number, bottom: number}} edges
   */
  sees(edges) {
    const room = this.room();
    const [left, right] = [this.x + edges.left * SIDE * this.scale, this.x + (edges.right + 1) * SIDE * this.scale];
    const [top, bottom] = [this.y - edges.top * SIDE * this.scale, this.y - (edges.bottom - 1) * SIDE * this.scale];
    const slack = 4;
    return left >= -slack && right <= room.width + slack && top >= room.top - slack && bottom <= room.top + room.height + slack;
  }

  /**
   * Moves just as far as it takes to see some cells.
   * @param {{left: number, right: number, top: number, bottom: number}} edges
   */
  bring(edges) {
    if (this.sees(edges)) return;
    const room = this.room();
    const [left, right] = [this.x + edges.left * SIDE * this.scale, this.x + (edges.right + 1) * SIDE * this.scale];
    const [top, bottom] = [this.y - edges.top * SIDE * this.scale, this.y - (edges.bottom - 1) * SIDE * this.scale];
    const inside = (/** @type {number} */ low, /** @type {number} */ high, /** @type {number} */ from, /** @type {number} */ to) =>
      low < from ? from - low : high > to ? to - high : 0;
    this.x += inside(left, right, MARGIN, room.width - MARGIN);
    this.y += inside(top, bottom, room.top + MARGIN, room.top + room.height - MARGIN);
    this.glide();
  }

  /**
   * Comes near a cell.
   * @param {{x: number, y: number}} cell
   * @param {number} scale
   */
  approach({ x, y }, scale) {
    const room = this.room();
    this.scale = scale;
    this.x = room.width / 2 - (x + 0.5) * SIDE * scale;
    this.y = room.top + room.height / 2 - (0.5 - y) * SIDE * scale;
    this.glide();
  }

  /** @param {{x: number, y: number, scale: number}} place where it was before */
  back(place) {
    Object.assign(this, place);
    this.glide();
  }

  /**
   * The point of the board under a point of the screen.
   * @param {number} clientX
   * @param {number} clientY
   */
  point(clientX, clientY) {
    const box = this.window.getBoundingClientRect();
    return { x: (clientX - box.left - this.x) / this.scale, y: (clientY - box.top - this.y) / this.scale };
  }
}

/**
 * The edges of some cells.
 * @param {{x: number, y: number}[]} cells
 */
export function edgesOf(cells) {
  const [xs, ys] = [cells.map((cell) => cell.x), cells.map((cell) => cell.y)];
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.max(...ys), bottom: Math.min(...ys) };
}
