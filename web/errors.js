// What went wrong, in plain words.

import { Failed } from "./api.js";
import { has, t } from "./i18n.js";

/**
 * The name of what went wrong.
 * @param {unknown} error
 */
export function codeOf(error) {
  return error instanceof Failed ? error.code : "unknown";
}

/**
 * The words for a failure: the server's own are for programs.
 * @param {unknown} error
 */
export function errorText(error) {
  const key = `error.${codeOf(error)}`;
  const text = has(key) ? t(key) : t("error.unknown");
  return error instanceof Failed && error.words ? `${text} ${t("error.words", { words: error.words })}` : text;
}
