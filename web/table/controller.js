// One table: its state, its socket, and what the person at it is about to do.

import { get, TableSocket } from "../api.js";
import { t } from "../i18n.js";
import { apply, dealOf, eventsOf, follows, fromSnapshot } from "../state.js";
import { Choice } from "./choice.js";
import { forget, takePart } from "./deal.js";

const AGAIN = 1500;

/**
 * @typedef {import("../wire").Update} Update
 * @typedef {import("../wire").View} View
 * @typedef {import("../state.js").State} State
 * @typedef {{x: number, y: number}} Cell
 * @typedef {{fields: boolean, dead: boolean, projected: boolean}} Options what is shown on wish
 */

/** Everything a table shows follows from one of these. */
export class Controller {
  /**
   * @param {string} game
   * @param {(update: Update|null) => Promise<void>|void} shown what is done after each change; moves are waited for
   */
  constructor(game, shown) {
    this.game = game;
    this.shown = shown;
    this.state = /** @type {State} not there before the server has answered */ (/** @type {unknown} */ (null));
    /** @type {import("../wire").You} */
    this.you = { device: null, creator: false, sit: false, time: Date.now() };
    /** How far the server's clock is ahead. */
    this.skew = 0;
    this.status = "connecting";
    /** @type {import("../api.js").Failed|null} */
    this.failure = null;
    /** @type {import("../wire").LogLine[]} everything that happened, in order */
    this.log = [];
    /** @type {View|null} the view before the first tile was drawn */
    this.start = null;
    /** @type {Update[]} */
    this.queue = [];
    this.busy = false;
    this.notice = "";
    /** @type {{cells: Cell[], spots: import("../wire").Spot[]}} what is pointed out on the board */
    this.lit = { cells: [], spots: [] };
    /** @type {import("../wire").Feature|null} a feature that was asked about */
    this.feature = null;
    /** @type {{at: number, view: View}|null} an earlier view that is looked at */
    this.past = null;
    /** @type {Options} */
    this.options = { fields: false, dead: false, projected: false };
    /** @type {{features: import("../wire").Feature[], fits: import("../wire").CellFits[], standing: import("../wire").Standing|null}} */
    this.asides = { features: [], fits: [], standing: null };
    /** @type {number[]|null} points to show in place of those of the view, while the final scoring is walked through */
    this.scores = null;
    /** Whether the start was ordered already. */
    this.started = false;
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this.fading = undefined;
    /** @type {import("./lesson.js").Lesson|null} who says what to do, in a guided game */
    this.guide = null;
    this.choice = new Choice(this);
    this.socket = new TableSocket(game, {
      message: (message) => this.hear(message),
      status: (status) => this.setStatus(status),
      failed: (why) => this.fail(why),
      version: () => this.version(),
    });
  }

  /** The last version received. */
  version() {
    return this.queue.at(-1)?.version ?? this.state?.version ?? null;
  }

  /** The view on show; there is one as soon as the game has begun. */
  get view() {
    return this.past?.view ?? this.state?.view;
  }

  /** @param {Update|null} [update] */
  async change(update = null) {
    await this.shown(update);
  }

  /** @param {string} status */
  setStatus(status) {
    this.status = status;
    this.change();
  }

  /** @param {import("../api.js").Failed} why */
  fail(why) {
    this.failure = why;
    this.change();
  }

  /** @param {import("../wire").FromServer} message */
  hear(message) {
    switch (message.type) {
      case "you":
        this.you = message;
        this.skew = message.time - Date.now();
        if (this.state) this.settle();
        return;
      case "snapshot":
        this.queue = [];
        return this.takeSnapshot(message);
      case "update":
        this.queue.push(message);
        return this.pump();
      case "closing":
        return this.setStatus("restarting");
      case "rejected":
        return this.say(message.message);
    }
  }

  /** @param {import("../wire").Snapshot} snapshot */
  async takeSnapshot(snapshot) {
    this.state = fromSnapshot(snapshot);
    this.choice.reset();
    /** @type {{entries: import("../wire").LogLine[]}} */
    const { entries } = await get(`/api/tables/${this.game}/log`).catch(() => ({ entries: [] }));
    this.log = entries.filter((line) => line.version <= this.state.version);
    this.state.deal = dealOf(this.log);
    await this.change();
    this.settle();
    this.pump();
  }

