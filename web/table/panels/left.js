// The tiles left, by picture and count.

import { h, refresh } from "../../dom.js";
import { t } from "../../i18n.js";
import { tilePicture } from "../board/art.js";

/**
 * @param {HTMLElement} element
 * @param {import("../model.js").TableModel} table
 */
export function tilesLeft(element, table) {
  const { view } = table;
  if (!view || element.hidden) return;
  const { left, held, aside, removed } = view;
  refresh(element, [left, held, aside, removed, document.documentElement.dataset.theme, document.documentElement.lang], () => {
    const total = Object.values(left).reduce((all, n) => all + n, 0);
    return [
      h("h2", {}, t("table.tiles-left", { n: total })),
      table.state.table.setup.arranged && h("p", { class: "hint" }, t("table.arranged")),
      total ? tally(left) : h("p", {}, t("table.bag-empty")),
      ...Object.entries({ held, aside, removed }).flatMap(([name, some]) => (Object.keys(some).length ? [h("h3", {}, t(`table.${name}`)), tally(some)] : [])),
    ];
  });
}

/** @param {Record<string, number>} some */
function tally(some) {
  const kinds = Object.entries(some).sort(([a, m], [b, n]) => n - m || a.localeCompare(b));
  return h(
    "ul",
    { class: "tally" },
    kinds.map(([kind, count]) =>
      h(
        "li",
        {},
        h("img", { src: tilePicture(kind, 0), alt: t("table.tile-kind", { kind }), loading: "lazy" }),
        h("span", {}, t("table.copies", { n: count })),
      ),
    ),
  );
}
