// @ts-check
// Tables from outside: made, named, told about.

import { post } from "../api.js";
import { has, t } from "../i18n.js";

const NAME = "bastide.name";

/**
 * Makes a table and keeps the secrets of its links on this device.
 * @param {import("../wire").NewTableSent} table
 * @returns {Promise<string>} its name in addresses
 */
export async function open(table) {
  const { game, sit, watch } = await post("/api/tables", table);
  keepSecrets(game, { sit, watch });
  return game;
}

/**
 * The secrets of a table's links, as far as this device knows them.
 * @param {string} game
 * @returns {{ sit?: string, watch?: string }}
 */
export function secretsOf(game) {
  try {
    return JSON.parse(localStorage.getItem(`bastide.links.${game}`) ?? "{}");
  } catch {
    return {};
  }
}

/**
 * @param {string} game
 * @param {{ sit?: string, watch?: string }} secrets
 */
export function keepSecrets(game, secrets) {
  remember(`bastide.links.${game}`, JSON.stringify({ ...secretsOf(game), ...secrets }));
}

/** The name last used on this device. */
export function ownName() {
  try {
    return localStorage.getItem(NAME) ?? "";
  } catch {
    return "";
  }
}

/** @param {string} name */
export function keepName(name) {
  if (name.trim()) remember(NAME, name.trim());
}

/**
 * @param {string} key
 * @param {string} value
 */
function remember(key, value) {
  try {
    localStorage.setItem(key, value);
  } catch {
    // A browser that keeps nothing has to be told again.
  }
}

/**
 * What a seat is called; `typed` says whether a person chose it.
 * @param {import("../wire").TableSeat} seat
 * @param {number} number
 */
export function seatName(seat, number) {
  if (seat.computer && (!seat.name || seat.name === seat.computer)) {
    const key = `player.${seat.computer}`;
    return { name: has(key) ? t(key) : seat.computer, typed: !has(key) };
  }
  if (seat.name) return { name: seat.name, typed: true };
  return { name: seat.device === null ? t("seat.free") : t("seat.number", { n: number }), typed: false };
}

/**
 * The sets that a setup plays with; those of an own bag follow from the names of its tiles.
 * @param {import("../wire").Setup} setup
 */
export function setsOf(setup) {
  const named = Array.isArray(setup.sets) ? setup.sets : Object.keys(setup.sets ?? {});
  const tiles = Object.keys(setup.bag ?? {}).map((tile) => (tile.includes("-") ? tile.split("-")[0] : "base"));
  return [...new Set(["base", ...named, ...tiles])];
}

/** The address of the rules of a setup's sets. @param {import("../wire").Setup} setup */
export function rulesOf(setup) {
  return `/help?sets=${setsOf(setup).join(",")}`;
}

/**
 * The sets of a setup, in words.
 * @param {import("../wire").Setup} setup
 */
export function setNames(setup) {
  if (setup.bag) return t(setup.arranged ? "set.own-bag-arranged" : "set.own-bag");
  const names = Array.isArray(setup.sets) ? setup.sets : Object.keys(setup.sets ?? { base: 1 });
  return names.map((name) => t(`set.${name}`)).join(" + ");
}
