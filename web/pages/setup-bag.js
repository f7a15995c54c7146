// @ts-check
// A bag of one's own: kinds of tiles by picture, how many of each, and their order if it is to be laid down.

import { assets, get } from "../api.js";
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { SETS, bagOf, setOf } from "./draft.js";
import { tile } from "./pictures.js";

/** More of one kind than this nobody needs. */
const MOST = 99;

/**
 * @param {import("./draft.js").Draft} draft
 * @param {() => void} changed
 */
export function ownBag(draft, changed) {
  const { own } = draft;
  const kinds = h("div", { class: "bag-kinds" });
  const order = h("ol", { class: "plain bag-order", aria: { label: t("bag.order") } });
  const empty = h("p", { class: "quiet" }, t("bag.empty"));
  const arranged = /** @type {HTMLInputElement} */ (
    h("input", {
      type: "checkbox",
      checked: own.arranged,
      onchange: () => {
        own.arranged = arranged.checked;
        told();
      },
    })
  );
  const clear = /** @type {HTMLButtonElement} */ (
    h(
      "button",
      {
        type: "button",
        class: "plain-button",
        onclick: () => {
          own.tiles = [];
          told();
        },
      },
      t("bag.clear"),
    )
  );
  /** @type {Map<string, (n: number) => void>} */
  const counts = new Map();
  const told = () => {
    const bag = bagOf(own);
    counts.forEach((show, kind) => show(bag[kind] ?? 0));
    order.hidden = !own.arranged;
    empty.hidden = own.tiles.length > 0;
    clear.hidden = own.tiles.length === 0;
    order.replaceChildren(...(own.arranged ? own.tiles.map((kind, at) => placed(kind, at)) : []));
    changed();
  };
  const placed = (/** @type {string} */ kind, /** @type {number} */ at) =>
    h(
      "li",
      {},
      h(
        "button",
        {
          type: "button",
          title: t("bag.out", { n: at + 1, kind }),
          aria: { label: t("bag.out", { n: at + 1, kind }) },
          onclick: () => {
            own.tiles.splice(at, 1);
            told();
            /** @type {HTMLElement|undefined} */ (order.querySelectorAll("button")[Math.min(at, own.tiles.length - 1)])?.focus();
          },
        },
        tile(kind),
        h("span", { aria: { hidden: "true" } }, String(at + 1)),
      ),
    );
  const change = (/** @type {string} */ kind, /** @type {boolean} */ more) => {
    if (more && own.tiles.filter((other) => other === kind).length < MOST) own.tiles.push(kind);
    else if (!more && own.tiles.includes(kind)) own.tiles.splice(own.tiles.lastIndexOf(kind), 1);
    told();
  };
  const element = h(
    "div",
    { class: "own-bag" },
    h("p", { class: "small quiet" }, t("bag.about")),
    h("label", { class: "choice" }, arranged, h("span", {}, t("bag.arranged"), h("span", { class: "small quiet" }, t("bag.arranged.about")))),
    empty,
    order,
    clear,
    kinds,
  );
  /** The kinds are asked for when somebody wants to see them. */
  const show = (/** @type {boolean} */ on) => {
    element.hidden = !on;
    if (on && !counts.size) load(kinds, counts, change, told);
  };
  return { element, show };
}

/**
 * The kinds there are, once the server has told.
 * @param {HTMLElement} place
 * @param {Map<string, (n: number) => void>} counts
 * @param {(kind: string, more: boolean) => void} change
 * @param {() => void} told
 */
async function load(place, counts, change, told) {
  const known = Object.keys(await get(`${assets}art/outlines.json`).catch(() => ({})));
  place.replaceChildren(
    ...SETS.map(({ name }) =>
      h(
        "section",
        {},
        h("h3", {}, t(`set.${name}`)),
        h(
          "ul",
          { class: "plain bag-tiles" },
          known.filter((kind) => setOf(kind) === name).map((kind) => one(kind, counts, change)),
        ),
      ),
    ),
  );
  told();
}

/**
 * A kind, how many of it, and the way to more or fewer.
 * @param {string} kind
 * @param {Map<string, (n: number) => void>} counts
 * @param {(kind: string, more: boolean) => void} change
 */
function one(kind, counts, change) {
  const count = h("span", { class: "bag-count" });
  const less = /** @type {HTMLButtonElement} */ (
    h("button", { type: "button", class: "bag-less", aria: { label: t("bag.less", { kind }) }, onclick: () => change(kind, false) }, "−")
  );
  const more = h(
    "button",
    { type: "button", class: "bag-more", title: t("bag.more", { kind }), aria: { label: t("bag.more", { kind }) }, onclick: () => change(kind, true) },
    tile(kind),
  );
  const item = h("li", { data: { kind } }, more, h("span", { class: "bag-row" }, less, count));
  more.querySelector("img")?.setAttribute("loading", "lazy");
  counts.set(kind, (n) => {
    item.classList.toggle("in", n > 0);
    less.disabled = n === 0;
    count.textContent = `× ${n}`;
  });
  return item;
}
