// What went wrong, in plain words.

import { has, t } from "./i18n.js";

/**
 * The words for a failure: the server's own are for programs.
 * @param {any} error
 */
export function errorText(error) {
  const key = `error.${error?.code}`;
  return has(key) ? t(key) : t("error.unknown");
}
