// A table as it is looked at: a state, and what the person at it is about to do. What is behind it, a game or a board
// of one's own, is up to who extends it. Its fields are read everywhere and written here: a method says what happens,
// writes what that changes and ends in one `change()`.

import { post } from "../api.js";
import { errorText } from "../errors.js";
import { t } from "../i18n.js";
import { seatName } from "../pages/tables.js";
import { Choice } from "./play/choice.js";

const FADE = 6000;

/** @type {Places} */
export const NOWHERE = { cells: [], spots: [] };

/**
 * @typedef {import("../wire").Update} Update
 * @typedef {import("../wire").View} View
 * @typedef {import("../wire").Input} Input
 * @typedef {import("../state.js").State} State
 * @typedef {{x: number, y: number}} Cell
 * @typedef {{fields: boolean, dead: boolean, projected: boolean}} Options what is shown on wish
 * @typedef {Pick<Update, "entry">} Moved something that happened, in the game or on a board of one's own
 * @typedef {{cells: readonly Cell[], spots: readonly import("../wire").Spot[]}} Places
 * @typedef {{at: number, view: View, inputs: number, entries: number}} Past an earlier view that is looked at, and how far the log had come
 * @typedef {import("./after/shadow.js").Shadow} Shadow
 */

export class TableModel {
  /**
   * @param {string} game
   * @param {(update: any) => Promise<void>|void} shown what is done after each change; moves are waited for
   * @param {Options} options
   */
  constructor(game, shown, options = { fields: false, dead: false, projected: false }) {
    /** @readonly */
    this.game = game;
    /** @private */
    this.shown = shown;
    /** How many games there are where this one is from. @readonly */
    this.games = 1;
    /** @readonly @type {import("../api.js").Failed|null} why nothing can be shown */
    this.failure = null;
    /** Whether the server has been renewed since the page was loaded. @readonly */
    this.isOutdated = false;
    /** @readonly @type {View|null} the view before the first tile was drawn */
    this.start = null;
    /** @readonly @type {State} not there before the server has answered */
    this.state = /** @type {State} */ (/** @type {unknown} */ (null));
    /** @readonly @type {import("../wire").You} */
    this.you = { device: null, creator: false, sit: false, time: Date.now() };
    /** @readonly @type {string} of the connection */
    this.status = "connecting";
    /** @readonly @type {readonly import("../wire").LogLine[]} everything that happened, in order */
    this.log = [];
    /** @readonly @type {readonly Update[]} what is still to be shown */
    this.queue = [];
    /** @readonly @type {string} something to be read for a moment */
    this.notice = "";
    /** @readonly @type {Places} what is pointed out on the board */
    this.lit = NOWHERE;
    /** @readonly @type {import("../wire").Feature|null} a feature that was asked about */
    this.feature = null;
    /** @readonly @type {Past|null} */
    this.past = null;
    /** @readonly @type {Readonly<Options>} the same for a game and the boards that are opened from it */
    this.options = options;
    /** @readonly @type {{features: import("../wire").Feature[], fits: import("../wire").CellFits[], standing: import("../wire").Standing|null}} */
    this.asides = { features: [], fits: [], standing: null };
    /** @readonly @type {readonly number[]|null} points to show in place of those of the view, while the final scoring is walked through */
    this.scores = null;
    /** @readonly @type {Shadow|null} a move that was not made */
    this.shadow = null;
    /** @readonly @type {import("./play/hint.js").Hint|null} where the computer gives hints */
    this.hint = null;
    /** @readonly @type {import("./play/lesson.js").Lesson|null} who says what to do, in a guided game */
    this.guide = null;
    /** Ends the pause after a move that is looked at. @protected */
    this.hurry = () => {};
    /** Whether somebody here wants to stand up. @private */
    this.stands = false;
    /** @private @type {ReturnType<typeof setTimeout>|undefined} */
    this.fading = undefined;
    /** @readonly */
    this.choice = new Choice(this);
  }

  /** The view on show; there is one as soon as the game has begun. */
  get view() {
    return this.past?.view ?? this.state?.view;
  }

