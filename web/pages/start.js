// @ts-check
// The start page: three ways to play, one's own games, and tables that are open to everybody.

import { get, post } from "../api.js";
import { h } from "../dom.js";
import { errorText } from "../errors.js";
import { ago, t } from "../i18n.js";
import { askNotice } from "../notice.js";
import { topbar, way } from "./frame.js";
import { learnStrip } from "./learn.js";
import { figure, land } from "./pictures.js";
import { quickGame } from "./quick.js";
import { seatName, setNames } from "./tables.js";

/** @typedef {import("./frame.js").App} App */
/** @typedef {import("../wire").Listed} Listed */

const EVERY = 8000;

/** A piece of a game that was played, from the north. */
const LAND = [
  ["D/0", "river-09/2", "river-04/2", "river-08/1", "N/0", "U/1", "W/3", "V/1"],
  ["M/2", "D/3", "G/1", "river-07/1", "A/3", "traders-08/2", "J/3", "U/0"],
  ["T/0", "S/2", "R/3", "river-10/2", "river-05/0", "river-03/0", "river-07/0", "river-02/0"],
];

/** @param {number} row @param {number} column */
const part = (row, column) => [0, 1].map((down) => LAND[row + down].slice(column, column + 3));

/**
 * @param {HTMLElement} root
 * @param {App} app
 */
export function render(root, app) {
  root.className = "one-page";
  const lists = h("div", { class: "lists", aria: { live: "polite", busy: "true" } });
  const quick = quickGame(app);
  root.replaceChildren(topbar(app, { home: true }), hero(), ways(app, quick), h("div", { class: "learn-row" }, learnStrip(app)), lists, foot(), quick);
  let gone = false;
  const look = async () => {
    if (!document.hidden) await Promise.all([refill(lists, app), askNotice()]);
    if (!gone) timer = setTimeout(look, EVERY);
  };
  let timer = setTimeout(look, 0);
  return () => {
    gone = true;
    clearTimeout(timer);
  };
}

function hero() {
  return h(
    "header",
    { class: "hero" },
    h("div", { class: "hero-land" }, land(LAND)),
    h("div", { class: "hero-words" }, h("h1", {}, t("start.title")), h("p", {}, t("start.line"))),
  );
}

/**
 * @param {App} app
 * @param {HTMLElement} quick
 */
function ways(app, quick) {
  const computer = land(part(1, 0), figure("knight", 1), figure("knight", 5));
  const friends = land(part(0, 3), figure("thief", 2), figure("monk", 1), figure("knight", 3), figure("thief", 4));
  const device = h("div", { class: "device-frame" }, land(part(1, 3), figure("monk", 6), figure("farmer", 4)));
  return h(
    "div",
    { class: "ways-in" },
    card("computer", computer, () => /** @type {HTMLDialogElement} */ (quick).showModal()),
    card("friends", friends, () => app.go("/new?for=friends")),
    card("device", device, () => app.go("/new?for=device")),
  );
}

/**
 * @param {string} name
 * @param {Node} picture
 * @param {() => void} onclick
 */
function card(name, picture, onclick) {
  return h(
    "button",
    { class: `way-in way-${name}`, type: "button", onclick },
    h("span", { class: "way-picture" }, picture),
    h("span", { class: "way-title title" }, t(`start.${name}`)),
    h("span", { class: "way-line" }, t(`start.${name}.line`)),
  );
}

function foot() {
  return h(
    "footer",
    { class: "foot" },
    way("/new", t("start.own"), ""),
    way("/record", t("start.record"), ""),
    way("/help", t("start.rules"), ""),
    way("/privacy", t("start.privacy"), ""),
  );
}

/**
 * @param {HTMLElement} place
 * @param {App} app
 */
async function refill(place, app) {
  try {
    /** @type {[import("../wire").Mine, import("../wire").Lists, import("../wire").Lists]} */
    const [me, open, running] = await Promise.all([get("/api/me"), get("/api/tables?stage=gathering"), get("/api/tables?stage=playing")]);
    const mine = me.tables.filter((table) => table.summary.stage !== "closed");
    const isOther = (/** @type {Listed} */ table) => !mine.some((own) => own.game === table.game);
    announce(mine, app);
    replace(place, [mineList(mine), lobby(open.tables.filter(isOther), running.tables.filter(isOther))]);
  } catch (error) {
    replace(place, [h("p", { class: "error", role: "alert" }, errorText(error))]);
  }
}

/**
 * Builds nothing anew that says the same as before, so that nobody loses their place.
 * @param {HTMLElement} place
 * @param {(Node | false | null)[]} children
 */
function replace(place, children) {
  const next = h("div", {}, children);
  place.ariaBusy = "false";
  if (next.innerHTML !== place.innerHTML) place.replaceChildren(...next.childNodes);
}

