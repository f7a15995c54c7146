// A board of one's own: from any turn of a game on, any tile that is left can be drawn and laid, steps can be taken
// back, and every line that was tried stays. The server says where a line leads and keeps nothing of it.

import { Seen } from "./seen.js";

/**
 * A step of a line: what was done after the step before it.
 * @typedef {{parent: number, inputs: any[], next: number|null, tried: any}} Step
 */

const ROOT = -1;

export class Trial extends Seen {
  /**
   * @param {import("./controller.js").Controller} live the game
   * @param {(update: any) => Promise<void>|void} shown
   */
  constructor(live, shown) {
    super(live.game, shown);
    this.live = live;
    this.status = "open";
    this.options = live.options;
    this.you = live.you;
    /** So many inputs of the game come first. */
    this.at = 0;
    /** So many entries of its log. */
    this.entries = 0;
    /** @type {Step[]} */
    this.steps = [];
    this.current = 0;
    this.asking = 0;
  }

  get isTrial() {
    return true;
  }

  /**
   * Begins where a game has come to after some of its inputs. The draws that came last are a step of their own, so
   * that another tile can be drawn in their place.
   * @param {any[]} inputs
   * @param {number} entries
   */
  async begin(inputs, entries) {
    const last = inputs.findLastIndex(({ type }) => type !== "draw") + 1;
    [this.at, this.entries] = [last, entries];
    this.steps = [{ parent: ROOT, inputs: [], next: null, tried: null }];
    if (last < inputs.length) this.add(0, inputs.slice(last));
    await this.go(this.steps.length - 1);
  }

  /**
   * A step after another one: the one that is there, or a new one.
   * @param {number} parent
   * @param {any[]} inputs
   */
  add(parent, inputs) {
    const text = JSON.stringify(inputs);
    const found = this.children(parent).find((step) => JSON.stringify(this.steps[step].inputs) === text);
    return found ?? this.steps.push({ parent, inputs, next: null, tried: null }) - 1;
  }

  /** The steps that were tried after a step. @param {number} parent */
  children(parent) {
    return this.steps.flatMap((step, n) => (step.parent === parent ? [n] : []));
  }

  /** The steps that lead to one, itself included. @param {number} step @returns {number[]} */
  way(step) {
    return step === ROOT ? [] : [...this.way(this.steps[step].parent), step];
  }

  place(step = this.current) {
    return { at: this.at, inputs: this.way(step).flatMap((n) => this.steps[n].inputs) };
  }

  /**
   * Goes to a step; what is asked for meanwhile comes instead.
   * @param {number} step
   */
  async go(step, moved = false) {
    const mine = ++this.asking;
    const tried = (this.steps[step].tried ??= await this.ask({ ...this.place(step) }));
    if (mine !== this.asking) return;
    this.current = step;
    for (const n of this.way(step)) if (this.steps[n].parent !== ROOT) this.steps[this.steps[n].parent].next = n;
    this.state = this.stateAt(tried, step);
    this.log = this.logAt(step, tried);
    this.feature = null;
    this.lit = { cells: [], spots: [] };
    this.choice.reset();
    await this.change(moved ? { entry: { events: tried.events.slice(-this.steps[step].inputs.length).flat() } } : null);
  }

  /**
   * @param {any} tried
   * @param {number} step
   */
  stateAt(tried, step) {
    const { table, seats } = this.live.state;
    const still = { ...table, clock: { type: "none" }, chat: false };
    return { version: step, at: 0, table: still, seats, view: tried.view, now: tried.now, bag: tried.bag, asked: null, said: [], rematch: null, deal: null };
  }

  /**
   * What happened: the game up to here, then what was tried.
   * @param {number} step
   * @param {any} tried
   */
  logAt(step, tried) {
    const before = this.live.log.slice(0, this.entries);
    const first = (before.at(-1)?.version ?? 0) + 1;
    const lines = tried.events.map((/** @type {any} */ events, /** @type {number} */ n) => ({ version: first + n, at: 0, entry: { type: "played", events } }));
    return [...before, ...lines];
  }

  /** Everybody's moves are made here. */
  mine() {
    const drawing = this.state?.now.phase?.type === "draw";
    return this.acting() ?? (drawing ? this.state.view.turn : null);
  }

  own() {
    return [];
  }

  /** What can be drawn, most of it first. @returns {[string, number][]} */
  draws() {
    const drawing = this.state?.now.stage === "playing" && this.state.now.phase?.type === "draw";
    return drawing ? Object.entries(this.state.bag).sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0])) : [];
  }

  /** @param {string} tile */
  draw(tile) {
    return this.tell({ inputs: [{ type: "draw", tile }] });
  }

  /** Draws as a bag would. */
  drawAny() {
    const all = this.draws().flatMap(([tile, count]) => Array(count).fill(tile));
    return this.draw(all[Math.floor(Math.random() * all.length)]);
  }

  /** @param {any} order */
  async order(order) {
    const step = this.add(this.current, order.inputs ?? order.actions);
    try {
      await this.go(step, true);
    } catch (error) {
      if (!this.steps[step].tried) this.steps.splice(step, 1);
      throw error;
    }
  }

  /** @param {any[]} actions */
  async preview(actions) {
    const { at, inputs } = this.place();
    const { events, now } = await this.ask({ at, inputs: [...inputs, ...actions] });
    return { actions: now.actions, events: events.slice(-actions.length).flat() };
  }

  /** One step back; whether there was one. */
  back() {
    const { parent } = this.steps[this.current];
    if (parent === ROOT) return false;
    this.go(parent).catch((error) => this.complain(error));
    return true;
  }

  /** On along the line that was last gone; whether there was one. */
  forward() {
    const { next } = this.steps[this.current];
    if (next === null) return false;
    this.go(next).catch((error) => this.complain(error));
    return true;
  }

  /** Everything that a reload must not lose. */
  kept() {
    const steps = this.steps.map(({ parent, inputs, next }) => ({ parent, inputs, next }));
    return { at: this.at, entries: this.entries, current: this.current, steps };
  }

  /** @param {any} kept */
  async resume({ at, entries, current, steps }) {
    [this.at, this.entries] = [at, entries];
    this.steps = steps.map((/** @type {any} */ step) => ({ ...step, tried: null }));
    await this.go(current);
  }
}