  /** Whether this is a board of one's own. */
  get isTrial() {
    return false;
  }

  /**
   * Whether something was done by somebody here.
   * @param {import("../wire").Entry} entry
   */
  isByUs(entry) {
    return "seat" in entry && this.own().includes(entry.seat);
  }

  /**
   * Who plays from a device, or did before standing up.
   * @param {number} device
   */
  namesAt(device) {
    const names = this.state.seats.flatMap((seat, n) => (seat.device === device ? [this.nameOf(n + 1)] : []));
    if (!names.length) names.push(...this.log.flatMap(({ entry }) => (entry.type === "sat" && entry.device === device ? [entry.name] : [])).slice(-1));
    return new Intl.ListFormat(document.documentElement.lang || "en").format(names.length ? names : [t("table.somebody")]);
  }

  /** Whether this is a game from a record. */
  get isRecord() {
    return false;
  }

  /** The last version there is. */
  version() {
    return this.state?.version ?? null;
  }

  /**
   * The point of the game on show, as the server is told it.
   * @returns {import("../wire").TryAsked}
   */
  place() {
    return this.past ? { at: this.past.inputs } : {};
  }

  /**
   * Asks about the position on show.
   * @param {import("../wire").TryAsked} about
   * @returns {Promise<import("../wire").Tried>}
   */
  ask(about) {
    return this.inquire({ ...this.place(), ...about });
  }

  /**
   * @param {import("../wire").TryAsked} asked
   * @returns {Promise<import("../wire").Tried>}
   */
  inquire(asked) {
    return post(`/api/tables/${this.game}/try`, asked);
  }

  /** How the server is asked to analyse the game. @returns {{path: string, body?: unknown}} */
  study() {
    return { path: `/api/tables/${this.game}/analysis` };
  }

  /**
   * Writes fields. The caller tells the page with `change`.
   * @protected
   * @param {Partial<TableModel>} fields
   */
  write(fields) {
    Object.assign(this, fields);
  }

  /** @param {Moved|null} [update] */
  async change(update = null) {
    await this.shown(update);
  }

  /**
   * Adds to the log. The list stays the same one: the panel that shows it adds a line instead of building all anew.
   * @protected
   * @param {import("../wire").LogLine} line
   */
  note(line) {
    /** @type {import("../wire").LogLine[]} */ (this.log).push(line);
  }

  /**
   * Lights up places on the board, or none.
   * @param {Places} [places]
   */
  light(places = NOWHERE) {
    this.write({ lit: places });
    return this.change();
  }

  /**
   * Goes to an earlier moment of the game.
   * @param {Past} past
   * @param {Shadow|null} shadow a move that could have led there instead
   */
  lookBack(past, shadow) {
    this.write({ past, shadow, lit: latest(past.view), feature: null, scores: null });
    return this.change();
  }

  /**
   * Shows the moment that is looked at with the board of another move.
   * @param {View} view
   * @param {Places} lit
   * @param {Shadow|null} shadow
   */
  lookAside(view, lit, shadow) {
    this.write({ past: this.past && { ...this.past, view }, lit, shadow });
    return this.change();
  }

  /** Comes back to where the game stands. */
  lookNow() {
    this.write({ past: null, shadow: null, lit: NOWHERE, feature: null });
    return this.change();
  }

  /**
   * Says what is known of a feature.
   * @param {import("../wire").Feature|null} feature
   */
  pointOut(feature) {
    this.write({ feature });
    return this.change();
  }

  /**
   * Asks about the feature at a spot; asked once more, it is no longer pointed out.
   * @param {import("../wire").Spot|null} spot
   */
  async inspect(spot) {
    const known = this.feature?.spots.some((s) => s.x === spot?.x && s.y === spot?.y && s.segment === spot?.segment);
    // Another question may come before the answer to this one.
    this.write({ feature: null });
    const asked = spot && !known ? await this.ask({ spot }).catch(() => null) : null;
    await this.pointOut(asked?.feature ?? null);
  }

