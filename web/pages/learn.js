// @ts-check
// The way into the guided first game: one click.

import { h } from "../dom.js";
import { errorText } from "../errors.js";
import { t } from "../i18n.js";
import { lessonTable } from "../table/play/lesson-plan.js";
import { figure } from "./pictures.js";
import { open, ownName } from "./tables.js";

/**
 * A strip that begins the guided game.
 * @param {import("./frame.js").App} app
 */
export function learnStrip(app) {
  const error = h("span", { class: "error", role: "alert", hidden: true });
  const begin = async () => {
    strip.disabled = true;
    try {
      await app.go(`/t/${await open(lessonTable(t("lesson.title"), ownName()))}`);
    } catch (failed) {
      error.textContent = errorText(failed);
      error.hidden = false;
      strip.disabled = false;
    }
  };
  const strip = /** @type {HTMLButtonElement} */ (
    h(
      "button",
      { class: "learn", type: "button", onclick: begin },
      figure("fairy"),
      h("span", { class: "learn-words" }, h("span", { class: "title" }, t("lesson.begin")), h("span", { class: "quiet" }, t("lesson.begin.line")), error),
    )
  );
  return strip;
}