/** @param {Listed} table */
function isMyTurn(table) {
  const { to_act: acts, stage } = table.summary;
  return stage === "playing" && acts?.type === "seat" && table.mine.includes(acts.seat);
}

/**
 * @param {Listed[]} mine
 * @param {App} app
 */
function announce(mine, app) {
  const waiting = mine.filter(isMyTurn).length;
  app.title?.(waiting ? t("start.waiting", { n: waiting }) : undefined);
}

/** @param {Listed[]} mine */
function mineList(mine) {
  if (mine.length === 0) return false;
  const rank = (/** @type {Listed} */ table) => (isMyTurn(table) ? 0 : ["over", "frozen"].includes(table.summary.stage) ? 2 : 1);
  const live = mine.filter((table) => rank(table) < 2).sort((a, b) => rank(a) - rank(b) || b.updated - a.updated);
  const done = mine.filter((table) => rank(table) === 2).filter((table, at) => table.kept || at < 10);
  return h(
    "section",
    { class: "panel" },
    h("h2", {}, t("start.mine")),
    live.length > 0 && h("ul", { class: "plain games" }, live.map(game)),
    done.length > 0 &&
      h("details", { open: live.length === 0 }, h("summary", {}, t("start.finished", { n: done.length })), h("ul", { class: "plain games" }, done.map(game))),
  );
}

/**
 * @param {Listed[]} open
 * @param {Listed[]} running
 */
function lobby(open, running) {
  return h(
    "section",
    { class: "panel" },
    h("h2", {}, t("start.lobby")),
    open.length === 0 && h("p", { class: "quiet" }, t("start.lobby-empty")),
    open.length > 0 && h("ul", { class: "plain games" }, open.map(game)),
    running.length > 0 && h("h3", {}, t("start.watch")),
    running.length > 0 && h("ul", { class: "plain games" }, running.map(game)),
  );
}

/** @param {Listed} table */
function game(table) {
  const { summary } = table;
  const mine = isMyTurn(table);
  const keeps = summary.stage === "over" && table.mine.length > 0;
  return h(
    "li",
    { class: keeps ? "keeps" : null },
    h(
      "a",
      { class: mine ? "game mine" : "game", href: `/t/${table.game}` },
      h("span", { class: "game-name title" }, table.title ? typed(table.title) : setNames(summary.setup)),
      h(
        "span",
        { class: "game-seats" },
        summary.seats.map((seat, at) => seatChip(seat, at + 1, summary)),
      ),
      h(
        "span",
        { class: "game-state" },
        h("span", { class: mine ? "badge now" : "badge" }, state(table)),
        h(
          "span",
          { class: "quiet small" },
          [
            summary.tiles_left === null ? null : t("start.tiles-left", { n: summary.tiles_left }),
            summary.taken_back ? t("start.taken-back", { n: summary.taken_back }) : null,
            ago(table.updated),
          ]
            .filter(Boolean)
            .join(" · "),
        ),
      ),
    ),
    keeps && keepButton(table),
  );
}

/**
 * Keeps a finished game beyond the day on which the server deletes it.
 * @param {Listed} table
 */
function keepButton(table) {
  const words = () => t(table.kept ? "start.kept" : "start.keep");
  const press = async () => {
    try {
      const { kept } = await post(`/api/tables/${table.game}/keep`, { keep: !table.kept });
      table.kept = kept;
      button.textContent = words();
      button.setAttribute("aria-pressed", String(kept));
    } catch (error) {
      button.parentElement?.querySelector("[role=alert]")?.remove();
      button.after(h("span", { class: "error small", role: "alert" }, errorText(error)));
    }
  };
  const button = h(
    "button",
    { type: "button", class: "quiet small", aria: { pressed: Boolean(table.kept) }, title: t("start.keep-about"), onclick: press },
    words(),
  );
  return button;
}

/** @param {Listed} table */
function state(table) {
  const { stage, to_act: acts, seats } = table.summary;
  if (stage === "gathering") return t("start.free-seats", { n: seats.filter((seat) => seat.name === null).length });
  if (stage !== "playing" || acts?.type !== "seat") return t(`stage.${stage}`);
  if (isMyTurn(table)) return t("start.your-turn");
  return t("start.turn-of", { name: seatName(seats[acts.seat - 1], acts.seat).name });
}

/**
 * @param {import("../wire").TableSeat} seat
 * @param {number} number
 * @param {import("../wire").Summary} summary
 */
function seatChip(seat, number, summary) {
  const { name, typed: isTyped } = seatName(seat, number);
  const score = summary.scores?.[number - 1];
  return h("span", { class: `seat-chip seat-${number}` }, isTyped ? typed(name) : h("span", {}, name), score === undefined ? null : h("b", {}, String(score)));
}

/** @param {string} text */
function typed(text) {
  return h("span", { data: { typed: "" } }, text);
}
