// @ts-check
// Who sits where.

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { LEVEL, LEVELS } from "../vocabulary.js";
import { figure } from "./pictures.js";

const TYPES = ["device", "open", "computer"];
const PIECES = ["knight", "thief", "monk", "knight", "thief", "monk"];

/**
 * @param {import("./draft.js").Draft} draft
 * @param {() => void} changed
 */
export function seatPanel(draft, changed) {
  const list = h("ol", { class: "plain seat-plan" });
  const add = h(
    "button",
    {
      type: "button",
      onclick: () => {
        draft.seats.push({ type: draft.purpose === "device" ? "device" : draft.purpose === "computer" ? "computer" : "open", name: "", player: LEVEL });
        show();
        /** @type {HTMLElement | null} */ (list.querySelector("li:last-child select"))?.focus();
      },
    },
    t("seat.add"),
  );
  const show = () => {
    list.replaceChildren(...draft.seats.map((_, at) => row(draft, at, show, changed)));
    /** @type {HTMLButtonElement} */ (add).disabled = draft.seats.length >= 6;
    changed();
  };
  show();
  return h("div", {}, list, add);
}

/**
 * @param {import("./draft.js").Draft} draft
 * @param {number} at
 * @param {() => void} show
 * @param {() => void} changed
 */
function row(draft, at, show, changed) {
  const seat = draft.seats[at];
  const n = at + 1;
  const type = h(
    "select",
    {
      aria: { label: t("seat.who", { n }) },
      onchange: () => {
        seat.type = /** @type {HTMLSelectElement} */ (type).value;
        show();
        /** @type {HTMLElement | null} */ (document.querySelectorAll(".seat-plan select.seat-type")[at])?.focus();
      },
      class: "seat-type",
    },
    TYPES.map((name) => h("option", { value: name, selected: name === seat.type }, t(`seat.${name}`))),
  );
  const remove =
    draft.seats.length > 1 &&
    h(
      "button",
      {
        class: "icon-button plain-button",
        type: "button",
        title: t("seat.remove", { n }),
        aria: { label: t("seat.remove", { n }) },
        onclick: () => {
          draft.seats.splice(at, 1);
          show();
        },
      },
      "✕",
    );
  return h("li", { class: "seat-row" }, h("span", { class: "seat-figure" }, figure(PIECES[at], n)), type, detail(seat, n, changed), remove);
}

/**
 * @param {import("./draft.js").SeatDraft} seat
 * @param {number} n
 * @param {() => void} changed
 */
function detail(seat, n, changed) {
  if (seat.type === "device") {
    const name = h("input", {
      type: "text",
      maxlength: "40",
      autocomplete: "off",
      value: seat.name,
      placeholder: t("seat.number", { n }),
      aria: { label: t("seat.name", { n }) },
      oninput: () => {
        seat.name = /** @type {HTMLInputElement} */ (name).value;
        changed();
      },
    });
    return name;
  }
  if (seat.type === "computer") {
    const how = h("span", { class: "quiet small" }, t(`player.${seat.player}.how`));
    const player = h(
      "select",
      {
        aria: { label: t("seat.player", { n }) },
        onchange: () => {
          seat.player = /** @type {HTMLSelectElement} */ (player).value;
          how.textContent = t(`player.${seat.player}.how`);
          changed();
        },
      },
      LEVELS.map((name) => h("option", { value: name, selected: name === seat.player, title: t(`player.${name}.how`) }, t(`player.${name}`))),
    );
    return h("span", { class: "seat-player" }, player, how);
  }
  return h("span", { class: "quiet small" }, t("seat.open.about"));
}
