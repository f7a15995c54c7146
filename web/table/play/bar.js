// What is asked now, and the ways to answer.

import { h, refresh } from "../../dom.js";
import { t } from "../../i18n.js";
import { never } from "../../never.js";
import { pieceOf, piecePicture, tilePicture } from "../board/art.js";
import { same } from "./choice.js";
import { hintParts } from "./hint.js";
import { roleWords } from "../panels/words.js";

/**
 * What is said while somebody else is to act.
 * @param {import("../../wire").Phase["type"]|undefined} phase
 * @param {string} usual
 */
function waitKey(phase, usual) {
  switch (phase) {
    case "dragon":
      return "table.wait-dragon";
    case "extra":
      return "table.wait-extra";
    case "draw":
    case "place":
    case "figure":
    case "over":
    case undefined:
      return usual;
    default:
      return never(phase);
  }
}

export class Bar extends HTMLElement {
  /** @type {import("../model.js").TableModel} */
  table = /** @type {any} */ (null);

  /** @param {import("../model.js").TableModel} table */
  update(table) {
    this.table = table;
    const { state, choice } = table;
    const what = state && [
      state.version,
      state.now,
      choice.spot,
      choice.actions,
      choice.pick,
      choice.group,
      choice.side,
      choice.sending,
      choice.rotation,
      Boolean(table.past),
      table.isTrial,
      table.you.device,
      document.documentElement.dataset.theme,
      document.documentElement.lang,
      table.hint?.may,
      table.hint?.asking,
      table.hint?.told,
    ];
    this.toggleAttribute("data-mine", Boolean(table.mine()) && !table.past);
    refresh(this, what, () => (state ? [...this.build(), ...hintParts(table)] : []));
  }

  build() {
    const { table } = this;
    const { now } = table.state;
    if (table.isTrial && now.stage === "over") return [words(t("table.over"), t("trial.over"))];
    if (table.past || !["playing", "committing", "revealing"].includes(now.stage)) return [];
    if (now.stage !== "playing") return [words(t("table.wait-deal"), t("table.wait-deal-hint"))];
    if (!table.mine()) return this.waiting();
    const { phase } = table.choice;
    switch (phase) {
      case "place":
        return this.placing();
      case "figure":
        return [this.middle(), this.buttons()];
      case "dragon":
        return this.dragon();
      case "extra":
        return this.extra();
      case "draw":
        return this.drawing(/** @type {import("../after/trial.js").Trial} */ (table));
      case "over":
      case null:
      case undefined:
        return [];
      default:
        return never(phase);
    }
  }

  /** Somebody else's turn. */
  waiting() {
    const { table } = this;
    const seat = table.acting() ?? 1;
    const chair = table.state.seats[seat - 1];
    const name = table.nameOf(seat);
    const phase = table.state.now.phase;
    const hand = table.state.view.hand;
    const usual = chair?.computer ? "table.thinking" : "table.wait-turn";
    const key = waitKey(phase?.type, usual);
    const steps = phase?.type === "dragon" ? phase.steps : 0;
    const watching = table.own().length ? null : t("table.watching");
    return [hand && tile(hand, 0), words(t(key, { name, n: steps }), watching)];
  }

  placing() {
    const { choice, state } = this.table;
    const hand = state.view.hand ?? "";
    const turn = h(
      "button",
      {
        class: "hand-tile",
        type: "button",
        title: t("table.turn-tile"),
        aria: { label: `${t("table.hand")}: ${t("table.turn-tile")} (R)` },
        data: { key: "hand" },
        onclick: () => choice.turn(),
      },
      tile(hand, choice.spot?.rotation ?? choice.rotation),
    );
    if (!choice.spot) return [turn, words(t(state.view.extra === "second" ? "table.prompt-second" : "table.prompt-place"), this.whose())];
    return [turn, this.middle(), this.buttons()];
  }

  /**
   * On a board of one's own any tile can be drawn.
   * @param {import("../after/trial.js").Trial} trial
   */
  drawing(trial) {
    const one = (/** @type {[string, number]} */ [kind, count], /** @type {number} */ n) =>
      h(
        "button",
        {
          class: "draw",
          type: "button",
          title: t("trial.draw-tile", { tile: kind, n: count }),
          aria: { label: t("trial.draw-tile", { tile: kind, n: count }) },
          data: { key: `draw ${kind}` },
          onclick: () => trial.draw(kind),
        },
        tile(kind, 0),
        h("span", {}, t("table.copies", { n: count })),
        n < 9 && h("kbd", { aria: { hidden: true } }, `${n + 1}`),
      );
    return [
      words(t("trial.draw"), this.whose()),
      h("div", { class: "draws", role: "group", tabindex: "0", aria: { label: t("trial.draw") } }, trial.draws().map(one)),
      h("button", { type: "button", data: { key: "any" }, onclick: () => trial.drawAny() }, t("trial.any")),
    ];
  }

  middle() {
    return h("div", { class: "middle" }, this.ask(), this.options());
  }

  /** Whose turn it is, where several play at one device. */
  whose() {
    const { table } = this;
    return table.isTrial || table.own().length > 1 ? t("table.your-turn", { name: table.nameOf(table.mine() ?? 1) }) : null;
  }

  /** What is asked about figures. */
  ask() {
    const { choice } = this.table;
    if (choice.spot && !choice.actions) return words("…");
    const group = choice.shownGroup();
    const key =
      {
        portal: "table.prompt-portal",
        evict: choice.mayPass() ? "table.prompt-evict" : "table.prompt-evict-must",
        fairy: "table.prompt-fairy",
        here: "table.prompt-figure",
        none: null,
      }[group ?? "none"] ?? (this.table.guide?.isNarrow() ? "lesson.nobody" : "table.prompt-figure-none");
    return words(t(key), this.brings() ?? this.whose());
  }

