// Whom this browser does not want to read: the devices at each table, for the last tables only.

const KEY = "bastide.muted";
const TABLES = 50;

/** @returns {[string, number[]][]} */
function all() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]");
  } catch {
    return [];
  }
}

/** @param {string} game @returns {number[]} */
export function hiddenAt(game) {
  return all().find(([other]) => other === game)?.[1] ?? [];
}

/**
 * @param {string} game
 * @param {number} device
 * @param {boolean} hide
 */
export function hide(game, device, hide) {
  const devices = hiddenAt(game).filter((other) => other !== device);
  if (hide) devices.push(device);
  const others = all().filter(([other]) => other !== game);
  try {
    localStorage.setItem(KEY, JSON.stringify([[game, devices], ...others].slice(0, TABLES)));
  } catch {
    // Then they are read again after a reload.
  }
}
