// What is wrong, in plain words, with the way on.

import { errorText } from "../../errors.js";
import { h, refresh } from "../../dom.js";
import { t } from "../../i18n.js";
import { notice, way } from "../../pages/frame.js";
import { figure } from "../../pages/pictures.js";

/**
 * The strip above the board.
 * @param {HTMLElement} element
 * @param {import("../page.js").TablePage} page
 */
export function banner(element, page) {
  const { text, button } = words(page);
  refresh(element, [text, button?.text], () =>
    text ? [h("span", {}, text, button && h("button", { type: "button", data: { key: "way" }, onclick: button.press }, button.text))] : [],
  );
}

/**
 * What is most urgent.
 * @param {import("../page.js").TablePage} page
 * @returns {{text: string, button?: {text: string, press: () => void}}}
 */
function words(page) {
  const { live, table } = page;
  if (live.status === "lost" && live.state) return { text: t("table.lost") };
  if (live.status === "restarting") return { text: t("table.restarting") };
  if (table.notice) return { text: table.notice };
  if (!live.state) return { text: t("table.connecting") };
  if (live.isOutdated) return { text: t("error.other-version"), button: { text: t("table.reload"), press: () => location.reload() } };
  if (live.state.rematch)
    return { text: t("table.rematch-ready"), button: { text: t("table.go-rematch"), press: () => page.app.go(`/t/${live.state.rematch}`) } };
  if (live.state.now.stage === "frozen") return { text: t("table.frozen") };
  if (page.twins?.areShown()) return { text: t("table.twin"), button: { text: t("table.twin-ok"), press: () => page.twins?.hide() } };
  return { text: "" };
}

/** What may keep a table from being shown, by its code. */
const KNOWN = ["no-such-table", "revoked", "protocol"];

/**
 * In place of a table that cannot be shown.
 * @param {import("../page.js").TablePage} page
 * @param {import("../../api.js").Failed} why
 */
export function failurePage({ root, app }, why) {
  const known = KNOWN.includes(why.code);
  const reload = h("button", { class: "primary", type: "button", onclick: () => location.reload() }, t("table.reload"));
  const gone = why.code === "no-such-table" || why.code === "revoked";
  notice(root, app, {
    title: known ? t(`table.${why.code}`) : t("join.refused"),
    text: known ? t(`table.${why.code}-hint`) : errorText(why),
    picture: figure(gone ? "thief" : "fairy", 2),
    ways: gone ? [way("/", t("table.home"), "button primary"), way("/new", t("join.own"))] : [reload, way("/", t("table.home"))],
  });
}
