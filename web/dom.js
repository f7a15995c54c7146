// Making elements: text is always text, never markup.

/**
 * An element with properties and children. `class`, `data` and `aria` are understood; what begins with `on` listens.
 * @param {string} tag
 * @param {Record<string, any>} [props]
 * @param {...(Node|string|null|undefined|false|(Node|string|null|undefined|false)[])} children
 * @returns {HTMLElement}
 */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    set(element, name, value);
  }
  add(element, children);
  return element;
}

/**
 * @param {Element} element
 * @param {string} name
 * @param {any} value
 */
function set(element, name, value) {
  if (value === undefined || value === null || value === false) return;
  if (name === "class") element.setAttribute("class", value);
  else if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
  else if (name === "data") Object.assign(/** @type {HTMLElement} */ (element).dataset, value);
  else if (name === "aria") for (const [key, text] of Object.entries(value)) element.setAttribute(`aria-${key}`, String(text));
  else if (name in element && typeof value !== "string") /** @type {any} */ (element)[name] = value;
  else element.setAttribute(name, value === true ? "" : String(value));
}

/**
 * @param {Element} element
 * @param {any[]} children
 */
function add(element, children) {
  for (const child of children.flat(3)) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child);
  }
}

const SVG = "http://www.w3.org/2000/svg";

/**
 * An element of a drawing.
 * @param {string} tag
 * @param {Record<string, string|number>} [props]
 * @param {...Node} children
 * @returns {SVGElement}
 */
export function svg(tag, props = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(props)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/** @type {WeakMap<Element, string>} */
const shown = new WeakMap();

/**
 * Builds an element's children anew if what they show has changed; the focus stays on what has the same `data-key`.
 * @param {HTMLElement} element
 * @param {any} what
 * @param {() => (Node|string|null|false|undefined)[]} build
 */
export function refresh(element, what, build) {
  const text = JSON.stringify(what);
  if (shown.get(element) === text) return;
  shown.set(element, text);
  const focused = element.contains(document.activeElement) ? /** @type {HTMLElement} */ (document.activeElement).dataset?.key : undefined;
  const children = build().filter((child) => child !== null && child !== false && child !== undefined);
  element.replaceChildren(.../** @type {(Node|string)[]} */ (children));
  if (focused !== undefined) {
    const again = [...element.querySelectorAll("[data-key]")].find((child) => /** @type {HTMLElement} */ (child).dataset.key === focused);
    if (again instanceof HTMLElement) again.focus({ preventScroll: true });
  }
}

/** Whether people want things to stand still. */
export function still() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches || document.documentElement.dataset.motion === "off";
}

/**
 * What a part of an address says; as it stands if it says nothing.
 * @param {string} part
 */
export function readable(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
