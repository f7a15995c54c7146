// What somebody is about to do: a tile put down tentatively, a figure chosen for it; nothing is done before it is
// confirmed. Which places and figures there are, the server says.

/**
 * @typedef {{x: number, y: number, rotation: number, rotations: number[]}} Spot
 * @typedef {import("../../wire").Input} Action
 * @typedef {Extract<Action, {type: "deploy"|"evict"|"fairy"}>} Option what can be chosen for a place
 * @typedef {import("../../wire").Side} Side
 */

import { never } from "../../never.js";

const GROUPS = ["here", "portal", "evict", "fairy"];

export class Choice {
  /** @param {import("../model.js").TableModel} table */
  constructor(table) {
    this.table = table;
    this.rotation = 0;
    this.reset();
  }

  /** Nothing is chosen. */
  reset() {
    /** @type {Spot|null} the tile as it is put down */
    this.spot = null;
    /** @type {Action[]|null} what could follow */
    this.actions = null;
    /** @type {Option|null} what is to follow */
    this.pick = null;
    /** @type {string|null} the kind of option on show */
    this.group = null;
    /** @type {Side|null} where the dragon is to go */
    this.side = null;
    this.sending = false;
    /** @type {import("../../wire").Event[]} what the tile put down would bring at once */
    this.preview = [];
  }

  /** What the table waits for, if it is for somebody here. */
  get phase() {
    return this.table.mine() && !this.table.past ? this.table.state.now.phase?.type : null;
  }

  /** The legal cells, each with its rotations. */
  places() {
    if (this.phase !== "place") return [];
    const all = this.table.state.now.places.map(([x, y, bits]) => ({ x, y, rotations: [0, 1, 2, 3].filter((n) => (bits >> n) & 1) }));
    return this.table.guide?.places(all) ?? all;
  }

  /**
   * How the tile in hand would lie on a cell.
   * @param {number[]} rotations
   */
  fitting(rotations) {
    const turns = [0, 1, 2, 3].map((n) => (this.rotation + n) % 4);
    return turns.find((rotation) => rotations.includes(rotation)) ?? rotations[0];
  }

  /**
   * Puts the tile down; once more on the same cell turns it.
   * @param {number} x
   * @param {number} y
   */
  put(x, y) {
    if (this.sending) return;
    if (this.spot?.x === x && this.spot.y === y) return this.turn();
    const place = this.places().find((place) => place.x === x && place.y === y);
    if (!place) return;
    this.lay({ x, y, rotations: place.rotations, rotation: this.fitting(place.rotations) });
  }

  /**
   * @param {Spot} spot
   * @returns {Promise<void>} until it is known what may follow
   */
  lay(spot) {
    this.spot = spot;
    this.rotation = spot.rotation;
    this.actions = null;
    this.pick = null;
    this.group = null;
    this.preview = [];
    const asked = this.ask(spot);
    this.table.change();
    return asked;
  }

  /** Turns the tile to its next legal rotation, or in the hand by a quarter. */
  turn(step = 1) {
    if (this.phase !== "place" || this.sending) return;
    if (!this.spot) {
      this.rotation = (this.rotation + step + 4) % 4;
      return this.table.change();
    }
    const { rotations, rotation } = this.spot;
    const next = rotations[(rotations.indexOf(rotation) + step + rotations.length) % rotations.length];
    if (next !== rotation) this.lay({ ...this.spot, rotation: next });
  }

  /** @param {Spot} spot */
  async ask(spot) {
    const actions = [this.placing(spot)];
    try {
      const answer = await this.table.preview(actions);
      if (this.spot !== spot) return;
      this.actions = answer.actions;
      this.preview = answer.events;
      this.group = this.groups()[0] ?? null;
    } catch (error) {
      if (this.spot === spot) this.reset();
      this.table.complain(error);
    }
    this.table.change();
  }

  /**
   * @param {Spot} spot
   * @returns {Action}
   */
  placing({ x, y, rotation }) {
    return { type: "place", x, y, rotation };
  }

  /** What can follow on the tile: from the preview, or from the table if the tile lies already. */
  following() {
    const all = this.phase === "figure" ? this.table.state.now.actions : this.spot ? (this.actions ?? []) : [];
    return this.table.guide?.actions(all) ?? all;
  }

  /** The tile that figures go on. */
  fresh() {
    if (this.spot) return this.spot;
    return this.phase === "figure" ? this.table.state.view.tiles.at(-1) : null;
  }

  /**
   * @param {Action} action
   * @returns {string|null}
   */
  groupOf(action) {
    const fresh = this.fresh();
    switch (action.type) {
      case "deploy":
        return fresh && action.x === fresh.x && action.y === fresh.y ? "here" : "portal";
      case "evict":
      case "fairy":
        return action.type;
      case "place":
      case "dragon":
      case "take-extra":
      case "pass":
      case "draw":
      case "retire":
      case "end-now":
        return null;
      default:
        return never(action);
    }
  }

  /** The kinds of options there are, in order. */
  groups() {
    const found = new Set(this.following().map((action) => this.groupOf(action)));
    return GROUPS.filter((group) => found.has(group));
  }

  /** The kind of option on show. */
  shownGroup() {
    const groups = this.groups();
    return this.group && groups.includes(this.group) ? this.group : (groups[0] ?? null);
  }

  /**
   * The options on show, in the order of their numbers.
   * @returns {Option[]}
   */
  options() {
    const group = this.shownGroup();
    const shown = this.following().filter((action) => this.groupOf(action) === group);
    return group ? /** @type {Option[]} */ (shown) : [];
  }

