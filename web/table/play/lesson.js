// The guided first game: says what to do and why, points at it, plays the other seat, and lets go at the end. Where
// it stands follows from the tiles on the board, so a reload loses nothing.

import { h, refresh } from "../../dom.js";
import { t } from "../../i18n.js";
import { piecePicture } from "../board/art.js";
import { actionsOf, isLesson, PUPIL, RIVAL, TURNS } from "./lesson-plan.js";

const OWN = TURNS.length - Math.floor(TURNS.length / 2);

/**
 * The lesson of a table, if it is one that is played from here.
 * @param {import("../page.js").TablePage} page
 */
export function lessonAt(page) {
  const { live: table } = page;
  if (!isLesson(table.state.table) || !table.own().length) return null;
  return new Lesson(page);
}

export class Lesson {
  /** @param {import("../page.js").TablePage} page */
  constructor(page) {
    this.page = page;
    this.words = h("p", { class: "coach-words", role: "status" });
    this.step = h("p", { class: "coach-step" });
    this.ways = h("p", { class: "buttons" });
    this.element = h(
      "section",
      { class: "coach panel", aria: { label: t("lesson.title") } },
      h("img", { class: "coach-face", src: piecePicture("fairy"), alt: "" }),
      h("div", { class: "coach-text" }, this.step, this.words),
      this.ways,
      h("button", { type: "button", class: "close", title: t("lesson.leave"), aria: { label: t("lesson.leave") }, onclick: () => this.leave() }, "×"),
    );
    this.playing = false;
    page.live.learnFrom(this);
    page.root.querySelector(".play")?.append(this.element);
  }

  /** Whether the page plays a seat. @param {number} seat */
  plays(seat) {
    return seat === RIVAL;
  }

  /** Which turn it is, counted from 0. */
  turn() {
    const { view, now } = this.page.live.state;
    return now.stage === "playing" && view ? view.tiles.length - 1 : TURNS.length;
  }

  /** The turn that is the pupil's to make. */
  asked() {
    const turn = this.turn();
    return turn % 2 === 0 ? TURNS[turn] : undefined;
  }

  /**
   * Of the legal cells, those that the lesson is about.
   * @param {{x: number, y: number, rotations: number[]}[]} all
   */
  places(all) {
    const { cell, rotations = [] } = this.asked() ?? {};
    if (!cell) return all;
    const here = all.filter(({ x, y }) => x === cell[0] && y === cell[1]);
    return here.map((place) => ({ ...place, rotations: place.rotations.filter((rotation) => rotations.includes(rotation)) }));
  }

  /**
   * Of what can follow the tile, what the lesson is about.
   * @param {any[]} all
   */
  actions(all) {
    const { cell, segment } = this.asked() ?? {};
    if (!cell) return all;
    return all.filter(({ type, segment: at }) => (segment === null ? type === "pass" : type === "deploy" && at === segment));
  }

  /** Whether less is offered than there is. */
  isNarrow() {
    return Boolean(this.asked()?.cell);
  }

  /** What is on: a tile to lay, a figure to choose, a choice to confirm, words to read, the final scoring, the end. */
  part() {
    const { live: table } = this.page;
    if (table.state.now.stage !== "playing") return this.page.side.ending.isCounting() ? "scoring" : "end";
    if (this.turn() % 2) return "done";
    if (!table.choice.spot) return "lay";
    return table.choice.ready() && this.asked()?.cell ? "confirm" : "figure";
  }

  update() {
    const { live: table, root } = this.page;
    const { stage } = table.state.now;
    this.element.hidden = Boolean(table.past) || this.page.table !== table || !["playing", "over"].includes(stage);
    const part = this.part();
    root.dataset.lesson = this.element.hidden ? "none" : part;
    const own = Math.min(OWN, (this.turn() >> 1) + 1);
    const text = this.text(part, own);
    if (this.words.textContent !== text) this.words.textContent = text;
    this.step.textContent = part === "end" || part === "scoring" ? t("lesson.title") : `${t("lesson.title")} · ${t("table.step", { n: own, all: OWN })}`;
    refresh(this.ways, [part, this.playing, document.documentElement.lang], () => this.buttons(part));
  }

  /**
   * @param {string} part
   * @param {number} own
   */
  text(part, own) {
    if (part === "end" || part === "scoring") return t(`lesson.${part}`);
    if (part === "confirm" && this.page.live.choice.pick) return t("lesson.confirm");
    return t(`lesson.${own}.${part === "confirm" ? "figure" : part}`);
  }

  /** @param {string} part */
  buttons(part) {
    const next = h("button", { type: "button", class: "primary", disabled: this.playing, data: { key: "next" }, onclick: () => this.next() }, t("lesson.next"));
    const home = h("a", { class: "button primary", href: "/" }, t("lesson.home"));
    return part === "end" ? [home] : part === "done" ? [next] : [];
  }

  /** Plays the other seat when the words have been read; whether it did. */
  next() {
    const turn = this.turn();
    if (this.part() !== "done" || this.playing) return false;
    this.playing = true;
    this.page.render();
    this.page.live.tell({ type: "act", seat: RIVAL, actions: actionsOf(TURNS[turn]) }).finally(() => {
      this.playing = false;
      this.page.render();
    });
    return true;
  }

  /** The game is not kept for somebody who does not want it. */
  async leave() {
    if (this.page.live.state.now.stage === "playing") await this.page.live.tell({ type: "ask", seat: PUPIL, proposal: { type: "end" } });
    this.page.app.go("/");
  }
}
