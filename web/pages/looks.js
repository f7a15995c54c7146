// @ts-check
// How everything looks: classic or winter, in light or dark surroundings. It is remembered, and it stands on the root
// element for style sheets.

const THEMES = ["classic", "winter"];
const LIGHTS = ["auto", "light", "dark"];

/** @type {Set<() => void>} */
const listeners = new Set();

/** @type {Record<string, string>} */
const chosen = { theme: kept("theme", THEMES), light: kept("light", LIGHTS) };
show();

/** The theme of tiles and page: `classic` or `winter`. */
export function theme() {
  return chosen.theme;
}

/** The surroundings: `auto`, `light` or `dark`. */
export function light() {
  return chosen.light;
}

/** @param {string} name */
export function setTheme(name) {
  choose("theme", THEMES.includes(name) ? name : THEMES[0]);
}

/** @param {string} name */
export function setLight(name) {
  choose("light", LIGHTS.includes(name) ? name : LIGHTS[0]);
}

/**
 * Calls the listener whenever the look has changed; gives the way to stop that.
 * @param {() => void} listener
 */
export function onLook(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * @param {string} what
 * @param {string} name
 */
function choose(what, name) {
  chosen[what] = name;
  try {
    localStorage.setItem(`bastide.${what}`, name);
  } catch {
    // A browser that keeps nothing looks as usual next time.
  }
  show();
  listeners.forEach((listener) => listener());
}

function show() {
  document.documentElement.dataset.theme = chosen.theme;
  document.documentElement.dataset.light = chosen.light;
}

/**
 * @param {string} what
 * @param {string[]} names
 */
function kept(what, names) {
  try {
    const name = localStorage.getItem(`bastide.${what}`) ?? "";
    return names.includes(name) ? name : names[0];
  } catch {
    return names[0];
  }
}
