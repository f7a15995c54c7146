// The score sheet: one line for each seat.

import { h, refresh } from "../../dom.js";
import { t } from "../../i18n.js";
import { FIGURES, GOODS } from "../../vocabulary.js";
import { piecePicture } from "../board/art.js";

/** @type {Record<import("../../wire").Figure, [piece: import("../../vocabulary.js").Piece, label: string]>} how a figure in supply is shown */
const STOCK = { follower: ["knight", "table.followers"], builder: ["builder", "table.builder"], pig: ["pig", "table.pig"] };

export class Sheet extends HTMLElement {
  /** @param {import("../model.js").TableModel} table */
  update(table) {
    const { state, view } = { state: table.state, view: table.view };
    if (!state) return;
    const standing = table.options.projected ? table.asides.standing : null;
    this.hidden = !view;
    const what = [state.seats, view?.seats, table.scores, table.acting(), table.you.device, standing, state.taken_back, document.documentElement.lang];
    const seats = () =>
      h(
        "ol",
        { class: "seats" },
        state.seats.map((seat, n) => line(table, seat, n, standing)),
      );
    refresh(this, what, () => [h("h2", { class: "unseen" }, t("table.sheet")), seats(), takenBack(state)]);
    this.tick(table);
  }

  /**
   * The clocks, which run by themselves.
   * @param {import("../model.js").TableModel} table
   */
  tick(table) {
    if (!table.state || table.state.table.clock.type === "none") return;
    const acting = table.acting();
    for (const [n, clock] of [...this.querySelectorAll(".clock")].entries()) {
      const chair = table.state.seats[n];
      const runs = acting === n + 1 && !chair.computer;
      const left = table.state.now.clocks[n] - (runs ? Math.max(0, table.time() - table.state.at) : 0);
      clock.textContent = clockWords(left);
      clock.classList.toggle("short", runs && left < 20000);
    }
  }
}

/**
 * That turns were taken back, if any were: whoever did so had seen what came.
 * @param {import("../../state.js").State} state
 */
export function takenBack({ taken_back: turns }) {
  return turns ? h("p", { class: "small quiet taken-back" }, t("table.taken-back", { n: turns })) : null;
}

/**
 * @param {import("../model.js").TableModel} table
 * @param {import("../../wire").TableSeat} chair
 * @param {number} n
 * @param {import("../../wire").Standing|null} standing
 */
function line(table, chair, n, standing) {
  const seat = n + 1;
  const player = table.view?.seats[n];
  const score = table.scores?.[n] ?? player?.score ?? 0;
  const acting = table.acting() === seat;
  const css = ["seat", `seat-${seat}`, acting && "acting", player?.retired && "retired"].filter(Boolean).join(" ");
  const own = table.own().includes(seat) && table.own().length < table.state.seats.length;
  const standIn = chair.computer && t(chair.name === chair.computer ? "table.computer" : "table.stand-in");
  return h(
    "li",
    { class: css, aria: acting ? { current: "true" } : {} },
    h("img", { class: "face", src: piecePicture("knight", seat), alt: "" }),
    h(
      "div",
      { class: "who" },
      h("span", { class: "name" }, chair.name === null ? t("table.seat-free") : table.nameOf(seat)),
      own && h("span", { class: "kind you" }, t("table.you")),
    ),
    h("span", { class: "score", aria: { label: t("table.points", { n: score }) } }, String(score)),
    player &&
      h(
        "div",
        { class: "supply" },
        supply(player, seat),
        standIn && h("span", { class: "kind" }, standIn),
        player.retired && h("span", { class: "kind" }, t("table.retired")),
        GOODS.filter((good) => player.goods[good]).map((good) =>
          h("span", { class: `good ${good}`, data: { n: player.goods[good] } }, t(`good.${good}`, { n: player.goods[good] })),
        ),
        standing && h("span", { class: "projected" }, t("table.projected", { n: standing.seats[n]?.projected ?? 0 })),
      ),
    table.state.table.clock.type !== "none" && h("span", { class: "clock" }),
  );
}

/**
 * @param {import("../../wire").Player} player
 * @param {number} seat
 */
function supply(player, seat) {
  return FIGURES.map((figure) => {
    const [piece, label] = STOCK[figure];
    const count = player.supply[figure];
    if (!count && figure !== "follower") return null;
    return h(
      "span",
      { class: "stock", role: "img", aria: { label: `${t(label)}: ${count}` }, title: `${t(label)}: ${count}` },
      h("img", { src: piecePicture(piece, seat), alt: "" }),
      h("span", { aria: { hidden: true } }, String(count)),
    );
  });
}

/** @param {number} millis */
export function clockWords(millis) {
  const seconds = Math.max(0, Math.ceil(millis / 1000));
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

customElements.define("bastide-sheet", Sheet);
