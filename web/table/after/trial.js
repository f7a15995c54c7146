// A board of one's own: from any turn of a game on, any tile that is left can be drawn and laid, steps can be taken
// back, and every line that was tried stays. The server says where a line leads and keeps nothing of it.

import { NOWHERE, TableModel } from "../model.js";

/**
 * A step of a line: what was done after the step before it.
 * @typedef {{parent: number, inputs: Input[], next: number|null, tried: import("../../wire").Tried|null}} Step
 * @typedef {import("../../wire").Input} Input
 */

const ROOT = -1;

export class Trial extends TableModel {
  /**
   * @param {import("../page.js").Live} live the game
   * @param {(update: any) => Promise<void>|void} shown
   */
  constructor(live, shown) {
    super(live.game, shown, live.options);
    this.live = live;
    this.write({ status: "open", you: live.you });
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
   * @param {Input[]} inputs
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
   * @param {Input[]} inputs
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

  /** @param {import("../../wire").TryAsked} asked */
  inquire(asked) {
    return this.live.inquire(asked);
  }

  /** @returns {import("../../wire").TryAsked} */
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
    // The log names the seat whose turn it is in the state.
    this.write({ state: this.stateAt(tried, step) });
    this.write({ log: this.logAt(tried), feature: null, lit: NOWHERE });
    this.choice.reset();
    const events = tried.events.slice(-this.steps[step].inputs.length).flat();
    await this.change(moved ? { entry: this.entry(events) } : null);
  }

  /**
   * What a table would be told there.
   * @param {import("../../wire").Tried} tried
   * @param {number} step
   * @returns {import("../../state.js").State}
   */
  stateAt({ view, now }, step) {
    const { table, seats } = this.live.state;
    const still = { ...table, clock: /** @type {import("../../wire").Clock} */ ({ type: "none" }), chat: false };
    return { version: step, at: 0, table: still, seats, view, now, asked: null, said: [], rematch: null, deal: null, calledOff: [] };
  }

  /**
   * What happened: the game up to here, then what was tried.
   * @param {import("../../wire").Tried} tried
   * @returns {import("../../wire").LogLine[]}
   */
  logAt(tried) {
    const before = this.live.log.slice(0, this.entries);
    const first = (before.at(-1)?.version ?? 0) + 1;
    return [...before, ...tried.events.map((events, n) => ({ version: first + n, at: 0, entry: this.entry(events) }))];
  }

  /**
   * What a game would log.
   * @param {import("../../wire").Event[]} events
   * @returns {import("../../wire").Entry}
   */
  entry(events) {
    return { type: "played", seat: this.state.view?.turn ?? 1, inputs: [], clocks: [], events };
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
    const bag = this.steps[this.current]?.tried?.bag ?? {};
    return drawing ? Object.entries(bag).sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0])) : [];
  }

  /** @param {string} tile */
  draw(tile) {
    this.step([{ type: "draw", tile }]).catch((error) => this.complain(error));
  }

  /** Draws as a bag would. */
  drawAny() {
    const all = this.draws().flatMap(([tile, count]) => Array(count).fill(tile));
    this.draw(all[Math.floor(Math.random() * all.length)]);
  }

  /** @param {import("../../wire").Order} order */
  async order(order) {
    if (order.type === "act") await this.step(order.actions);
  }

  /** @param {Input[]} inputs */
  async step(inputs) {
    const count = this.steps.length;
    const step = this.add(this.current, inputs);
    try {
      await this.go(step, true);
    } catch (error) {
      // A step that leads nowhere is none.
      if (step === count) this.steps.pop();
      throw error;
    }
  }

  /** @param {Input[]} actions */
  async preview(actions) {
    const { at, inputs = [] } = this.place();
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

  /** @param {ReturnType<Trial["kept"]>} kept */
  async resume({ at, entries, current, steps }) {
    [this.at, this.entries] = [at, entries];
    this.steps = steps.map((step) => ({ ...step, tried: null }));
    await this.go(current);
  }
}
