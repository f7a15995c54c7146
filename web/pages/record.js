// @ts-check
// A record brought along: opened from a file or pasted, then stepped through and analysed like a game that was played
// here. Nothing of it is kept on the server.

import { Failed, post } from "../api.js";
import { h } from "../dom.js";
import { codeOf, errorText } from "../errors.js";
import { t } from "../i18n.js";
import { page } from "./frame.js";
import { gamesOf } from "./games.js";
import { seatName } from "./tables.js";
import { TablePage } from "../table/page.js";
import { chairOf, Recorded } from "../table/after/recorded.js";

/** @typedef {import("./games.js").Game} Game */

const KEPT = "bastide.record";
/** Nobody looks for a game among more. */
const MOST = 1 << 20;

/**
 * @param {HTMLElement} root
 * @param {import("./frame.js").App} app
 */
export async function render(root, app) {
  const kept = recall();
  if (!kept) return ask(root, app);
  const games = gamesOf(kept.text);
  const game = games[kept.number - 1];
  // A link to a turn is of the game that is open.
  const read = game && location.hash ? await post("/api/records", { record: game.record }).catch(() => null) : null;
  return read ? show(root, app, games, game, read) : ask(root, app, games.length > 1 ? kept.text : "");
}

/**
 * Shows a game; gives what is to be done when it goes.
 * @param {HTMLElement} root
 * @param {import("./frame.js").App} app
 * @param {Game[]} games of the text
 * @param {Game} game
 * @param {import("../wire").RecordRead} read
 */
async function show(root, app, games, { record }, read) {
  root.replaceChildren();
  const table = new TablePage(root, app, "record", (shown) => new Recorded(record, read, shown, games.length));
  await table.begin();
  return () => table.leave();
}

/**
 * @param {HTMLElement} root
 * @param {import("./frame.js").App} app
 * @param {string} [known] a text to choose from
 */
function ask(root, app, known = "") {
  /** @type {(() => void)|undefined} */
  let leave;
  /** Counts what was to be opened: only the last is, and nothing once the page has been left. */
  let wanted = 0;
  const error = h("p", { class: "error", role: "alert", hidden: true, tabindex: "-1" });
  const text = /** @type {HTMLTextAreaElement} */ (
    h("textarea", { class: "record-text", rows: "10", spellcheck: "false", aria: { label: t("record.text") }, oninput: () => choice.replaceChildren() })
  );
  const file = /** @type {HTMLInputElement} */ (
    h("input", { type: "file", class: "unseen", id: "record-file", accept: ".txt,text/plain", onchange: () => take(file.files?.[0]) })
  );
  const button = /** @type {HTMLButtonElement} */ (h("button", { type: "submit", class: "primary large" }, t("record.open")));
  const choice = h("div", {});
  const form = h(
    "form",
    { class: "record-form panel", onsubmit: (/** @type {Event} */ event) => (event.preventDefault(), open()) },
    h("p", {}, t("record.about")),
    error,
    h(
      "p",
      { class: "buttons record-ways" },
      file,
      h("label", { class: "button", for: "record-file" }, t("record.file")),
      h("span", { class: "quiet" }, t("record.or")),
    ),
    choice,
    text,
    h("p", { class: "buttons" }, button),
  );
  form.addEventListener("dragover", (event) => event.preventDefault());
  form.addEventListener("drop", (event) => {
    event.preventDefault();
    take(event.dataTransfer?.files[0]);
  });

  /** @param {File|undefined} chosen */
  async function take(chosen) {
    if (!chosen) return;
    text.value = chosen.size > MOST ? "" : await chosen.text();
    if (chosen.size > MOST) complain(new Failed(413, "too-large", ""));
    else await open();
  }

  async function open() {
    const games = gamesOf(text.value);
    if (games.length === 1) return read(games, games[0]);
    wanted++;
    choose(games);
    choice.querySelector("button")?.focus();
  }

  /** @param {Game[]} games */
  function choose(games) {
    error.hidden = true;
    const line = (/** @type {Game} */ game, /** @type {number} */ n) =>
      h(
        "li",
        {},
        h("button", { type: "button", onclick: () => read(games, game) }, h("b", {}, t("record.game", { n: n + 1, all: games.length })), ...ended(game)),
      );
    choice.replaceChildren(h("h2", {}, t("record.which")), h("ol", { class: "record-games", aria: { label: t("record.which") } }, games.map(line)));
  }

  /**
   * @param {Game[]} games
   * @param {Game} game
   */
  async function read(games, game) {
    const mine = ++wanted;
    error.hidden = true;
    button.disabled = true;
    try {
      const read = await post("/api/records", { record: game.record });
      if (mine !== wanted) return;
      keep({ text: text.value, number: games.indexOf(game) + 1 });
      // From the game one comes back here.
      history.pushState(null, "", location.pathname);
      const left = await show(root, app, games, game, read);
      if (mine === wanted) leave = left;
      else left();
    } catch (failed) {
      if (mine === wanted) complain(failed, game.line);
    }
    button.disabled = false;
  }

  /**
   * @param {unknown} failed
   * @param {number} [before] so many lines stand before the game
   */
  function complain(failed, before = 0) {
    const [, line, column] = /line (\d+), column (\d+)/.exec(failed instanceof Error ? failed.message : "") ?? [];
    error.textContent = [errorText(failed), codeOf(failed) === "bad-record" && line ? t("record.place", { line: Number(line) + before, column }) : ""]
      .filter(Boolean)
      .join(" ");
    error.hidden = false;
    error.focus();
  }

  page(root, app, t("record.title"), form);
  text.value = known;
  if (known) choose(gamesOf(known));
  return () => {
    wanted++;
    leave?.();
  };
}

/**
 * Who played, with their points.
 * @param {Game} game
 */
function ended({ names, scores, over }) {
  const seat = (/** @type {string|null} */ name, /** @type {number} */ n) =>
    h("span", {}, h("span", {}, seatName(chairOf(name, n), n + 1).name), ` ${scores[n]}`);
  return [...names.map(seat), !over && h("i", {}, t("record.unfinished"))];
}

/** @param {{text: string, number: number}} what a text, and which of its games was opened */
function keep(what) {
  try {
    sessionStorage.setItem(KEPT, JSON.stringify(what));
  } catch {
    // It lasts as long as the page.
  }
}

/** @returns {{text: string, number: number}|null} */
function recall() {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT) ?? "null");
  } catch {
    return null;
  }
}
