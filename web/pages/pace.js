// @ts-check
// How long a table waits for its players, in words.

import { t } from "../i18n.js";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** After so many seconds the others may let the computer play for somebody if nothing else was chosen. */
export const ABSENCE = 3 * DAY;

/** @param {number} seconds */
export function duration(seconds) {
  if (seconds >= DAY) return t("time.days", { n: seconds / DAY });
  if (seconds >= HOUR) return t("time.hours", { n: seconds / HOUR });
  if (seconds >= MINUTE) return t("time.minutes", { n: seconds / MINUTE });
  return t("time.seconds", { n: seconds });
}

/**
 * What everybody agrees to who sits down.
 * @param {import("../wire").NewTable} table
 */
export function paceWords({ clock, absence, out_of_time: late }) {
  if (clock.type === "none") return t("pace.none", { time: duration(absence ?? ABSENCE) });
  const each =
    clock.type === "turn"
      ? t("pace.turn", { time: duration(clock.seconds) })
      : t("pace.game", { time: duration(clock.seconds), more: duration(clock.increment) });
  return `${each} ${t(`pace.late-${late}`)}`;
}
