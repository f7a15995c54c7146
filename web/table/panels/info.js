// What is known of a feature that somebody asked about.

import { h, refresh } from "../../dom.js";
import { t } from "../../i18n.js";
import { piecePicture } from "../board/art.js";

/**
 * @param {HTMLElement} element
 * @param {import("../page.js").TablePage} page
 */
export function info(element, page) {
  const { table } = page;
  const { feature } = table;
  refresh(element, [feature, document.documentElement.lang], () => (feature ? [panel(table, feature)] : []));
}

/**
 * @param {import("../model.js").TableModel} table
 * @param {import("../../wire").Feature} feature
 */
function panel(table, feature) {
  const pennants = feature.pennants ? t("table.with-pennants", { n: feature.pennants }) : "";
  const close = () => table.pointOut(null);
  const open = feature.kind !== "field" && !feature.complete;
  return h(
    "section",
    { class: "panel", role: "dialog", aria: { label: t(`table.info-${feature.kind}`) } },
    h("button", { type: "button", class: "close", aria: { label: t("table.close") }, onclick: close }, "×"),
    h("h2", {}, t(`table.info-${feature.kind}`)),
    h("p", {}, t("table.tiles", { n: feature.tiles }), pennants),
    feature.kind === "field" && h("p", {}, t("table.cities", { n: feature.cities.length })),
    h("p", { class: "holders" }, holders(table, feature)),
    feature.complete && h("p", {}, t("table.info-done")),
    (open || feature.kind === "field") && h("p", {}, t("table.info-worth", { points: t("table.points", { n: feature.worth }) })),
    open &&
      h(
        "p",
        {},
        t(feature.kind === "monastery" ? "table.info-complete-monastery" : "table.info-complete", { points: t("table.points", { n: feature.worth_complete }) }),
      ),
    open && h("p", {}, t("table.info-needs", { n: feature.needs.length })),
  );
}

/**
 * @param {import("../model.js").TableModel} table
 * @param {import("../../wire").Feature} feature
 */
function holders(table, feature) {
  const present = feature.followers.flatMap((count, seat) => (count ? [{ seat: seat + 1, count }] : []));
  if (!present.length) return t("table.info-nobody");
  return present.map(({ seat, count }) =>
    h("span", { class: `holder seat-${seat}` }, h("img", { src: piecePicture("knight", seat), alt: "" }), `${table.nameOf(seat)} × ${count}`),
  );
}
