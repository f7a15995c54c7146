// The strip above a board of one's own: what it is, the way back and forth, and the lines that were tried.

import { h, refresh } from "../../dom.js";
import { t } from "../../i18n.js";
import { Trial } from "./trial.js";

export class TrialBar {
  /** @param {import("../page.js").TablePage} page */
  constructor(page) {
    this.page = page;
    /** The step that overlays were asked for. */
    this.surveyed = -1;
    this.element = h("section", { class: "trial panel", hidden: true, aria: { label: t("trial.title") } });
  }

  get key() {
    return `bastide.trial.${this.page.game}`;
  }

  /**
   * Opens a board where the game has come to after some of its moves.
   * @param {{inputs: any[], entries: number}[]} moves
   */
  async open(moves) {
    const trial = this.enter();
    try {
      await trial.begin(
        moves.flatMap(({ inputs }) => inputs),
        moves.at(-1)?.entries ?? this.firstEntries(),
      );
    } catch (error) {
      this.leave();
      this.page.live.complain(error);
    }
  }

  /** Entries of the log before the first tile. */
  firstEntries() {
    return this.page.live.log.findIndex((line) => line.entry.type === "began");
  }

  /** Goes on after a reload; whether there was a board. */
  async resume() {
    const kept = this.recall();
    if (location.hash !== "#try" || !kept) return false;
    try {
      await this.enter().resume(kept);
      return true;
    } catch {
      this.leave();
      return false;
    }
  }

  enter() {
    const { page } = this;
    page.side.analysis.leave();
    const trial = new Trial(page.live, (update) => this.shown(trial, update));
    page.table = trial;
    page.root.classList.add("trying");
    history.replaceState(null, "", "#try");
    return trial;
  }

  /**
   * @param {Trial} trial
   * @param {import("../model.js").Moved|null} update
   */
  async shown(trial, update) {
    if (this.page.table !== trial || !trial.state) return;
    this.keep(trial);
    if (this.surveyed !== trial.current) trial.survey();
    this.surveyed = trial.current;
    await this.page.shown(update);
  }

  leave() {
    const { page } = this;
    page.table.close();
    page.table = page.live;
    page.root.classList.remove("trying");
    history.replaceState(null, "", location.pathname);
    page.board.shown.cells = "";
    if (page.live.isRecord) page.side.replay.go(page.side.replay.at);
    else page.live.lookNow();
    if (!page.board.camera.own) page.board.fit();
  }

  update() {
    const { table: trial, live } = this.page;
    const on = trial instanceof Trial;
    this.element.hidden = !on;
    const what = on && [trial.current, trial.steps.length, Boolean(live.mine()), document.documentElement.lang];
    refresh(this.element, what, () => (on ? this.build(trial) : []));
  }

  /** @param {Trial} trial */
  build(trial) {
    const { parent, next } = trial.steps[trial.current];
    const button = (/** @type {string} */ key, /** @type {string} */ sign, /** @type {boolean} */ can, /** @type {() => any} */ onclick) =>
      h("button", { type: "button", class: "sign", disabled: !can, title: t(key), aria: { label: t(key) }, data: { key }, onclick }, sign);
    const waits = Boolean(this.page.live.mine());
    return [
      h("p", { class: "trial-words" }, h("b", {}, t("trial.title")), " ", h("span", { class: "quiet" }, t("trial.about"))),
      h(
        "div",
        { class: "buttons" },
        button("trial.back", "↶", parent >= 0, () => trial.back()),
        button("trial.forward", "↷", next !== null, () => trial.forward()),
        this.lines(trial),
        h(
          "button",
          { type: "button", class: waits ? "primary" : "", data: { key: "leave" }, onclick: () => this.leave() },
          t(waits ? "trial.leave-turn" : "trial.leave"),
        ),
      ),
    ];
  }

  /**
   * The ways that were tried from here.
   * @param {Trial} trial
   */
  lines(trial) {
    const ways = trial.children(trial.current);
    if (ways.length < 2) return null;
    const one = (/** @type {number} */ step, /** @type {number} */ n) =>
      h(
        "button",
        {
          type: "button",
          class: "chip",
          aria: { label: t("trial.line", { n: n + 1 }) },
          title: t("trial.line", { n: n + 1 }),
          data: { key: `line ${n}` },
          onclick: () => trial.go(step),
        },
        String(n + 1),
      );
    return h("span", { class: "trial-lines", role: "group", aria: { label: t("trial.lines") } }, ways.map(one));
  }

  /** @param {Trial} trial */
  keep(trial) {
    try {
      sessionStorage.setItem(this.key, JSON.stringify(trial.kept()));
    } catch {
      // The board lives as long as this page.
    }
  }

  recall() {
    try {
      return JSON.parse(sessionStorage.getItem(this.key) ?? "null");
    } catch {
      return null;
    }
  }
}
