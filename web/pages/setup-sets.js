// @ts-check
// Which tiles: sets as cards with pictures, their parts, and how many of each.

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { SETS } from "./draft.js";
import { ownBag } from "./setup-bag.js";
import { figure, land } from "./pictures.js";

/** @type {Record<import("../wire").TileSet, import("../vocabulary.js").Piece[]>} who stands on a card */
const STANDING = { base: ["knight"], river: ["farmer"], winter: ["monk"], traders: ["builder", "pig"], dragon: ["dragon", "fairy"] };

/**
 * Whole sets, or single tiles.
 * @param {import("./draft.js").Draft} draft
 * @param {() => void} changed
 */
export function tilePanel(draft, changed) {
  const panel = h("div", {});
  const told = () => {
    changed();
    panel.dispatchEvent(new CustomEvent("sets", { bubbles: true }));
  };
  const cards = h(
    "ul",
    { class: "plain set-cards" },
    SETS.map((set, at) => card(draft, set, at + 1, told)),
  );
  const bag = ownBag(draft, told);
  const show = () => {
    cards.hidden = draft.own.use;
    bag.show(draft.own.use);
    told();
  };
  const way = (/** @type {boolean} */ own) =>
    h(
      "label",
      { class: "option" },
      h("input", {
        type: "radio",
        name: "tiles",
        value: own ? "bag" : "sets",
        checked: draft.own.use === own,
        onchange: () => {
          draft.own.use = own;
          show();
        },
      }),
      h("span", {}, t(own ? "bag.own" : "bag.sets")),
    );
  show();
  panel.append(
    h("fieldset", { class: "pick" }, h("legend", { class: "unseen" }, t("setup.sets")), h("div", { class: "pick-row" }, way(false), way(true))),
    cards,
    bag.element,
  );
  return panel;
}

/**
 * @param {import("./draft.js").Draft} draft
 * @param {(typeof SETS)[number]} set
 * @param {number} seat whose colours the figures have
 * @param {() => void} changed
 */
function card(draft, set, seat, changed) {
  const { name, tiles, picture } = set;
  const standing = STANDING[name].map((piece) => figure(piece, seat));
  const box = /** @type {HTMLInputElement} */ (h("input", { type: "checkbox", checked: Boolean(draft.sets[name]), aria: { describedby: `set-${name}` } }));
  const more = h("div", { class: "set-more" }, parts(draft, set.parts, changed), copies(draft, name, changed));
  const whole = h(
    "li",
    { class: "set-card" },
    h(
      "label",
      { class: "set-label" },
      land([picture.slice(0, 2), picture.slice(2)], ...standing),
      h("span", { class: "set-title title" }, box, h("span", {}, t(`set.${name}`))),
      h("span", { class: "set-about small", id: `set-${name}` }, t(`set.${name}.about`), " ", h("span", { class: "quiet" }, t("set.tiles", { n: tiles }))),
    ),
    more,
  );
  const show = () => {
    whole.classList.toggle("on", box.checked);
    more.hidden = !box.checked;
  };
  box.addEventListener("change", () => {
    if (box.checked) draft.sets[name] = draft.sets[name] || 1;
    else delete draft.sets[name];
    show();
    changed();
  });
  show();
  return whole;
}

/**
 * @param {import("./draft.js").Draft} draft
 * @param {readonly string[]} names
 * @param {() => void} changed
 */
function parts(draft, names, changed) {
  if (names.length === 0) return null;
  const one = (/** @type {string} */ name) => {
    const box = /** @type {HTMLInputElement} */ (
      h("input", {
        type: "checkbox",
        checked: !draft.off.includes(name),
        onchange: () => {
          draft.off = draft.off.filter((part) => part !== name).concat(box.checked ? [] : [name]);
          changed();
        },
      })
    );
    return h("label", { class: "choice" }, box, h("span", {}, t(`part.${name}`), h("span", { class: "small quiet" }, t(`part.${name}.about`))));
  };
  return h("fieldset", { class: "set-parts" }, h("legend", { class: "unseen" }, t("set.parts")), names.map(one));
}

/**
 * @param {import("./draft.js").Draft} draft
 * @param {string} name
 * @param {() => void} changed
 */
function copies(draft, name, changed) {
  const select = h(
    "select",
    {
      onchange: () => {
        draft.sets[name] = Number(/** @type {HTMLSelectElement} */ (select).value);
        changed();
      },
    },
    [1, 2, 3, 4, 5].map((n) => h("option", { value: String(n), selected: n === (draft.sets[name] ?? 1) }, `× ${n}`)),
  );
  return h("label", { class: "set-copies small" }, h("span", {}, t("set.copies")), select);
}