  /**
   * Shows the points after a step of the final scoring and where that step was scored, or the points of the view.
   * @param {readonly number[]|null} scores
   * @param {Places} [places]
   */
  showScores(scores, places = NOWHERE) {
    this.write({ scores, lit: places });
    return this.change();
  }

  /**
   * Shows a move that was not made.
   * @param {Shadow|null} shadow
   */
  showShadow(shadow) {
    this.write({ shadow });
    return this.change();
  }

  /**
   * Switches what is shown on wish.
   * @param {keyof Options} option
   */
  async toggle(option) {
    Object.assign(this.options, { [option]: !this.options[option] });
    await (this.hasWishes() ? this.survey() : this.change());
  }

  /** Whether anything is shown on wish. */
  hasWishes() {
    return Object.values(this.options).includes(true);
  }

  /** Asks the server for what is shown on wish. */
  async survey() {
    if (!this.hasWishes()) return;
    const asked = await this.ask({ survey: true }).catch(() => null);
    this.write({ asides: asked?.survey ?? { features: [], fits: [], standing: null } });
    await this.change();
  }

  /**
   * Has a lesson say what to do. It begins before the first state is shown, so there is nothing to show anew.
   * @param {import("./play/lesson.js").Lesson} guide
   */
  learnFrom(guide) {
    this.write({ guide });
  }

  /**
   * Waits while a move is looked at, unless somebody here moves on.
   * @param {number} millis
   */
  linger(millis) {
    return new Promise((done) => {
      this.hurry = () => done(null);
      setTimeout(done, millis);
    });
  }

  /**
   * Does something.
   * @param {import("../wire").Order} _order
   * @returns {Promise<unknown>}
   */
  order(_order) {
    return Promise.resolve();
  }

  /**
   * What actions would lead to.
   * @param {Input[]} _actions
   * @returns {Promise<{actions: Input[], events: import("../wire").Event[]}>}
   */
  preview(_actions) {
    return Promise.resolve({ actions: [], events: [] });
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
      this.complain(error);
      return false;
    }
  }

  /** What can be drawn by hand, and how many of it. @returns {[string, number][]} */
  draws() {
    return [];
  }

  /** @param {string} _tile */
  draw(_tile) {}

  /** One step back, where steps can be taken back; whether there was one. */
  back() {
    return false;
  }

  /** @param {string} status of the connection */
  setStatus(status) {
    this.write({ status });
    this.change();
  }

  /** @param {number} seat */
  standUp(seat) {
    this.stands = true;
    return this.tell({ type: "stand", seat });
  }

  /**
   * Whether somebody else has freed a seat of one's own.
   * @param {import("../wire").Entry} entry
   */
  isSentAway(entry) {
    if (entry.type !== "stood" || !this.own().includes(entry.seat)) return false;
    const away = !this.stands;
    this.stands = false;
    return away;
  }

  /** @param {unknown} error what went wrong */
  complain(error) {
    this.say(errorText(error));
  }

  /** @param {string} text something to be read for a moment */
  say(text) {
    this.write({ notice: text });
    this.change();
    clearTimeout(this.fading);
    this.fading = setTimeout(() => {
      this.write({ notice: "" });
      this.change();
    }, FADE);
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

  /** Whether whoever is to act has been away for as long as the table agreed. */
  isAway() {
    const { away } = this.state.now;
    return Boolean(away) && this.time() >= (away ?? 0);
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
    const { name } = seatName(chair ?? { name: null, device: null, computer: null }, seat);
    if (!chair?.computer || chair.name !== chair.computer) return name;
    const alike = this.state.seats.flatMap((other, n) => (other.name === chair.name && other.computer === chair.computer ? [n + 1] : []));
    return alike.length > 1 ? t("table.alike", { name, n: alike.indexOf(seat) + 1 }) : name;
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
    return Date.now();
  }

  close() {
    clearTimeout(this.fading);
  }
}

/**
 * The tile that was laid last.
 * @param {View} view
 * @returns {Places}
 */
export const latest = (view) => ({ cells: view.tiles.slice(-1), spots: [] });
