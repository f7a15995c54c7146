// @ts-check
// The words of the page: messages by key in i18n/<language>.json, with the plural forms that each language has.
//
// A message is text with holes: {name} for a value, {n, plural, one {# tile} other {# tiles}} for what depends on
// a number (# is the number, =0 {...} an exact one), {kind, select, a {...} other {...}} for what depends on a word.

/** The languages there are, by their own names. */
export const LANGUAGES = { en: "English", pl: "Polski", ro: "Română" };

/** English with every message in brackets: what stands outside of them was never given to translators. */
export const PSEUDO = "x-pseudo";

const KEY = "bastide.language";

/** @typedef {string | { name: string, cases?: Record<string, Part[]>, plural?: boolean }} Part */

let current = "en";
/** @type {Record<string, string>} */
let messages = {};
let plurals = new Intl.PluralRules("en");
let numbers = new Intl.NumberFormat("en");
/** @type {Map<string, Part[]>} */
const compiled = new Map();
/** @type {Set<(language: string) => void>} */
const listeners = new Set();

/** The language in use. */
export function language() {
  return current;
}

/** The language whose files and plural forms are in use. */
export function locale() {
  return current === PSEUDO ? "en" : current;
}

/**
 * Calls the listener whenever the language has changed; gives the way to stop that.
 * @param {(language: string) => void} listener
 */
export function onLanguage(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Speaks another language from now on, and remembers it.
 * @param {string} wanted
 * @param {{ remember?: boolean }} [options]
 */
export async function setLanguage(wanted, { remember = true } = {}) {
  const next = isKnown(wanted) ? wanted : "en";
  const loaded = await file(next === PSEUDO ? "en" : next);
  current = next;
  messages = loaded;
  plurals = new Intl.PluralRules(locale());
  numbers = new Intl.NumberFormat(locale());
  compiled.clear();
  document.documentElement.lang = next === PSEUDO ? "en-x-pseudo" : next;
  if (remember) keep(next);
  listeners.forEach((listener) => listener(next));
}

/**
 * A file of texts in the language in use, such as the rules.
 * @param {string} name
 * @returns {Promise<Record<string, string>>}
 */
export async function texts(name) {
  const loaded = await file(`${name}.${locale()}`);
  if (current !== PSEUDO) return loaded;
  return Object.fromEntries(Object.entries(loaded).map(([key, text]) => [key, bracketed(text)]));
}

/**
 * The message with this key; the key itself if there is none.
 * @param {string} key
 * @param {Record<string, string | number>} [params]
 */
export function t(key, params = {}) {
  const message = messages[key];
  if (message === undefined) return key;
  let parts = compiled.get(key);
  if (!parts) compiled.set(key, (parts = parse(message)));
  const text = fill(parts, params, undefined);
  return current === PSEUDO ? bracketed(text) : text;
}

/**
 * Whether there is a message with this key.
 * @param {string} key
 */
export function has(key) {
  return Object.hasOwn(messages, key);
}

/**
 * How long ago or how far away a time is, in words.
 * @param {number} millis
 */
export function ago(millis) {
  const words = new Intl.RelativeTimeFormat(locale(), { numeric: "auto" });
  const seconds = Math.round((millis - Date.now()) / 1000);
  /** @type {[Intl.RelativeTimeFormatUnit, number][]} */
  const units = [["day", 86400], ["hour", 3600], ["minute", 60]];
  const [unit, length] = units.find(([, length]) => Math.abs(seconds) >= length) ?? ["second", 1];
  const text = words.format(Math.round(seconds / length), unit);
  return current === PSEUDO ? bracketed(text) : text;
}

/** Settles when the first language has come. */
export const ready = setLanguage(preferred(), { remember: false });

/** @param {string} text */
function bracketed(text) {
  return `⟦${text}⟧`;
}

/** @param {string} language */
function isKnown(language) {
  return language === PSEUDO || Object.hasOwn(LANGUAGES, language);
}

/** What was chosen before, else the first of the browser's languages that there is. */
function preferred() {
  const chosen = kept();
  if (chosen && isKnown(chosen)) return chosen;
  const asked = navigator.languages ?? [navigator.language];
  return asked.map((tag) => tag.slice(0, 2).toLowerCase()).find(isKnown) ?? "en";
}

function kept() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** @param {string} language */
function keep(language) {
  try {
    localStorage.setItem(KEY, language);
  } catch {
    // A browser that keeps nothing asks its own languages again next time.
  }
}

/**
 * @param {string} name
 * @returns {Promise<Record<string, string>>}
 */
async function file(name) {
  const response = await fetch(new URL(`./i18n/${name}.json`, import.meta.url));
  if (!response.ok) throw new Error(`i18n/${name}.json: ${response.status}`);
  return response.json();
}

/**
 * The parts of a message.
 * @param {string} message
 * @returns {Part[]}
 */
export function parse(message) {
  let at = 0;
  /** @param {boolean} nested @returns {Part[]} */
  function parts(nested) {
    /** @type {Part[]} */
    const found = [];
    let text = "";
    while (at < message.length && !(nested && message[at] === "}")) {
      if (message[at] === "{") {
        if (text) found.push(text);
        text = "";
        found.push(hole());
      } else if (nested && message[at] === "#") {
        if (text) found.push(text);
        text = "";
        found.push({ name: "#" });
        at += 1;
      } else {
        text += message[at];
        at += 1;
      }
    }
    if (text) found.push(text);
    return found;
  }
  /** @returns {Part} */
  function hole() {
    const head = /^\{\s*(\w+)\s*(?:,\s*(plural|select)\s*,\s*|\})/.exec(message.slice(at));
    if (!head) throw new SyntaxError(`a hole is {name} or {name, plural, ...}: ${message}`);
    at += head[0].length;
    if (!head[2]) return { name: head[1] };
    /** @type {Record<string, Part[]>} */
    const cases = {};
    while (message[at] !== "}") {
      const start = /^\s*(=?\w[\w-]*|=\d+)\s*\{/.exec(message.slice(at));
      if (!start) throw new SyntaxError(`a case is name {...}: ${message}`);
      at += start[0].length;
      cases[start[1]] = parts(true);
      if (message[at] !== "}") throw new SyntaxError(`a case is not closed: ${message}`);
      at += 1;
      while (message[at] === " ") at += 1;
    }
    at += 1;
    return { name: head[1], cases, plural: head[2] === "plural" };
  }
  return parts(false);
}

/**
 * @param {Part[]} parts
 * @param {Record<string, string | number>} params
 * @param {number | undefined} counted the number that # stands for
 * @returns {string}
 */
function fill(parts, params, counted) {
  return parts.map((part) => {
    if (typeof part === "string") return part;
    if (part.name === "#") return numbers.format(counted ?? 0);
    const value = params[part.name];
    if (!part.cases) return typeof value === "number" ? numbers.format(value) : String(value ?? "");
    const found = part.plural ? pluralCase(part.cases, Number(value)) : part.cases[String(value)];
    return fill(found ?? part.cases.other ?? [], params, part.plural ? Number(value) : counted);
  }).join("");
}

/**
 * @param {Record<string, Part[]>} cases
 * @param {number} n
 */
function pluralCase(cases, n) {
  return cases[`=${n}`] ?? cases[plurals.select(n)] ?? cases.many;
}
