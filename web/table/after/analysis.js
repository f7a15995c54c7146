// A finished game looked at by the computer: the chances over the game, each turn beside what would have been best, luck
// apart from skill. The server thinks; here its lines are taken in as they come, and nothing is thought any more when
// the page goes.

import { Failed, lines } from "../../api.js";
import { h, refresh } from "../../dom.js";
import { errorText } from "../../errors.js";
import { t } from "../../i18n.js";
import { NOWHERE, latest } from "../model.js";
import { Chart, end } from "./chart.js";
import { signed } from "./numbers.js";
import { isAct } from "./replay.js";
import { isSame, tileOf, verdict } from "./verdict.js";

/**
 * @typedef {import("../../wire").Analysed} Line
 * @typedef {Extract<import("../../wire").Analysed, {type: "turn"}>} Turn
 * @typedef {Extract<Line, {type: "done"}>} Done
 */

export class Analysis {
  /** @param {import("../page.js").TablePage} page */
  constructor(page) {
    this.page = page;
    this.heading = h("div", { class: "heading" });
    this.closing = h("div", {});
    this.chart = new Chart((turn) => this.go(turn));
    this.legend = h("p", { class: "small quiet legend" });
    this.findings = h("div", { class: "findings" });
    this.element = h(
      "section",
      { class: "analysis panel", hidden: true, aria: { label: t("analysis.title") }, onscroll: () => this.sign() },
      this.heading,
      this.closing,
      this.chart.element,
      this.legend,
      this.findings,
    );
    this.isOpen = false;
    this.inputs = 0;
    /** @type {Turn[]} */
    this.turns = [];
    /** @type {Done|null} */
    this.done = null;
    /** What went wrong. */
    this.trouble = "";
    /** @type {"played"|"best"} which move is on the board */
    this.variant = "played";
    /** @type {AbortController|null} */
    this.work = null;
  }

  /** Whether the game on show can be analysed: it must be over, or come from a record. */
  get may() {
    const { live } = this.page;
    return live.isRecord || live.state?.now.stage === "over";
  }

  async open() {
    const {
      live,
      board,
      side: { replay },
    } = this.page;
    this.variant = "played";
    // The game may have gone on since somebody began to step through it.
    this.isOpen = await replay.open(live.past ? replay.at : undefined);
    if (!this.isOpen) return;
    if (!this.done) this.study();
    this.changed();
    this.chart.element.focus({ preventScroll: true });
    // The board makes room.
    board.fit();
  }

  close() {
    const {
      live,
      board,
      side: { replay },
    } = this.page;
    if (this.variant === "best") this.show("played");
    this.leave();
    live.showShadow(null);
    const again = replay.element.querySelector("[data-key=analyse]");
    if (again instanceof HTMLElement) again.focus({ preventScroll: true });
    board.fit();
  }

  /** Nobody wants to know any more. */
  stop() {
    this.work?.abort();
    this.work = null;
  }

  /** Has the server think, from the beginning. */
  async study() {
    this.stop();
    const work = new AbortController();
    this.work = work;
    [this.turns, this.inputs, this.trouble] = [[], 0, ""];
    const { path, body } = this.page.live.study();
    try {
      await lines(path, body, (line) => this.work === work && this.take(/** @type {Line} */ (line)), work.signal);
      if (this.work === work && !this.done) throw new Failed(0, "offline", "the analysis broke off");
    } catch (error) {
      if (this.work === work && !this.trouble) this.trouble = errorText(error);
    }
    if (this.work !== work) return;
    this.work = null;
    this.changed();
  }

  /** @param {Line} line */
  take(line) {
    if (line.type === "began") this.inputs = line.inputs;
    else if (line.type === "turn") this.turns = [...this.turns, line];
    else if (line.type === "done") this.finish(line);
    else this.trouble = errorText(new Failed(0, line.code, line.message));
    this.changed();
  }

  /** @param {Done} done */
  finish(done) {
    this.done = done;
    this.page.spoken.textContent = t("analysis.done");
  }

  /** Something else is to be seen. */
  changed() {
    if (!this.isOpen) return;
    this.page.live.showShadow(this.shadow());
  }

  /**
   * Another turn is looked at.
   * @param {import("../model.js").Past} past
   */
  moved(past) {
    this.variant = "played";
    return this.shadow(past);
  }

  /** The past is not looked at any more. */
  leave() {
    this.isOpen = false;
    this.stop();
  }

  /** The turn that led to what is on show. @returns {Turn|null} */
  current(past = this.page.live.past) {
    const inputs = past?.inputs ?? 0;
    const turn = this.turns.findLast((turn) => turn.input < inputs) ?? null;
    // What came after it may not have been looked at yet.
    const acted = this.page.side.replay
      .before()
      .flatMap((move) => move.inputs)
      .findLastIndex(isAct);
    return turn && end(turn) > acted ? turn : null;
  }

  /** @param {Turn} turn */
  go(turn) {
    this.page.side.replay.go(this.page.side.replay.after(end(turn)));
  }

  /**
   * The best move of the turn for the board, beside the played one or in its place.
   * @returns {import("./shadow.js").Shadow|null}
   */
  shadow(past = this.page.live.past) {
    const { live } = this.page;
    const turn = this.isOpen && past ? this.current(past) : null;
    const best = turn?.candidates[0]?.line ?? [];
    const tile = turn && tileOf(live, turn);
    const other = turn && !isSame(best, turn.played);
    return turn && tile && other ? { tile, line: best, seat: turn.seat, bold: this.variant === "best" } : null;
  }

  /** What the board was like before a turn. @param {Turn} turn */
  before(turn) {
    const { replay } = this.page.side;
    return replay.view(replay.after(turn.input));
  }

