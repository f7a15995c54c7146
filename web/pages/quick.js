// @ts-check
// A game against the computer with two clicks: who, how strong, with what.

import { h } from "../dom.js";
import { errorText } from "../errors.js";
import { t } from "../i18n.js";
import { LEVEL, LEVELS } from "../vocabulary.js";
import { EDITIONS, SETS } from "./draft.js";
import { figure } from "./pictures.js";
import { keepName, open, ownName } from "./tables.js";

const MORE = SETS.map(({ name }) => name).filter((name) => name !== "base");

/**
 * The question, as a dialog that is not open yet.
 * @param {import("./frame.js").App} app
 */
export function quickGame(app) {
  const error = h("p", { class: "error", role: "alert", hidden: true });
  const how = h("p", { class: "quick-how small quiet", role: "status" }, t(`player.${LEVEL}.how`));
  const form = h(
    "form",
    { method: "dialog", class: "quick" },
    h(
      "div",
      { class: "quick-head" },
      h("h2", { id: "quick-title" }, t("quick.title")),
      h("span", { class: "quick-figures", aria: { hidden: "true" } }, figure("knight", 1), figure("knight", 5)),
    ),
    h(
      "label",
      { class: "field" },
      h("span", {}, t("quick.name")),
      h("input", { type: "text", name: "name", maxlength: "40", autocomplete: "nickname", value: ownName(), placeholder: t("seat.number", { n: 1 }) }),
    ),
    pick(
      "player",
      t("quick.strength"),
      LEVELS.map((name) => [name, t(`player.${name}`)]),
      LEVEL,
    ),
    how,
    pick(
      "others",
      t("quick.others"),
      [1, 2, 3, 4, 5].map((n) => [String(n), String(n)]),
      "1",
    ),
    h(
      "fieldset",
      { class: "pick" },
      h("legend", {}, t("quick.sets")),
      h(
        "div",
        { class: "pick-row" },
        MORE.map((name) => chip("checkbox", "sets", name, t(`set.${name}`), false)),
      ),
    ),
    h(
      "label",
      { class: "choice" },
      h("input", { type: "checkbox", name: "first" }),
      h("span", {}, t("edition.first"), h("span", { class: "small quiet" }, t("edition.first.about"))),
    ),
    h("p", { class: "quick-more" }, h("a", { href: "/new?for=computer" }, t("quick.more"))),
    error,
    h(
      "div",
      { class: "ways" },
      h("button", { class: "primary large", type: "submit", value: "play", autofocus: true }, t("quick.play")),
      h("button", { class: "plain-button", type: "button", onclick: () => dialog.close() }, t("quick.cancel")),
    ),
  );
  const dialog = /** @type {HTMLDialogElement} */ (h("dialog", { aria: { labelledby: "quick-title" } }, form));
  form.addEventListener("change", () => {
    how.textContent = t(`player.${new FormData(/** @type {HTMLFormElement} */ (form)).get("player")}.how`);
  });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const button = /** @type {HTMLButtonElement} */ (form.querySelector("button.primary"));
    button.disabled = true;
    try {
      await app.go(`/t/${await open(table(new FormData(/** @type {HTMLFormElement} */ (form))))}`);
    } catch (failed) {
      error.textContent = errorText(failed);
      error.hidden = false;
    }
    button.disabled = false;
  });
  return dialog;
}

/** @param {FormData} data @returns {import("../wire").NewTableSent} */
function table(data) {
  const name = String(data.get("name") ?? "").trim();
  keepName(name);
  const others = Number(data.get("others"));
  /** @type {import("../wire").SeatPlan} */
  const computer = { type: "computer", player: String(data.get("player")) };
  /** @type {Record<string, string>} */
  const knobs = data.get("first") ? EDITIONS.first : {};
  return {
    setup: { seats: others + 1, sets: ["base", ...data.getAll("sets").map(String)], knobs },
    seats: [{ type: "device", name }, ...Array.from({ length: others }, () => computer)],
  };
}

/**
 * @param {string} name
 * @param {string} title
 * @param {string[][]} values
 * @param {string} chosen
 */
function pick(name, title, values, chosen) {
  const chips = values.map(([value, text]) => chip("radio", name, value, text, value === chosen));
  return h("fieldset", { class: "pick" }, h("legend", {}, title), h("div", { class: "pick-row" }, chips));
}

/**
 * @param {string} type
 * @param {string} name
 * @param {string} value
 * @param {string} text
 * @param {boolean} checked
 */
function chip(type, name, value, text, checked) {
  return h("label", { class: "option" }, h("input", { type, name, value, checked }), h("span", {}, text));
}