  /** Points that the tile brings at once. */
  brings() {
    const { choice, table } = { choice: this.table.choice, table: this.table };
    const seat = table.mine() ?? 1;
    const sum = choice.preview.reduce((all, event) => all + (event.type === "scored" ? event.points[seat - 1] : 0), 0);
    return sum ? t("table.brings", { points: t("table.points", { n: sum }) }) : null;
  }

  options() {
    const { choice } = this.table;
    const groups = choice.groups();
    const tabs = groups.length > 1 ? groups.map((group) => this.tab(group)) : [];
    const few = choice.shownGroup() === "here" || choice.options().length <= 5;
    const buttons = few ? choice.options().map((option, n) => this.option(option, n)) : [];
    return h("div", { class: "options", role: "group", aria: { label: t("table.prompt-figure") } }, tabs, buttons);
  }

  /** @param {string} group */
  tab(group) {
    const { choice } = this.table;
    const on = group === choice.shownGroup();
    return h(
      "button",
      { class: `chip tab${on ? " on" : ""}`, type: "button", aria: { pressed: on }, data: { key: `tab ${group}` }, onclick: () => choice.show(group) },
      t(`table.group-${group}`),
    );
  }

  /**
   * @param {import("./choice.js").Option} option
   * @param {number} n
   */
  option(option, n) {
    const { table } = this;
    const laid = table.tileAt(option.x, option.y);
    const name = pieceOf(option, laid);
    const on = same(option, table.choice.pick);
    const picture = h("img", { src: piecePicture(name, table.mine() ?? 1), alt: "" });
    return h(
      "button",
      {
        class: `chip${on ? " on" : ""}`,
        type: "button",
        aria: { pressed: on },
        data: { key: `option ${n}` },
        onclick: (/** @type {MouseEvent} */ event) => this.choose(option, event),
      },
      picture,
      roleWords(option, table),
      n < 9 && h("kbd", { aria: { hidden: true } }, `${n + 1}`),
    );
  }

  /**
   * Whoever chose with the mouse can confirm with Enter.
   * @param {import("./choice.js").Option} option
   * @param {MouseEvent} event
   */
  choose(option, event) {
    this.table.choice.choose(option);
    const confirm = this.querySelector(".confirm");
    if (event.detail > 0 && confirm instanceof HTMLElement) confirm.focus({ preventScroll: true });
  }

  buttons() {
    const { choice } = this.table;
    const tentative = Boolean(choice.spot);
    const turns = (choice.spot?.rotations.length ?? 0) > 1;
    return h(
      "div",
      { class: "buttons" },
      tentative &&
        h(
          "button",
          {
            type: "button",
            class: "quiet sign",
            title: `${t("table.take-back-tile")} (Esc)`,
            aria: { label: t("table.take-back-tile") },
            data: { key: "back" },
            onclick: () => choice.takeBack(),
          },
          "✕",
        ),
      turns &&
        h(
          "button",
          {
            type: "button",
            class: "quiet sign",
            title: `${t("table.turn-tile")} (R)`,
            aria: { label: t("table.turn-tile") },
            data: { key: "turn" },
            onclick: () => choice.turn(),
          },
          "↻",
        ),
      h(
        "button",
        { type: "button", class: "primary confirm", disabled: !choice.ready(), data: { key: "confirm" }, onclick: () => choice.confirm() },
        this.confirmWords(),
      ),
    );
  }

  confirmWords() {
    const { choice } = this.table;
    if (choice.pick) return choice.spot ? t("table.confirm-with", { role: roleWords(choice.pick, this.table) }) : t("table.confirm");
    return choice.spot ? t("table.confirm-none") : t("table.confirm-pass");
  }

  dragon() {
    const { choice, state } = this.table;
    const steps = choice.steps().map(({ side }) =>
      h(
        "button",
        {
          class: `chip${choice.side === side ? " on" : ""}`,
          type: "button",
          data: { key: `side ${side}` },
          onclick: () => choice.send([{ type: "dragon", side }]),
        },
        t(`table.side.${side}`),
      ),
    );
    const left = state.now.phase?.type === "dragon" ? state.now.phase.steps : 0;
    return [
      h("img", { class: "being", src: piecePicture("dragon"), alt: "" }),
      words(t("table.prompt-dragon", { n: left }), this.whose()),
      h("div", { class: "options" }, steps),
    ];
  }

  extra() {
    const { choice, table } = { choice: this.table.choice, table: this.table };
    const button = (/** @type {"pass"|"take-extra"} */ type, /** @type {string} */ key, /** @type {string} */ css) =>
      h("button", { type: "button", class: css, disabled: choice.sending, data: { key }, onclick: () => choice.send([{ type }]) }, t(key));
    return [
      h("img", { class: "being", src: piecePicture("builder", table.mine() ?? 1), alt: "" }),
      words(t("table.prompt-extra"), this.whose()),
      h("div", { class: "buttons" }, button("pass", "table.leave-extra", "quiet"), button("take-extra", "table.take-extra", "primary confirm")),
    ];
  }
}

/**
 * @param {string} text
 * @param {string|null} [small]
 */
function words(text, small) {
  return h("div", { class: "words" }, h("p", { class: "prompt" }, text), small ? h("p", { class: "hint" }, small) : null);
}

/**
 * @param {string} kind
 * @param {number} rotation
 */
function tile(kind, rotation) {
  return h("img", { class: "hand", src: tilePicture(kind, rotation), alt: t("table.hand") });
}

customElements.define("bastide-bar", Bar);
