// Chances and points as people write them.

import { locale } from "../../i18n.js";

/** @param {number} chance */
export function percent(chance) {
  return new Intl.NumberFormat(locale(), { style: "percent", maximumFractionDigits: 0 }).format(chance);
}

/** @param {number} points */
export function points(points) {
  return new Intl.NumberFormat(locale(), { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(tidy(points));
}

/** @param {number} points more or fewer than expected */
export function signed(points) {
  return new Intl.NumberFormat(locale(), { minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay: "exceptZero" }).format(tidy(points));
}

/** Nobody writes minus nothing. @param {number} points */
const tidy = (points) => (Math.abs(points) < 0.05 ? 0 : points);