  /** Takes in updates one after the other, each shown before the next. */
  async pump() {
    if (this.busy || !this.state) return;
    this.busy = true;
    while (this.queue.length) {
      const update = this.queue[0];
      if (update.version > this.state.version) await this.take(update).catch((error) => this.recover(error));
      if (this.queue[0] === update) this.queue.shift();
    }
    this.busy = false;
    this.settle();
  }

  /** @param {import("../wire").Update} update */
  async take(update) {
    if (update.entry.type === "began" && !this.state.view) this.state.view = structuredClone(await this.loadStart());
    if (!follows(this.state, update)) return this.resync();
    apply(this.state, update);
    this.log.push({ version: update.version, at: update.at, entry: update.entry });
    if (eventsOf(update.entry)) this.choice.reset();
    await this.change(update);
  }

  /** @param {unknown} error */
  async recover(error) {
    console.error(error);
    await new Promise((done) => setTimeout(done, AGAIN));
    await this.resync().catch(() => {});
  }

  /** Starts again from what is true now. */
  async resync() {
    await this.takeSnapshot(await get(`/api/tables/${this.game}`));
  }

  /** @returns {Promise<View>} */
  async loadStart() {
    const start = this.start ?? (await get(`/api/tables/${this.game}/start`));
    this.start = start;
    return start;
  }

  /** What the device does without being told. */
  settle() {
    const { state, you } = this;
    if (!state || this.busy) return;
    /** @param {import("../wire").Order} order */
    const order = (order) => this.order(order);
    if (state.now.stage === "gathering") this.startIfReady();
    else if (state.now.stage === "committing" || state.now.stage === "revealing") takePart(this.game, state, you.device, order);
    else forget(this.game);
  }

  /** A table whose seats were all given out when it was made starts by itself. */
  startIfReady() {
    const { table, seats } = this.state;
    const closed = seats.length === table.seats.length && table.seats.every((seat) => seat.type !== "open");
    const failed = this.log.some(({ entry }) => entry.type === "called-off");
    if (closed && this.you.creator && !failed && !this.started) {
      this.started = true;
      this.order({ type: "start" }).catch((error) => this.say(error.message));
    }
  }

  /** @param {import("../wire").Order} order */
  order(order) {
    return this.socket.order(order, this.version() ?? 0);
  }

  /**
   * Orders something and says so if it cannot be done.
   * @param {import("../wire").Order} order
   */
  async tell(order) {
    try {
      await this.order(order);
      return true;
    } catch (error) {
      this.say(error instanceof Error ? error.message : String(error));
      return false;
    }
  }

  /** @param {string} text something to be read for a moment */
  say(text) {
    this.notice = text;
    this.change();
    clearTimeout(this.fading);
    this.fading = setTimeout(() => {
      this.notice = "";
      this.change();
    }, 6000);
  }

  /** The seat that is to act, if any. */
  acting() {
    const act = this.state?.now.to_act;
    return this.state?.now.stage === "playing" && act?.type === "seat" ? act.seat : null;
  }

  /** The seat that is to act, if it is played from here. */
  mine() {
    const seat = this.acting();
    const chair = seat && this.state.seats[seat - 1];
    return chair && this.isOwn(chair, seat) && !chair.computer ? seat : null;
  }

  /** The seats played from here. */
  own() {
    const seats = this.state?.seats ?? [];
    return seats.flatMap((chair, n) => (this.isOwn(chair, n + 1) ? [n + 1] : []));
  }

  /**
   * @param {import("../wire").TableSeat} chair
   * @param {number} seat
   */
  isOwn(chair, seat) {
    return chair.device !== null && chair.device === this.you.device && !this.guide?.plays(seat);
  }

  /** @param {number} seat */
  nameOf(seat) {
    const chair = this.state?.seats[seat - 1];
    if (!chair?.computer || chair.name !== chair.computer) return chair?.name ?? `${seat}`;
    const alike = this.state.seats.flatMap((other, n) => (other.computer && other.name === other.computer ? [n + 1] : []));
    return t(alike.length > 1 ? "table.computer-n" : "table.computer", { n: alike.indexOf(seat) + 1 });
  }

  /**
   * @param {number} x
   * @param {number} y
   */
  tileAt(x, y) {
    const found = this.view?.tiles.find((tile) => tile.x === x && tile.y === y);
    return found ?? this.choice.tentativeTile(x, y);
  }

  /** The server's time. */
  time() {
    return Date.now() + this.skew;
  }

  close() {
    clearTimeout(this.fading);
    this.socket.close();
  }
}