  /** @param {string} group */
  show(group) {
    this.group = group;
    this.pick = null;
    this.table.change();
  }

  mayPass() {
    return this.following().some((action) => action.type === "pass");
  }

  /** @param {Option|null} action */
  choose(action) {
    if (this.sending) return;
    this.pick = action && same(action, this.pick) ? null : action;
    this.table.change();
  }

  /**
   * Chooses what was advised: where the dragon is to go, or what is to follow the tile.
   * @param {Action} advised
   */
  follow(advised) {
    if (advised.type === "dragon") this.side = advised.side;
    else {
      const option = this.following().find((action) => same(action, advised));
      if (option) this.group = this.groupOf(option);
      this.pick = option && this.groupOf(option) ? /** @type {Option} */ (option) : null;
    }
    this.table.change();
  }

  /** Whether there is something to confirm. */
  ready() {
    if (this.sending) return false;
    const { phase } = this;
    switch (phase) {
      case "dragon":
        return this.side !== null;
      case "place":
        return Boolean(this.spot && this.actions && (this.pick || this.mayPass()));
      case "figure":
        return Boolean(this.pick || this.mayPass());
      case "draw":
      case "extra":
      case "over":
      case null:
      case undefined:
        return false;
      default:
        return never(phase);
    }
  }

  /** Does what was chosen. */
  async confirm() {
    if (!this.ready()) return;
    if (this.side) return this.send([{ type: "dragon", side: this.side }]);
    /** @type {Action} */
    const last = this.pick ?? { type: "pass" };
    return this.send(this.spot ? [this.placing(this.spot), last] : [last]);
  }

  /** @param {Action[]} actions */
  async send(actions) {
    const seat = this.table.mine();
    if (!seat || this.sending) return;
    this.sending = true;
    this.table.change();
    // What was done is shown by its update.
    if (await this.table.tell({ type: "act", seat, actions })) return;
    this.reset();
    this.table.change();
  }

  /** The tile comes back into the hand. */
  takeBack() {
    if (this.sending) return;
    this.reset();
    this.table.change();
  }

  /** One step back: first the figure, then the tile. */
  back() {
    if (this.sending) return;
    if (this.pick) this.pick = null;
    else if (this.spot || this.side) this.reset();
    else return false;
    this.table.change();
    return true;
  }

  /** Where the dragon may go. */
  steps() {
    const dragon = this.table.state?.view?.dragon;
    if (this.phase !== "dragon" || !dragon) return [];
    const sides = this.table.state.now.actions.flatMap((action) => (action.type === "dragon" ? [action.side] : []));
    return sides.map((side) => ({ side, x: dragon.x + WAYS[side][0], y: dragon.y + WAYS[side][1] }));
  }

  /**
   * The tile as it is put down, if it is on this cell.
   * @param {number} x
   * @param {number} y
   * @returns {import("../../wire").Laid|undefined}
   */
  tentativeTile(x, y) {
    const { spot, table } = this;
    const tile = table.state?.view?.hand;
    return tile && spot && spot.x === x && spot.y === y ? { tile, x, y, rotation: spot.rotation } : undefined;
  }

  /**
   * Walks to the nearest legal cell in a direction.
   * @param {number} dx
   * @param {number} dy
   */
  walk(dx, dy) {
    if (this.phase === "dragon") return this.aim(dx, dy);
    const places = this.places();
    if (!places.length || this.sending) return;
    const from = this.spot ?? this.table.state.view.tiles.at(-1) ?? { x: 0, y: 0 };
    const next = nearest(places, from, dx, dy);
    if (next) this.put(next.x, next.y);
  }

  /**
   * @param {number} dx
   * @param {number} dy
   */
  aim(dx, dy) {
    const side = dy > 0 ? "N" : dy < 0 ? "S" : dx > 0 ? "E" : "W";
    if (this.steps().some((step) => step.side === side)) this.side = side;
    this.table.change();
  }
}

/** @type {Record<Side, [number, number]>} */
const WAYS = { N: [0, 1], E: [1, 0], S: [0, -1], W: [-1, 0] };

/**
 * @param {Action|null} a
 * @param {Action|null} b
 */
export function same(a, b) {
  return a !== null && b !== null && ["type", "x", "y", "segment", "figure"].every((key) => /** @type {any} */ (a)[key] === /** @type {any} */ (b)[key]);
}

/**
 * The nearest of some cells in a direction; straight ahead is nearer than aside. If there is none, the farthest on the
 * other side, so that walking on leads round.
 * @template {{x: number, y: number}} T
 * @param {T[]} cells
 * @param {{x: number, y: number}} from
 * @param {number} dx
 * @param {number} dy
 */
export function nearest(cells, from, dx, dy) {
  const measured = cells.map((cell) => {
    const [x, y] = [cell.x - from.x, cell.y - from.y];
    return { cell, ahead: x * dx + y * dy, aside: Math.abs(x * dy) + Math.abs(y * dx) };
  });
  const ahead = measured.filter(({ ahead }) => ahead > 0).sort((a, b) => a.ahead + 2 * a.aside - b.ahead - 2 * b.aside);
  const behind = measured.filter(({ ahead }) => ahead < 0).sort((a, b) => a.ahead - b.ahead || a.aside - b.aside);
  return (ahead[0] ?? behind[0])?.cell;
}
