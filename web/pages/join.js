// @ts-check
// Coming by a link: only a name is asked for.

import { get, newId, post } from "../api.js";
import { h, readable } from "../dom.js";
import { codeOf, errorText } from "../errors.js";
import { t } from "../i18n.js";
import { notice, page, way } from "./frame.js";
import { paceWords } from "./pace.js";
import { figure } from "./pictures.js";
import { keepName, ownName, seatName, setNames } from "./tables.js";

/** @typedef {import("./frame.js").App} App */
/** @typedef {import("../wire").Snapshot} Snapshot */

/**
 * @param {HTMLElement} root
 * @param {App} app
 */
export async function render(root, app) {
  const link = readable(location.hash.slice(1)) || keptSecret();
  // A link to watch may lead to a turn.
  const [secret, turn] = link.split("/");
  // The secret must not stay in the address, where others may read it; a reload still needs it.
  if (location.hash) history.replaceState(null, "", "/join");
  keepSecret(link);
  if (!secret) return nowhere(root, app, "empty");
  page(root, app, t("join.coming"), h("p", { class: "quiet" }, t("join.coming.text")));
  try {
    const { game, purpose } = await post("/api/enter", { secret });
    if (purpose === "sit") return await askName(root, app, game);
    keepSecret("");
    await app.go(`/t/${game}${/^\d+$/.test(turn) ? `#${turn}` : ""}`);
  } catch (error) {
    await trouble(root, app, error);
  }
}

/**
 * @param {HTMLElement} root
 * @param {App} app
 * @param {string} game
 */
async function askName(root, app, game) {
  /** @type {[Snapshot, import("../wire").Mine]} */
  const [table, me] = await Promise.all([get(`/api/tables/${game}`), get("/api/me")]);
  const isMine = me.tables.some((mine) => mine.game === game && mine.mine.length > 0);
  if (isMine) return enter(app, game);
  if (table.now.stage !== "gathering") return late(root, app, game, table.now.stage);
  if (freeSeats(table).length === 0) return full(root, app, game);
  const error = h("p", { class: "error", role: "alert", hidden: true });
  const input = /** @type {HTMLInputElement} */ (
    h("input", { type: "text", id: "join-name", maxlength: "40", required: true, autocomplete: "nickname", value: ownName() })
  );
  const button = /** @type {HTMLButtonElement} */ (h("button", { class: "primary large", type: "submit" }, t("join.sit")));
  const form = h(
    "form",
    { class: "panel join", novalidate: true },
    whoIsThere(table),
    h("div", { class: "field" }, h("label", { for: "join-name" }, t("join.name")), input),
    error,
    h("div", { class: "ways" }, button, way(`/t/${game}`, t("join.watch"))),
    h("p", { class: "small join-privacy" }, way("/privacy", t("start.privacy"), "")),
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const name = input.value.trim();
    error.hidden = Boolean(name);
    error.textContent = t("error.bad-name");
    if (!name) return input.focus();
    button.disabled = true;
    keepName(name);
    try {
      if (await sit(game, name)) await enter(app, game);
      else full(root, app, game);
    } catch (failed) {
      if (isFinal(failed)) await trouble(root, app, failed, game);
      error.textContent = errorText(failed);
      error.hidden = false;
      button.disabled = false;
    }
  });
  page(root, app, table.table.title || t("join.title"), form);
  if (table.table.title) root.querySelector("h1")?.setAttribute("data-typed", "");
  input.focus();
}

/**
 * Sits down on the first free seat; others may be quicker, then it is the next one. False if none is left.
 * @param {string} game
 * @param {string} name
 */
async function sit(game, name) {
  for (let tries = 0; tries < 6; tries += 1) {
    const table = await get(`/api/tables/${game}`);
    const [seat] = freeSeats(table);
    if (!seat) return false;
    try {
      await post(`/api/tables/${game}/commands`, { id: newId(), version: table.version, order: { type: "sit", seat, name } });
      return true;
    } catch (error) {
      if (codeOf(error) !== "seat-taken") throw error;
    }
  }
  return false;
}

