// @ts-check
// By which rules: an edition, and single rules that differ from it.

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { EDITIONS, EDITION_NAMES, chosenSets, editionValue, knobValue, knobsOf, ownRules } from "./draft.js";

/** An edition anew: what it does not say itself is left as it was chosen. */
const OF_EDITIONS = new Set(Object.values(EDITIONS).flatMap((knobs) => Object.keys(knobs)));

/**
 * @param {import("./draft.js").Draft} draft
 * @param {() => void} changed
 */
export function editions(draft, changed) {
  const one = (/** @type {string} */ name) => {
    const box = h("input", {
      type: "radio",
      name: "edition",
      value: name,
      checked: name === draft.edition,
      onchange: () => {
        draft.edition = name;
        OF_EDITIONS.forEach((knob) => delete draft.knobs[knob]);
        changed();
        box.dispatchEvent(new CustomEvent("edition", { bubbles: true }));
      },
    });
    return h(
      "label",
      { class: "choice edition" },
      box,
      h("span", {}, h("b", {}, t(`edition.${name}`)), h("span", { class: "small quiet" }, t(`edition.${name}.about`))),
    );
  };
  return h("fieldset", {}, h("legend", { class: "unseen" }, t("setup.rules")), EDITION_NAMES.map(one));
}

/**
 * @param {import("./draft.js").Draft} draft
 * @param {() => void} changed
 */
export function houseRules(draft, changed) {
  const place = h("div", { class: "knobs" });
  const count = h("span", { class: "badge", hidden: true });
  const touched = () => {
    const n = Object.keys(ownRules(draft)).length;
    count.hidden = n === 0;
    count.textContent = t("setup.house-rules.changed", { n });
    changed();
  };
  const show = () => {
    const sets = chosenSets(draft);
    const grouped = sets.flatMap((set) => (knobsOf(set).length ? [group(draft, set, touched)] : []));
    place.replaceChildren(...grouped);
    touched();
  };
  const details = h(
    "details",
    { class: "house-rules" },
    h("summary", {}, h("span", { class: "title" }, t("setup.house-rules")), count),
    h("p", { class: "small quiet" }, t("setup.house-rules.about")),
    place,
  );
  // Editions and sets are chosen elsewhere in the same form.
  queueMicrotask(() => ["edition", "sets"].forEach((name) => details.closest("form")?.addEventListener(name, show)));
  show();
  return details;
}

/**
 * @param {import("./draft.js").Draft} draft
 * @param {string} set
 * @param {() => void} changed
 */
function group(draft, set, changed) {
  return h(
    "div",
    { class: "knob-group" },
    h("h3", {}, set === "base" ? t("setup.house-rules.always") : t("setup.house-rules.with", { set: t(`set.${set}`) })),
    knobsOf(set).map(([name, values]) => knob(draft, name, values, changed)),
  );
}

/**
 * @param {import("./draft.js").Draft} draft
 * @param {string} name
 * @param {readonly string[]} values
 * @param {() => void} changed
 */
function knob(draft, name, values, changed) {
  const usual = editionValue(draft, name, values);
  const now = knobValue(draft, name, values);
  const one = (/** @type {string} */ value) =>
    h(
      "label",
      { class: "choice" },
      h("input", {
        type: "radio",
        name: `knob-${name}`,
        value,
        checked: value === now,
        onchange: () => {
          if (value === usual) delete draft.knobs[name];
          else draft.knobs[name] = value;
          changed();
        },
      }),
      h("span", {}, t(`knob.${name}.${value}`), value === usual && h("span", { class: "small quiet" }, t("setup.house-rules.usual"))),
    );
  return h("fieldset", { class: "knob" }, h("legend", {}, t(`knob.${name}`)), values.map(one));
}
