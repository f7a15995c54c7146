// @ts-check
// The words of the page: messages by key in i18n/<language>.json, with the plural forms that each language has.
// message.js says how messages are written.

import { fill, formsOf, parse } from "./message.js";

/** The languages there are, by their own names. */
export const LANGUAGES = { en: "English", pl: "Polski", ro: "Română" };

/** English with every message in brackets: what stands outside of them was never given to translators. */
export const PSEUDO = "x-pseudo";

const KEY = "bastide.language";

let current = "en";
/** @type {Record<string, string>} */
let messages = {};
let forms = formsOf("en");
/** @type {Map<string, import("./message.js").Part[]>} */
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
 * Speaks another language from now on, and remembers it; without one, what was chosen before or the browser's.
 * @param {string} [wanted]
 */
export async function setLanguage(wanted) {
  const next = wanted === undefined ? preferred() : isKnown(wanted) ? wanted : "en";
  const loaded = await file(next === PSEUDO ? "en" : next);
  current = next;
  messages = loaded;
  forms = formsOf(locale());
  compiled.clear();
  document.documentElement.lang = next === PSEUDO ? "en-x-pseudo" : next;
  if (wanted !== undefined) keep(next);
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
  const text = fill(parts, params, forms);
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
  const units = [
    ["day", 86400],
    ["hour", 3600],
    ["minute", 60],
  ];
  const [unit, length] = units.find(([, length]) => Math.abs(seconds) >= length) ?? ["second", 1];
  const text = words.format(Math.round(seconds / length), unit);
  return current === PSEUDO ? bracketed(text) : text;
}

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
