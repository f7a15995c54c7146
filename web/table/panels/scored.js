// Points in words: what they were given for, who had how many there, who got how much and who went without.

import { t } from "../../i18n.js";
import { ROLE_OF } from "../../vocabulary.js";

/**
 * @typedef {import("../model.js").TableModel} Table
 * @typedef {import("../../wire").Reason} Reason
 * @typedef {import("./words.js").Line} Line
 */

/**
 * @param {Table} table
 * @param {Reason} reason
 * @param {number[]} points of each seat
 * @returns {Line}
 */
export function scoredLine(table, reason, points) {
  const words = /** @type {(reason: Reason, who: (had?: Had) => string) => Line} */ (scoredWords[reason.type]);
  const won = points.flatMap((n, seat) => (n > 0 ? [seat + 1] : []));
  return { ...words(reason, (had) => shares(table, points, had)), kind: "score", seat: won.length === 1 ? won[0] : undefined };
}

/**
 * What seats had: how many of what, and whether a pig beside it. Where one seat alone had something, its number
 * matters to nobody, unless `always`.
 * @typedef {{counts: number[], what: string, pigs?: boolean[], always?: boolean}} Had
 */

/**
 * Everybody who had something there or got points for it.
 * @param {Table} table
 * @param {number[]} points
 * @param {Had} [had]
 */
function shares(table, points, had) {
  const counts = had?.counts ?? [];
  const told = had?.always || counts.filter((n) => n > 0).length > 1;
  const one = (/** @type {number} */ n, /** @type {number} */ seat) => {
    if (!n && !counts[seat]) return [];
    const what = [told && counts[seat] && t(`count.${had?.what}`, { n: counts[seat] }), had?.pigs?.[seat] && t("table.with-pig")].filter(Boolean).join(", ");
    const name = what ? t("table.holds", { name: table.nameOf(seat + 1), what }) : table.nameOf(seat + 1);
    return [n ? t("table.share", { name, points: t("table.points", { n }) }) : t("table.share-none", { name })];
  };
  return points.flatMap(one).join("; ");
}

/** @type {{[Type in Reason["type"]]: (reason: Extract<Reason, {type: Type}>, who: (had?: Had) => string) => Line}} */
const scoredWords = {
  feature: (reason, who) => {
    const n = reason.cells.length;
    const pennants = reason.pennants ? t("table.with-pennants", { n: reason.pennants }) : "";
    const params = {
      of: t("table.of-tiles", { n }),
      tiles: t("table.tiles", { n }),
      pennants,
      who: who({ counts: reason.followers, what: ROLE_OF.follower[reason.kind] }),
    };
    return { text: t(`event.scored-${reason.kind}${reason.complete ? "" : "-open"}`, params), cells: reason.cells };
  },
  field: (reason, who) => {
    const cities = t("table.cities", { n: reason.cities.length });
    const key = reason.cities.length ? "event.scored-field" : "event.scored-field-none";
    return {
      text: t(key, { cities, who: who({ counts: reason.followers, what: ROLE_OF.follower.field, pigs: reason.pigs }) }),
      spots: [reason.spot, ...reason.cities],
    };
  },
  "farmed-city": (reason, who) => {
    const counts = reason.pigs.map((_, seat) => reason.fields.reduce((sum, field) => sum + (field.followers[seat] ?? 0), 0));
    return { text: t("event.scored-farmed-city", { who: who({ counts, what: ROLE_OF.follower.field, pigs: reason.pigs }) }), spots: [reason.city] };
  },
  "fairy-turn": (_, who) => ({ text: t("event.scored-fairy-turn", { who: who() }) }),
  "fairy-bonus": (reason, who) => ({ text: t("event.scored-fairy-bonus", { who: who() }), spots: [reason.spot] }),
  goods: (reason, who) => ({ text: t(`event.scored-goods-${reason.good}`, { who: who({ counts: reason.tokens, what: "token", always: true }) }) }),
};

/**
 * Where points were earned.
 * @param {Reason} reason
 * @returns {{x: number, y: number, segment?: number}|null}
 */
export function scoredPlace(reason) {
  if ("spot" in reason) return reason.spot;
  return "city" in reason ? reason.city : null;
}
