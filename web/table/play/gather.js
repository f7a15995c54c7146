// Before the game: who sits where, and links for those who are still to come.

import { post, qr } from "../../api.js";
import { h, refresh } from "../../dom.js";
import { t } from "../../i18n.js";
import { LEVELS } from "../../vocabulary.js";
import { paceWords } from "../../pages/pace.js";
import { keepSecrets, secretsOf } from "../../pages/tables.js";
import { piecePicture } from "../board/art.js";

/** @type {Set<string>} games whose links are being made */
const making = new Set();

/**
 * @param {HTMLElement} element
 * @param {import("../page.js").TablePage} page
 */
export function gathering(element, page) {
  const { table } = page;
  const { state, you } = table;
  const stage = state?.now.stage;
  element.hidden = !["gathering", "closed"].includes(stage);
  if (element.hidden) return;
  const open = state.seats.some((seat) => seat.name === null);
  if (you.creator && open) prepareLinks(page);
  const what = [state.seats, state.calledOff, stage, you, secretsOf(table.game), document.documentElement.lang];
  refresh(element, what, () => [stage === "closed" ? closed() : room(page, open)]);
}

function closed() {
  return h("section", { class: "panel" }, h("h1", {}, t("table.closed-title")), h("p", {}, h("a", { class: "button", href: "/" }, t("table.home"))));
}

/**
 * @param {import("../page.js").TablePage} page
 * @param {boolean} open
 */
function room(page, open) {
  const { table } = page;
  const { you, state } = table;
  const full = !open;
  const start = () => table.tell({ type: "start" });
  return h(
    "section",
    { class: "panel gathering" },
    h("h1", {}, state.table.title || t("table.gather-title")),
    state.calledOff.length > 0 && startsCalledOff(table),
    h(
      "ol",
      { class: "chairs" },
      state.seats.map((chair, n) => seatLine(page, chair, n + 1)),
    ),
    state.seats.filter((chair) => !chair.computer).length > 1 && h("p", { class: "small quiet pace" }, paceWords(state.table)),
    you.creator &&
      h(
        "p",
        { class: "buttons" },
        h("button", { type: "button", class: "quiet", data: { key: "close" }, onclick: () => table.tell({ type: "close" }) }, t("table.call-off")),
        h("button", { type: "button", class: "primary", disabled: !full, data: { key: "start" }, onclick: start }, t("table.start")),
      ),
    h("p", { class: "hint" }, full ? (you.creator ? null : t("table.start-other")) : t("table.start-wait")),
    you.creator && open && invitations(table),
  );
}

/**
 * Starts that came to nothing, and who did not answer how often.
 * @param {import("../model.js").TableModel} table
 */
function startsCalledOff(table) {
  const { calledOff } = table.state;
  const devices = [...new Set(calledOff.flatMap(({ devices }) => devices))];
  const times = (/** @type {number} */ device) => calledOff.filter(({ devices }) => devices.includes(device)).length;
  return h(
    "div",
    { class: "called-off", role: "status" },
    h("p", {}, t("gather.called-off", { n: calledOff.length })),
    h(
      "ul",
      {},
      devices.map((device) => h("li", {}, t("gather.no-answer", { names: table.namesAt(device), n: times(device) }))),
    ),
    calledOff.length > 1 && h("p", { class: "small" }, t("gather.called-off-again")),
  );
}

/**
 * @param {import("../page.js").TablePage} page
 * @param {import("../../wire").TableSeat} chair
 * @param {number} seat
 */
function seatLine(page, chair, seat) {
  const { table } = page;
  const { you } = table;
  const own = table.own().includes(seat);
  const free = chair.name === null;
  const given = table.state.table.seats[seat - 1]?.type ?? "open";
  return h(
    "li",
    { class: `seat-${seat}${free ? " free" : ""}` },
    h("img", { src: piecePicture("knight", seat), alt: "" }),
    free && you.sit && !table.own().length && sitForm(table, seat),
    free && you.sit && table.own().length > 0 && sitMore(table, seat),
    !(free && you.sit) &&
      h(
        "span",
        { class: "name" },
        free ? t("table.seat-free") : table.nameOf(seat),
        own && table.state.seats.length > table.own().length && h("small", {}, t("table.you")),
      ),
    free && you.creator && without(table, seat),
    !free &&
      given === "open" &&
      own &&
      h("button", { type: "button", class: "quiet", data: { key: `stand ${seat}` }, onclick: () => table.standUp(seat) }, t("table.stand")),
    !free &&
      given === "open" &&
      !own &&
      you.creator &&
      h(
        "button",
        {
          type: "button",
          class: "quiet",
          title: chair.computer ? "" : t("table.send-away-title"),
          data: { key: `away ${seat}` },
          onclick: () => table.tell({ type: "stand", seat }),
        },
        t(chair.computer ? "table.free-again" : "table.send-away"),
      ),
  );
}