  /**
   * Shows the board with the played move, or as it would be with the best.
   * @param {"played"|"best"} variant
   */
  show(variant) {
    const {
      live,
      side: { replay },
    } = this.page;
    const turn = this.current();
    this.variant = variant;
    if (!live.past || !live.start || !turn) return;
    const view = variant === "best" ? this.before(turn) : replay.view(replay.at);
    live.lookAside(view, variant === "best" ? NOWHERE : latest(view), this.shadow());
  }

  /** @param {import("../model.js").TableModel} table */
  update(table) {
    const on = this.isOpen && Boolean(table.past);
    this.element.hidden = !on;
    const { replay } = this.page.side;
    this.element.style.bottom = `${replay.element.offsetHeight + 22}px`;
    if (!on) return;
    this.build(table);
    this.sign();
  }

  /** Shows whether there is more below. */
  sign() {
    const { scrollHeight, scrollTop, clientHeight } = this.element;
    this.element.classList.toggle("goes-on", scrollHeight - scrollTop - clientHeight > 8);
  }

  /** What changes with every line that comes is apart from what is pressed. @param {import("../model.js").TableModel} table */
  build(table) {
    const { turns, inputs, done, trouble } = this;
    const names = table.state.seats.map((_, n) => table.nameOf(n + 1));
    const current = this.current();
    const looks = [document.documentElement.lang, document.documentElement.dataset.theme];
    refresh(this.heading, [looks, turns.length, Boolean(done), trouble, current?.number], () => [
      h("h2", { class: "unseen" }, t("analysis.title")),
      this.progress() ?? this.decisions(table, /** @type {Done} */ (done)),
    ]);
    refresh(this.closing, looks, () => [
      h(
        "button",
        {
          type: "button",
          class: "close",
          aria: { label: t("analysis.close") },
          title: t("analysis.close"),
          data: { key: "close" },
          onclick: () => this.close(),
        },
        "×",
      ),
    ]);
    this.chart.update({ turns, inputs, current, decisive: done?.decisive ?? [], names });
    refresh(this.legend, looks, () => [t("analysis.strokes")]);
    refresh(this.findings, [looks, table.past?.inputs, current?.number, Boolean(done), this.variant], () => [
      current ? verdict(this, table, current) : this.opening(),
      this.summary(table),
    ]);
  }

  progress() {
    if (this.trouble)
      return h(
        "p",
        { class: "trouble", role: "alert" },
        this.trouble,
        " ",
        h("button", { type: "button", data: { key: "again" }, onclick: () => (this.study(), this.changed()) }, t("analysis.again")),
      );
    if (this.done) return null;
    const last = this.turns.at(-1);
    const part = last && this.inputs ? end(last) / this.inputs : 0;
    return h(
      "p",
      { class: "progress" },
      h("progress", { max: "1", value: String(part), aria: { label: t("analysis.progress") } }),
      h("span", {}, t("analysis.progress")),
    );
  }

  /** In place of a turn. */
  opening() {
    const first = this.page.live.past?.at === 0 || this.done;
    return h("p", { class: "verdict quiet" }, t(first ? "analysis.start" : "analysis.not-yet"));
  }

  /** @param {import("../model.js").TableModel} table */
  summary(table) {
    if (!this.done) return null;
    const cell = (/** @type {string} */ text, /** @type {string} */ css = "") => h("td", { class: css }, text);
    const rows = this.done.seats.map((seat, n) =>
      h(
        "tr",
        { class: `seat-${n + 1}` },
        h("th", { scope: "row" }, table.nameOf(n + 1)),
        cell(signed(-seat.loss)),
        cell(signed(seat.luck), seat.luck >= 0 ? "more" : "less"),
      ),
    );
    return h(
      "div",
      { class: "sums-up" },
      h(
        "table",
        {},
        h("thead", {}, h("tr", {}, h("td", {}), h("th", { scope: "col" }, t("analysis.skill")), h("th", { scope: "col" }, t("analysis.luck")))),
        h("tbody", {}, rows),
      ),
      h("p", { class: "small quiet meaning" }, t("analysis.meaning")),
    );
  }

  /**
   * @param {import("../model.js").TableModel} table
   * @param {Done} done
   */
  decisions(table, { decisive }) {
    const current = this.current();
    const one = (/** @type {number} */ number, /** @type {number} */ n) => {
      const turn = this.turns[number - 1];
      const why = cause(turn);
      const label = t("analysis.decided-turn", { n: number, name: table.nameOf(turn.seat), cause: why });
      return h(
        "button",
        {
          type: "button",
          class: `chip${turn === current ? " on" : ""}`,
          title: label,
          aria: { label, pressed: turn === current },
          data: { key: `decided ${n}` },
          onclick: () => this.go(turn),
        },
        h("span", { class: "flag-number", aria: { hidden: true } }, String(n + 1)),
        h("span", {}, t("analysis.turn-short", { n: number })),
        h("span", { class: "cause" }, why),
      );
    };
    return decisive.length
      ? h(
          "div",
          { class: "decisions", role: "group", aria: { label: t("analysis.decided") } },
          h("span", { class: "small quiet" }, t("analysis.decided")),
          decisive.map(one),
        )
      : null;
  }
}

/** What changed the chance of winning more in a turn: what was played, or what was drawn. @param {Turn} turn */
function cause(turn) {
  const lost = turn.best_chance - turn.chances[turn.seat - 1];
  if (lost >= Math.abs(turn.fortune)) return t("analysis.mistake");
  return t(turn.fortune > 0 ? "analysis.good-draw" : "analysis.bad-draw");
}
