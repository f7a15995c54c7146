// @ts-check
// Setting up a table: who plays, with which tiles, by which rules, on which clock.

import { h } from "../dom.js";
import { codeOf, errorText } from "../errors.js";
import { t } from "../i18n.js";
import { page } from "./frame.js";
import { draftFor, forgetDraft, hasHints, keepDraft, tableOf, tilesOf } from "./draft.js";
import { clockPanel, manners } from "./setup-clock.js";
import { editions, houseRules } from "./setup-rules.js";
import { seatPanel } from "./setup-seats.js";
import { tilePanel } from "./setup-sets.js";
import { keepName, open } from "./tables.js";

/** Where a mistake is shown; all others stand beside the button. */
const PLACES = {
  seats: ["seats", "unknown-seat", "unknown-player", "bad-name", "same-name", "computers-name"],
  sets: ["unplayable", "unknown-set", "unknown-part", "unknown-figure", "unknown-tile"],
  rules: ["unknown-edition", "unknown-knob"],
  clock: ["clock", "absence"],
  manners: ["bad-title", "arranged-in-public"],
};

/**
 * @param {HTMLElement} root
 * @param {import("./frame.js").App} app
 */
export function render(root, app) {
  const purpose = new URLSearchParams(location.search).get("for") ?? "friends";
  const draft = draftFor(purpose);
  const errors = Object.fromEntries(
    [...Object.keys(PLACES), "all"].map((place) => [place, h("p", { class: "error", role: "alert", hidden: true, tabindex: "-1" })]),
  );
  const bar = h("div", { class: "summary", aria: { live: "polite" } });
  const button = /** @type {HTMLButtonElement} */ (h("button", { class: "primary large", type: "submit" }));

  const changed = () => {
    keepDraft(draft);
    const hints = root.querySelector("input[name=hints]");
    if (hints instanceof HTMLInputElement) hints.checked = hasHints(draft);
    bar.textContent = summary(draft);
    button.textContent = t(draft.seats.some((seat) => seat.type === "open") ? "setup.invite" : "setup.begin");
  };
  const section = (/** @type {string} */ name, /** @type {Node[]} */ ...children) =>
    h(
      "section",
      { class: `panel setup-${name}`, aria: { labelledby: `setup-${name}` } },
      h("h2", { id: `setup-${name}` }, t(`setup.${name}`)),
      errors[name],
      children,
    );
  const form = h(
    "form",
    { class: "setup", novalidate: true, onsubmit: make },
    h(
      "div",
      { class: "setup-columns" },
      h("div", { class: "setup-main" }, section("seats", seatPanel(draft, changed)), section("sets", tilePanel(draft, changed))),
      h(
        "div",
        { class: "setup-side" },
        section("rules", editions(draft, changed), houseRules(draft, changed)),
        section("clock", clockPanel(draft, changed)),
        section("manners", manners(draft, changed)),
      ),
    ),
    h("div", { class: "setup-bar panel" }, errors.all, bar, button),
  );

  /** @param {Event} event */
  async function make(event) {
    event.preventDefault();
    Object.values(errors).forEach((error) => (error.hidden = true));
    button.disabled = true;
    keepName(draft.seats.find((seat) => seat.type === "device")?.name ?? "");
    try {
      const game = await open(tableOf(draft));
      forgetDraft();
      await app.go(`/t/${game}`);
    } catch (failed) {
      complain(failed);
    }
    button.disabled = false;
  }

  /** @param {unknown} failed */
  function complain(failed) {
    const place = Object.entries(PLACES).find(([, codes]) => codes.includes(codeOf(failed)))?.[0] ?? "all";
    errors[place].textContent = errorText(failed);
    errors[place].hidden = false;
    errors[place].focus();
  }

  page(root, app, t(`setup.title.${["friends", "device", "computer"].includes(purpose) ? purpose : "friends"}`), form);
  changed();
}

/** @param {import("./draft.js").Draft} draft */
function summary(draft) {
  return [t("setup.summary.seats", { n: draft.seats.length }), t("setup.summary.tiles", { n: tilesOf(draft) }), t(`edition.${draft.edition}`)].join(" · ");
}
