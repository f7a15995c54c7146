// One table: its state, its socket, and what the person at it is about to do.

import { Failed, get, isOutdated, TableSocket } from "../api.js";
import { t } from "../i18n.js";
import { showNotice } from "../notice.js";
import { apply, eventsOf, foldDeals, follows, fromSnapshot } from "../state.js";
import { takePart } from "./play/deal.js";
import { Hint } from "./play/hint.js";
import { TableModel } from "./model.js";

const AGAIN = 1500;

/**
 * @typedef {import("../wire").LogLine} LogLine
 * @typedef {import("../wire").Update} Update
 * @typedef {import("../wire").View} View
 */

/** Everything a game's table shows follows from one of these. */
export class Controller extends TableModel {
  /**
   * @param {string} game
   * @param {(update: Update|null) => Promise<void>|void} shown what is done after each change; moves are waited for
   */
  constructor(game, shown) {
    super(game, shown);
    /** How far the server's clock is ahead. @private */
    this.skew = 0;
    /** @private */
    this.busy = false;
    /** Whether the start was ordered already. @private */
    this.started = false;
    this.write({ hint: new Hint(this) });
    /** @private */
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

  /** @param {string} status */
  setStatus(status) {
    const back = status === "open" && this.status !== "open" && Boolean(this.state);
    super.setStatus(status);
    if (back) this.checkVersion();
  }

  /** A server that was away may have been renewed meanwhile. */
  async checkVersion() {
    this.write({ isOutdated: await isOutdated() });
    if (this.isOutdated) this.change();
  }

  /** @param {import("../api.js").Failed} why */
  fail(why) {
    this.write({ failure: why });
    this.change();
  }

  /** @param {import("../wire").FromServer} message */
  hear(message) {
    switch (message.type) {
      case "you":
        this.write({ you: message });
        this.skew = message.time - Date.now();
        if (this.state) this.settle();
        return;
      case "snapshot":
        this.write({ queue: [] });
        return this.takeSnapshot(message);
      case "update":
        this.write({ queue: [...this.queue, message] });
        if (this.isByUs(message.entry)) this.hurry();
        return this.pump();
      case "notice":
        return showNotice(message.notice);
      case "closing":
        return this.setStatus("restarting");
      case "rejected":
        return this.complain(new Failed(409, message.code, message.message));
    }
  }

  /** @param {import("../wire").Snapshot} snapshot */
  async takeSnapshot(snapshot) {
    this.write({ state: fromSnapshot(snapshot) });
    this.choice.reset();
    await this.catchUp();
    foldDeals(this.state, this.log);
    await this.change();
    this.settle();
    this.pump();
  }

  /** Takes in what the log has beyond the own one, and which of its entries lost words since. */
  async catchUp() {
    const known = this.log;
    const last = known.at(-1)?.version ?? 0;
    const after = last > this.state.version ? 0 : last;
    /** @type {{entries: LogLine[]}|null} */
    const told = await get(`/api/tables/${this.game}/log${after ? `?after=${after}` : ""}`).catch(() => null);
    const lines = new Map((after ? known : []).map((line) => [line.version, line]));
    told?.entries.forEach((line) => lines.set(line.version, line));
    // A log with a gap could not be told from a whole one the next time.
    const log = told ? [...lines.values()].sort((a, b) => a.version - b.version) : [];
    this.write({ log: log.filter((line) => line.version <= this.state.version) });
  }

  /** Takes in updates one after the other, each shown before the next. */
  async pump() {
    if (this.busy || !this.state) return;
    this.busy = true;
    while (this.queue.length) {
      const update = this.queue[0];
      if (update.version > this.state.version) await this.take(update).catch((error) => this.recover(error));
      if (this.queue[0] === update) this.write({ queue: this.queue.slice(1) });
    }
    this.busy = false;
    this.settle();
  }

  /** @param {import("../wire").Update} update */
  async take(update) {
    if (update.entry.type === "began" && !this.state.view) this.state.view = structuredClone(await this.loadStart());
    if (!follows(this.state, update)) return this.resync();
    const news = this.isSentAway(update.entry) ? t("table.sent-away") : this.unanswered(update.entry);
    apply(this.state, update);
    if (news) this.say(news);
    this.note({ version: update.version, at: update.at, entry: update.entry });
    if (eventsOf(update.entry)) this.choice.reset();
    await this.change(update);
  }

  /**
   * What became of a question that was not agreed to, in words for those at the table.
   * @param {import("../wire").Entry} entry
   */
  unanswered(entry) {
    if (!this.state.asked || !this.own().length) return "";
    if (entry.type === "lapsed") return t("table.lapsed");
    if (entry.type === "answered" && !entry.yes) return t("table.refused", { name: this.nameOf(entry.seat) });
    return entry.type === "played" ? t("table.overtaken") : "";
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
    this.write({ start });
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
  }

  /** A table whose seats were all given out when it was made starts by itself. */
  startIfReady() {
    const { table, seats } = this.state;
    const closed = seats.length === table.seats.length && table.seats.every((seat) => seat.type !== "open");
    const failed = this.log.some(({ entry }) => entry.type === "called-off");
    if (closed && this.you.creator && !failed && !this.started) {
      this.started = true;
      this.tell({ type: "start" });
    }
  }

  /** @param {import("../wire").Order} order */
  order(order) {
    return this.socket.order(order, this.version() ?? 0);
  }

  /** @param {import("../wire").Input[]} actions */
  preview(actions) {
    return this.socket.preview(actions, this.version() ?? 0);
  }

  /** The server's time. */
  time() {
    return Date.now() + this.skew;
  }

  close() {
    super.close();
    this.socket.close();
  }
}
