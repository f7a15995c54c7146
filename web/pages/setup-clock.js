// @ts-check
// How long players may think, and how people are with each other at the table.

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { hasHints } from "./draft.js";
import { duration } from "./pace.js";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const TURNS = [30, MINUTE, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE, DAY, 3 * DAY, 7 * DAY];
const GAMES = [5 * MINUTE, 10 * MINUTE, 15 * MINUTE, 20 * MINUTE, 30 * MINUTE, HOUR];
const ABSENCES = [5 * MINUTE, 15 * MINUTE, HOUR, DAY, 3 * DAY, 7 * DAY];
const INCREMENTS = [0, 5, 10, 20, 30, MINUTE];

/**
 * @param {import("./draft.js").Draft} draft
 * @param {() => void} changed
 */
export function clockPanel(draft, changed) {
  const { clock } = draft;
  const turn = h(
    "div",
    { class: "clock-more" },
    seconds("clock.turn.each", TURNS, clock.turn, (value) => (clock.turn = value), changed),
  );
  const game = h(
    "div",
    { class: "clock-more" },
    seconds("clock.game.each", GAMES, clock.game, (value) => (clock.game = value), changed),
    seconds("clock.game.increment", INCREMENTS, clock.increment, (value) => (clock.increment = value), changed),
  );
  const none = h(
    "div",
    { class: "clock-more" },
    seconds("clock.absence", ABSENCES, draft.absence, (value) => (draft.absence = value), changed),
    h("p", { class: "small quiet" }, t("clock.absence.about")),
  );
  const late = h(
    "fieldset",
    { class: "clock-late" },
    h("legend", {}, t("clock.late")),
    ["retire", "computer"].map((name) =>
      radio("late", name, t(`clock.late.${name}`), draft.outOfTime === name, () => {
        draft.outOfTime = /** @type {import("../wire").OutOfTime} */ (name);
        changed();
      }),
    ),
  );
  const show = () => {
    none.hidden = clock.type !== "none";
    turn.hidden = clock.type !== "turn";
    game.hidden = clock.type !== "game";
    late.hidden = clock.type === "none";
    changed();
  };
  const type = (/** @type {string} */ name) =>
    radio("clock", name, t(`clock.${name}`), clock.type === name, () => {
      clock.type = name;
      show();
    });
  show();
  return h("div", {}, h("fieldset", {}, h("legend", { class: "unseen" }, t("setup.clock")), type("none"), none, type("turn"), turn, type("game"), game), late);
}

/**
 * @param {import("./draft.js").Draft} draft
 * @param {() => void} changed
 */
export function manners(draft, changed) {
  const box = (/** @type {"chat" | "public"} */ name, /** @type {string} */ key) => {
    const input = /** @type {HTMLInputElement} */ (
      h("input", {
        type: "checkbox",
        checked: draft[name],
        onchange: () => {
          draft[name] = input.checked;
          show();
        },
      })
    );
    return h("label", { class: "choice" }, input, h("span", {}, t(key), h("span", { class: "small quiet" }, t(`${key}.about`))));
  };
  const hints = /** @type {HTMLInputElement} */ (
    h("input", {
      type: "checkbox",
      name: "hints",
      checked: hasHints(draft),
      onchange: () => {
        draft.hints = hints.checked;
        changed();
      },
    })
  );
  const title = h("input", {
    type: "text",
    maxlength: "40",
    value: draft.title,
    oninput: () => {
      draft.title = /** @type {HTMLInputElement} */ (title).value;
      changed();
    },
  });
  const takeBacks = /** @type {HTMLInputElement} */ (
    h("input", {
      type: "checkbox",
      name: "take-backs",
      onchange: () => {
        draft.takeBacks = takeBacks.checked;
        changed();
      },
    })
  );
  const about = h("span", { class: "small quiet" });
  const show = () => {
    // Whoever takes a turn back has seen what comes.
    takeBacks.disabled = draft.public;
    takeBacks.checked = draft.takeBacks && !draft.public;
    about.textContent = t(draft.public ? "manners.take-backs.public" : "manners.take-backs.about");
    changed();
  };
  show();
  return h(
    "div",
    {},
    box("public", "manners.public"),
    h("label", { class: "choice" }, takeBacks, h("span", {}, t("manners.take-backs"), about)),
    h("label", { class: "choice" }, hints, h("span", {}, t("manners.hints"), h("span", { class: "small quiet" }, t("manners.hints.about")))),
    box("chat", "manners.chat"),
    h("label", { class: "field" }, h("span", {}, t("manners.title")), title),
  );
}

/**
 * @param {string} name
 * @param {string} value
 * @param {string} text
 * @param {boolean} checked
 * @param {() => void} onchange
 */
function radio(name, value, text, checked, onchange) {
  return h("label", { class: "choice" }, h("input", { type: "radio", name, value, checked, onchange }), h("span", {}, text));
}

/**
 * @param {string} key
 * @param {number[]} values
 * @param {number} chosen
 * @param {(value: number) => void} choose
 * @param {() => void} changed
 */
function seconds(key, values, chosen, choose, changed) {
  const select = h(
    "select",
    {
      onchange: () => {
        choose(Number(/** @type {HTMLSelectElement} */ (select).value));
        changed();
      },
    },
    values.map((value) => h("option", { value: String(value), selected: value === chosen }, duration(value))),
  );
  return h("label", { class: "field" }, h("span", {}, t(key)), select);
}
