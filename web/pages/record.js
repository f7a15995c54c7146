// @ts-check
// A record brought along: opened from a file or pasted, then stepped through and analysed like a game that was played
// here. Nothing of it is kept on the server.

import { Failed, post } from "../api.js";
import { h } from "../dom.js";
import { codeOf, errorText } from "../errors.js";
import { t } from "../i18n.js";
import { page } from "./frame.js";
import { TablePage } from "../table/page.js";
import { Recorded } from "../table/recorded.js";

const KEPT = "bastide.record";
/** The server reads no more. */
const MOST = 60000;

/**
 * @param {HTMLElement} root
 * @param {import("./frame.js").App} app
 */
export async function render(root, app) {
  const kept = recall();
  // A link to a turn is of the game that is open.
  const read = kept && location.hash ? await post("/api/records", { record: kept }).catch(() => null) : null;
  return kept && read ? show(root, app, kept, read) : ask(root, app);
}

/**
 * Shows a game; gives what is to be done when it goes.
 * @param {HTMLElement} root
 * @param {import("./frame.js").App} app
 * @param {string} record
 * @param {import("../wire").RecordRead} read
 */
async function show(root, app, record, read) {
  root.replaceChildren();
  const table = new TablePage(root, app, "record", (shown) => new Recorded(record, read, shown));
  await table.begin();
  return () => table.leave();
}

/**
 * @param {HTMLElement} root
 * @param {import("./frame.js").App} app
 */
function ask(root, app) {
  /** @type {(() => void)|undefined} */
  let leave;
  /** Counts what was to be opened: only the last is, and nothing once the page has been left. */
  let wanted = 0;
  const error = h("p", { class: "error", role: "alert", hidden: true, tabindex: "-1" });
  const text = /** @type {HTMLTextAreaElement} */ (h("textarea", { class: "record-text", rows: "10", spellcheck: "false", aria: { label: t("record.text") } }));
  const file = /** @type {HTMLInputElement} */ (h("input", { type: "file", class: "unseen", id: "record-file", accept: ".txt,text/plain", onchange: () => take(file.files?.[0]) }));
  const button = /** @type {HTMLButtonElement} */ (h("button", { type: "submit", class: "primary large" }, t("record.open")));
  const form = h("form", { class: "record-form panel", onsubmit: (/** @type {Event} */ event) => (event.preventDefault(), open()) },
    h("p", {}, t("record.about")), error,
    h("p", { class: "buttons record-ways" }, file, h("label", { class: "button", for: "record-file" }, t("record.file")), h("span", { class: "quiet" }, t("record.or"))),
    text, h("p", { class: "buttons" }, button));
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
    const mine = ++wanted;
    error.hidden = true;
    button.disabled = true;
    const record = text.value;
    try {
      const read = await post("/api/records", { record });
      if (mine !== wanted) return;
      keep(record);
      const left = await show(root, app, record, read);
      if (mine === wanted) leave = left;
      else left();
    } catch (failed) {
      if (mine === wanted) complain(failed);
    }
    button.disabled = false;
  }

  /** @param {unknown} failed */
  function complain(failed) {
    const [, line, column] = /line (\d+), column (\d+)/.exec(failed instanceof Error ? failed.message : "") ?? [];
    error.textContent = [errorText(failed), codeOf(failed) === "bad-record" && line ? t("record.place", { line, column }) : ""].filter(Boolean).join(" ");
    error.hidden = false;
    error.focus();
  }

  page(root, app, t("record.title"), form);
  return () => {
    wanted++;
    leave?.();
  };
}

/** @param {string} record */
function keep(record) {
  try {
    sessionStorage.setItem(KEPT, record);
  } catch {
    // It lasts as long as the page.
  }
}

function recall() {
  try {
    return sessionStorage.getItem(KEPT);
  } catch {
    return null;
  }
}
