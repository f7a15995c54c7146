// The end of a game: the final scoring step by step, and who won.

import { post } from "../../api.js";
import { h, refresh } from "../../dom.js";
import { t } from "../../i18n.js";
import { piecePicture } from "../board/art.js";
import { eventsOf } from "../../state.js";
import { showFairness } from "./fairness.js";
import { Keeping } from "../panels/keep.js";
import { share } from "../panels/share.js";
import { takenBack } from "../panels/sheet.js";
import { scoredLine } from "../panels/scored.js";

/** @typedef {Extract<import("../../wire").Event, {type: "scored"}>} Scored */

export class Ending {
  /** @param {import("../page.js").TablePage} page */
  constructor(page) {
    this.page = page;
    this.element = h("div", { class: "ending" });
    this.keeping = new Keeping(page);
    this.step = 0;
    this.hidden = false;
    this.started = false;
    /** Whether something else has been looked at meanwhile. */
    this.away = false;
  }

  /**
   * The first step is shown with its place, and the board makes room; nothing lies over it.
   * @param {import("../model.js").TableModel} table
   */
  begin(table) {
    this.started = true;
    this.hidden = false;
    this.step = 0;
    this.page.side.open = false;
    const steps = this.steps();
    queueMicrotask(() => {
      this.go(0, steps);
      if (table.view) this.page.board.fit();
    });
  }

  /**
   * The points of each seat after a step.
   * @param {Scored[]} steps
   */
  sums(steps) {
    const { seats } = this.page.table.view;
    return seats.map((seat, n) => seat.score - steps.slice(this.step + 1).reduce((sum, { points }) => sum + points[n], 0));
  }

  /**
   * The scorings after the last move, in order.
   * @returns {Scored[]}
   */
  steps() {
    const { log } = this.page.table;
    const last = log.map(({ entry }) => eventsOf(entry) ?? []).findLast((events) => events.length) ?? [];
    const placed = last.findLastIndex((event) => ["placed", "went-home", "retired", "dragon-rested"].includes(event.type));
    // What brings nobody anything stands in the log only.
    return last.slice(placed + 1).flatMap((event) => (event.type === "scored" && event.points.some((n) => n > 0) ? [event] : []));
  }

  /** Whether the final scoring is still walked through. */
  isCounting() {
    return !this.hidden && this.step < this.steps().length;
  }

  /** @param {import("../model.js").TableModel} table */
  update(table) {
    const { live } = this.page;
    const over = live.state.now.stage === "over";
    const shown = over && table === live && !table.past;
    this.element.hidden = !shown;
    if (!over) this.started = false;
    if (!shown) {
      this.away = true;
      return;
    }
    if (!this.started) this.begin(table);
    else if (this.away && !this.hidden) queueMicrotask(() => this.go(this.step, this.steps()));
    this.away = false;
    const what = [this.step, this.hidden, table.state.rematch, table.view.seats, table.log.length, document.documentElement.lang];
    refresh(this.element, what, () => [this.hidden ? this.recall(table) : this.panel(table)]);
  }

  /** @param {import("../model.js").TableModel} table */
  panel(table) {
    const steps = this.steps();
    return this.step < steps.length ? this.scoring(table, steps) : this.result(table);
  }

  /**
   * @param {import("../model.js").TableModel} table
   * @param {Scored[]} steps
   */
  scoring(table, steps) {
    const { reason, points } = steps[this.step];
    const line = scoredLine(table, reason, points);
    const go = (/** @type {number} */ step) => () => this.go(step, steps);
    const so = this.sums(steps);
    return h(
      "section",
      { class: "panel scoring", role: "dialog", aria: { label: t("table.final") } },
      h("h2", {}, t("table.final"), " ", h("small", {}, t("table.step", { n: this.step + 1, all: steps.length }))),
      h("p", { class: "line" }, line.text),
      h(
        "ul",
        { class: "sums" },
        so.map((sum, n) =>
          h(
            "li",
            { class: `seat-${n + 1}` },
            h("img", { src: piecePicture("knight", n + 1), alt: table.nameOf(n + 1) }),
            h("b", {}, String(sum)),
            points[n] ? h("span", { class: "plus" }, `+${points[n]}`) : null,
          ),
        ),
      ),
      h(
        "p",
        { class: "buttons" },
        h("button", { type: "button", class: "quiet", data: { key: "skip" }, onclick: go(steps.length) }, t("table.skip")),
        this.step > 0 && h("button", { type: "button", data: { key: "previous" }, onclick: go(this.step - 1) }, t("table.previous")),
        h("button", { type: "button", class: "primary", data: { key: "next" }, onclick: go(this.step + 1) }, t("table.next")),
      ),
    );
  }

