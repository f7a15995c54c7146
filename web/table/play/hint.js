// A hint on request: what the computer would do, put on the board as if it had been chosen by hand, so that taking it is
// one click more and leaving it costs nothing.

import { post } from "../../api.js";
import { h, svg } from "../../dom.js";
import { t } from "../../i18n.js";
import { never } from "../../never.js";
import { eventsOf } from "../../state.js";
import { percent } from "../after/numbers.js";

/** @typedef {import("../../wire").Hint} Told */

/** Longer than the server ever thinks. */
const PATIENCE = 15000;

export class Hint {
  /** @param {import("../controller.js").Controller} table */
  constructor(table) {
    this.table = table;
    this.asking = false;
    /** @type {Told|null} */
    this.last = null;
    /** Whether it is being put on the board. */
    this.showing = false;
    /** @type {string|null} what was chosen when it had been put there */
    this.shown = null;
  }

  /** Whether one can be had now. */
  get may() {
    const { table } = this;
    return table.state?.table.hints === true && Boolean(table.mine()) && !table.past && !table.guide;
  }

  /** What was told about the decision at hand. */
  get told() {
    return this.may && this.last?.version === this.played() ? this.last : null;
  }

  /** Whether it is what is chosen. */
  get isShown() {
    return this.showing || this.shown === this.chosen();
  }

  /** The last version that changed the game. */
  played() {
    return this.table.log.findLast(({ entry }) => eventsOf(entry) || entry.type === "took-back")?.version;
  }

  /** Asks for it, or shows it again. What somebody chose by hand in the meantime stays as it is. */
  async ask() {
    const { table } = this;
    const seat = table.mine();
    if (!this.may || !seat || this.asking || table.choice.sending) return;
    const [version, chosen] = [this.played(), this.chosen()];
    this.asking = !this.told;
    table.change();
    try {
      const told = this.told ?? (await post(`/api/tables/${table.game}/hint`, { seat }, PATIENCE));
      if (told !== this.last) this.shown = null;
      this.last = told;
    } catch (error) {
      if (this.played() === version) table.complain(error);
    }
    this.asking = false;
    if (this.chosen() === chosen) await this.show();
    table.change();
  }

  /** What is chosen, by hand or by the hint. */
  chosen() {
    const { spot, pick, side } = this.table.choice;
    return JSON.stringify([spot, pick, side]);
  }

  /** Shows it, unless something else is chosen meanwhile. */
  async show() {
    const {
      told,
      table: { choice },
    } = this;
    const [first, second] = told?.line ?? [];
    if (!first || choice.sending) return;
    this.showing = true;
    const isThere = await this.put(first, second);
    this.showing = false;
    if (isThere) this.shown = this.chosen();
  }

  /**
   * Puts it on the board.
   * @param {import("../../wire").Input} first
   * @param {import("../../wire").Input|undefined} second
   * @returns {Promise<boolean>} whether it lies there then
   */
  async put(first, second) {
    const { choice } = this.table;
    if (first.type !== "place") {
      choice.follow(first);
      return true;
    }
    const place = choice.places().find(({ x, y }) => x === first.x && y === first.y);
    if (!place) return false;
    const spot = { x: first.x, y: first.y, rotations: place.rotations, rotation: first.rotation };
    await choice.lay(spot);
    if (choice.spot !== spot) return false;
    if (second) choice.follow(second);
    return true;
  }

  /** What it says, in words. */
  words() {
    const { told } = this;
    if (!told) return "";
    if (!this.isShown) return t("hint.ready");
    const points = t("table.points", { n: Math.abs(Math.round(told.margin)) });
    if (this.table.state.seats.length === 1) return `${this.what(told)} ${t("hint.alone", { points })}`;
    return `${this.what(told)} ${t(`hint.${lead(told)}`, { points })} ${t("hint.chance", { chance: percent(told.chance) })}`;
  }

  /** @param {Told} told */
  what({ line: [first] }) {
    const { phase } = this.table.choice;
    if (first?.type === "dragon") return t("hint.dragon", { side: t(`table.side.${first.side}`) });
    switch (phase) {
      case "extra":
        return t(first?.type === "pass" ? "hint.leave" : "hint.take");
      case "place":
      case "figure":
      case "dragon":
      case "draw":
      case "over":
      case null:
      case undefined:
        return t(first?.type === "pass" ? "hint.pass" : "hint.this");
      default:
        return never(phase);
    }
  }
}

/** @param {Told} told */
function lead({ margin }) {
  const points = Math.round(margin);
  return points > 0 ? "ahead" : points < 0 ? "behind" : "even";
}

/**
 * The button in the bar, and what was told.
 * @param {import("../model.js").TableModel} table
 */
export function hintParts({ hint }) {
  if (!hint?.may) return [];
  const { told, asking } = hint;
  const again = t("hint.again");
  if (told)
    return [
      h(
        "div",
        { class: "advice", role: "status" },
        h(
          "button",
          { type: "button", title: `${again} (H)`, aria: { keyshortcuts: "H" }, data: { key: "hint" }, onclick: () => hint.ask() },
          lamp(),
          h("span", {}, hint.words()),
        ),
      ),
    ];
  const label = t("hint.ask");
  const button = h(
    "button",
    {
      type: "button",
      class: `sign hint-button${asking ? " asking" : ""}`,
      title: `${label} (H)`,
      aria: { label, keyshortcuts: "H", disabled: asking },
      data: { key: "hint" },
      onclick: () => hint.ask(),
    },
    lamp(),
  );
  return [button, asking && h("div", { class: "advice", role: "status" }, lamp(), h("span", {}, t("hint.thinking")))];
}

function lamp() {
  return svg(
    "svg",
    { class: "lamp", viewBox: "0 0 24 24", "aria-hidden": "true" },
    svg("path", {
      d: "M12 2.5a6.6 6.6 0 0 0-3.9 11.9c.8.6 1.2 1.3 1.3 2.1h5.2c.1-.8.5-1.5 1.3-2.1A6.6 6.6 0 0 0 12 2.5Z",
      fill: "var(--glow)",
      stroke: "currentColor",
      "stroke-width": "1.6",
    }),
    svg("path", { d: "M9.6 19h4.8M10.4 21.4h3.2", stroke: "currentColor", "stroke-width": "1.8", "stroke-linecap": "round" }),
  );
}