/** @param {Snapshot} table */
function freeSeats(table) {
  return table.seats.flatMap((seat, at) => (seat.name === null ? [at + 1] : []));
}

/**
 * @param {App} app
 * @param {string} game
 */
function enter(app, game) {
  keepSecret("");
  return app.go(`/t/${game}`);
}

/** @param {Snapshot} table */
function whoIsThere(table) {
  const one = (/** @type {import("../wire").TableSeat} */ seat, /** @type {number} */ at) => {
    const { name, typed } = seatName(seat, at + 1);
    return h(
      "li",
      { class: seat.name === null ? "waiting" : "here" },
      figure("knight", at + 1),
      h("span", typed ? { data: { typed: "" } } : { class: "quiet" }, name),
    );
  };
  return h(
    "div",
    {},
    h("p", { class: "quiet" }, t("join.game", { sets: setNames(table.table.setup) })),
    h("ul", { class: "plain invitees" }, table.seats.map(one)),
    h("p", { class: "small quiet" }, paceWords(table.table)),
  );
}

/**
 * @param {HTMLElement} root
 * @param {App} app
 * @param {string} game
 */
function full(root, app, game) {
  keepSecret("");
  notice(root, app, {
    title: t("join.full"),
    text: t("join.full.text"),
    picture: crowd(),
    ways: [way(`/t/${game}`, t("join.watch"), "button primary"), way("/new", t("join.own")), way("/", t("frame.home"))],
  });
}

/**
 * @param {HTMLElement} root
 * @param {App} app
 * @param {string} game
 * @param {string} stage
 */
function late(root, app, game, stage) {
  keepSecret("");
  if (stage === "closed") return nowhere(root, app, "closed");
  const key = ["over", "frozen"].includes(stage) ? "over" : "late";
  notice(root, app, {
    title: t(`join.${key}`),
    text: t(`join.${key}.text`),
    picture: crowd(),
    ways: [way(`/t/${game}`, t("join.watch"), "button primary"), way("/new", t("join.own")), way("/", t("frame.home"))],
  });
}

/**
 * A link that leads nowhere.
 * @param {HTMLElement} root
 * @param {App} app
 * @param {string} why empty, gone, no-game or closed
 */
function nowhere(root, app, why) {
  keepSecret("");
  notice(root, app, {
    title: t(`join.${why}`),
    text: t(`join.${why}.text`),
    picture: figure("thief", 2),
    ways: [way("/", t("frame.home"), "button primary"), way("/new", t("join.own"))],
  });
}

/** @param {unknown} error */
function isFinal(error) {
  return ["no-such-link", "no-such-table", "offline", "watching", "sent-away"].includes(codeOf(error));
}

/**
 * @param {HTMLElement} root
 * @param {App} app
 * @param {unknown} error
 * @param {string} [game]
 */
async function trouble(root, app, error, game) {
  if (codeOf(error) === "no-such-link") return nowhere(root, app, "gone");
  if (codeOf(error) === "no-such-table") return nowhere(root, app, "no-game");
  const again = h("button", { class: "primary", type: "button", onclick: () => render(root, app) }, t("join.again"));
  const title = codeOf(error) === "offline" ? t("join.away") : t("join.refused");
  const ways = [again, game ? way(`/t/${game}`, t("join.watch")) : way("/", t("frame.home"))];
  notice(root, app, { title, text: errorText(error), picture: figure("fairy"), ways });
}

function crowd() {
  return h(
    "span",
    { class: "crowd", aria: { hidden: "true" } },
    [1, 2, 3, 4].map((seat) => figure("knight", seat)),
  );
}

function keptSecret() {
  try {
    return sessionStorage.getItem("bastide.joining") ?? "";
  } catch {
    return "";
  }
}

/** @param {string} secret */
function keepSecret(secret) {
  try {
    sessionStorage.setItem("bastide.joining", secret);
  } catch {
    // A reload then has to begin with the link again.
  }
}