/**
 * Who does not come is not waited for: the computer takes the seat, or it is taken away.
 * @param {import("../model.js").TableModel} table
 * @param {number} seat
 */
function without(table, seat) {
  const label = t("table.give", { n: seat });
  const levels = h(
    "select",
    {
      class: "give",
      title: label,
      aria: { label },
      data: { key: `give ${seat}` },
      onchange: () => table.tell({ type: "give", seat, player: /** @type {HTMLSelectElement} */ (levels).value }),
    },
    h("option", { value: "", selected: true, disabled: true }, t("table.give-short")),
    LEVELS.map((name) => h("option", { value: name }, t(`player.${name}`))),
  );
  const drop =
    table.state.seats.length > 1 &&
    h(
      "button",
      {
        type: "button",
        class: "quiet sign",
        title: t("table.drop", { n: seat }),
        aria: { label: t("table.drop", { n: seat }) },
        data: { key: `drop ${seat}` },
        onclick: () => table.tell({ type: "drop", seat }),
      },
      "✕",
    );
  return h("span", { class: "without" }, levels, drop);
}

/**
 * Whoever sits already rarely wants another seat.
 * @param {import("../model.js").TableModel} table
 * @param {number} seat
 */
function sitMore(table, seat) {
  return h(
    "details",
    { class: "sit-more" },
    h("summary", {}, h("span", { class: "name" }, t("table.seat-free")), " ", h("span", { class: "small" }, t("table.sit-too"))),
    sitForm(table, seat),
  );
}

/**
 * @param {import("../model.js").TableModel} table
 * @param {number} seat
 */
function sitForm(table, seat) {
  const input = /** @type {HTMLInputElement} */ (
    h("input", {
      type: "text",
      maxlength: "40",
      required: true,
      autocomplete: "nickname",
      placeholder: t("table.your-name"),
      aria: { label: t("table.your-name") },
      value: rememberedName(),
      data: { key: `name ${seat}` },
    })
  );
  const sit = (/** @type {Event} */ event) => {
    event.preventDefault();
    const name = input.value.trim();
    rememberName(name);
    if (name) table.tell({ type: "sit", seat, name });
  };
  return h("form", { class: "sit", onsubmit: sit }, input, h("button", { class: "primary", data: { key: `sit ${seat}` } }, t("table.sit")));
}

function rememberedName() {
  try {
    return localStorage.getItem("bastide.name") ?? "";
  } catch {
    return "";
  }
}

/** @param {string} name */
function rememberName(name) {
  try {
    localStorage.setItem("bastide.name", name);
  } catch {
    // It is asked for again.
  }
}

/**
 * Links are made once; the device keeps them.
 * @param {import("../page.js").TablePage} page
 */
async function prepareLinks(page) {
  const { game } = page.table;
  const { sit, watch } = secretsOf(game);
  if ((sit && watch) || making.has(game)) return;
  making.add(game);
  const made = async (/** @type {string} */ type) => (await post(`/api/tables/${game}/links`, { purpose: { type } })).secret;
  try {
    keepSecrets(game, { sit: sit ?? (await made("sit")), watch: watch ?? (await made("watch")) });
  } catch (error) {
    page.table.complain(error);
  }
  making.delete(game);
  page.render();
}

/** @param {import("../model.js").TableModel} table */
function invitations(table) {
  const { sit, watch } = secretsOf(table.game);
  if (!sit || !watch) return null;
  return h("div", { class: "invitations" }, invitation(t("table.invite"), joining(sit), true), invitation(t("table.invite-watch"), joining(watch), false));
}

/** The link with a secret. @param {string} secret */
export function joining(secret) {
  return `${forOthers()}/join#${secret}`;
}

/** The address under which others find this server; a page opened on its own machine is told it. */
export function forOthers() {
  const friends = document.querySelector('meta[name="friends"]')?.getAttribute("content");
  return friends || location.origin;
}

/**
 * A link to copy.
 * @param {string} words
 * @param {string} link
 * @param {boolean} picture
 */
export function invitation(words, link, picture) {
  const input = /** @type {HTMLInputElement} */ (
    h("input", { type: "text", readonly: true, value: link, aria: { label: words }, onfocus: () => input.select() })
  );
  const copy = h("button", { type: "button" }, t("table.copy"));
  copy.addEventListener("click", async () => {
    input.select();
    await navigator.clipboard?.writeText(link).catch(() => {});
    if (!navigator.clipboard) document.execCommand("copy");
    copy.textContent = t("table.copied");
  });
  const image = picture ? /** @type {HTMLImageElement} */ (h("img", { class: "qr", alt: t("table.qr") })) : null;
  if (image)
    qr(link).then(
      (address) => (image.src = address),
      () => image.remove(),
    );
  return h("div", { class: "invitation" }, h("p", {}, words), h("div", { class: "copy" }, input, copy), image);
}