  /**
   * @param {number} step
   * @param {Scored[]} steps
   */
  go(step, steps) {
    const { table } = this.page;
    this.step = step;
    const event = steps[step];
    const line = event ? scoredLine(table, event.reason, event.points) : null;
    table.showScores(event ? this.sums(steps) : null, { cells: line?.cells ?? [], spots: line?.spots ?? [] });
  }

  /** @param {import("../model.js").TableModel} table */
  result(table) {
    const { seats } = table.view;
    const best = Math.max(...seats.filter((seat) => !seat.retired).map((seat) => seat.score));
    const order = seats.map((seat, n) => ({ ...seat, seat: n + 1 })).sort((a, b) => Number(a.retired) - Number(b.retired) || b.score - a.score);
    const won = order.filter((seat) => !seat.retired && seat.score === best);
    const names = new Intl.ListFormat(document.documentElement.lang || "en").format(won.map((seat) => table.nameOf(seat.seat)));
    const look = () => {
      this.hidden = true;
      table.showScores(null);
    };
    const replay = () => {
      this.step = this.steps().length;
      this.page.side.replay.open();
    };
    const analyse = () => {
      this.step = this.steps().length;
      this.page.side.analysis.open();
    };
    return h(
      "section",
      { class: "panel result", role: "dialog", aria: { label: t("table.over") } },
      h("h1", {}, won.length ? t("table.won", { n: won.length, names }) : t("table.over")),
      h(
        "ol",
        { class: "ranking" },
        order.map((seat) =>
          h(
            "li",
            { class: `seat-${seat.seat}` },
            h("img", { src: piecePicture("knight", seat.seat), alt: "" }),
            h("span", { class: "name" }, table.nameOf(seat.seat)),
            h("b", {}, String(seat.score)),
          ),
        ),
      ),
      takenBack(table.state),
      h(
        "p",
        { class: "buttons" },
        h("button", { type: "button", data: { key: "look" }, onclick: look }, t("table.look-board")),
        h("button", { type: "button", data: { key: "replay" }, onclick: replay }, t("table.menu-replay")),
        h("button", { type: "button", data: { key: "analyse" }, onclick: analyse }, t("analysis.open")),
        this.again(table),
      ),
      h(
        "p",
        { class: "buttons" },
        h("button", { type: "button", class: "quiet", data: { key: "share" }, onclick: () => share(this.page) }, t("share.menu")),
        h("button", { type: "button", class: "quiet", data: { key: "fair" }, onclick: () => showFairness(this.page) }, t("fair.menu")),
      ),
      this.keeping.of(table),
    );
  }

  /**
   * The way back to the result from the board alone.
   * @param {import("../model.js").TableModel} table
   */
  recall(table) {
    const show = () => {
      this.hidden = false;
      table.change();
    };
    return h(
      "p",
      { class: "panel recall buttons" },
      h("button", { type: "button", data: { key: "result" }, onclick: show }, t("table.show-result")),
      this.again(table),
    );
  }

  /** @param {import("../model.js").TableModel} table */
  again(table) {
    if (table.state.rematch) return h("a", { class: "button primary", href: `/t/${table.state.rematch}` }, t("table.go-rematch"));
    if (!table.own().length || this.page.lesson) return null;
    const again = async () => {
      const made = await post(`/api/tables/${table.game}/rematch`).catch((error) => table.complain(error));
      if (made) this.page.app.go(`/t/${made.game}`);
    };
    return h("button", { type: "button", class: "primary", data: { key: "again" }, onclick: again }, t("table.again"));
  }
}
