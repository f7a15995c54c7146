// Before the game: who sits where, and links for those who are still to come.

import { post, qr } from "../api.js";
import { h, refresh } from "../dom.js";
import { t } from "../i18n.js";
import { piecePicture } from "./art.js";

/** @type {Map<string, {sit?: string, watch?: string}>} links made so far, by game */
const links = new Map();

/**
 * @param {HTMLElement} element
 * @param {import("./page.js").TablePage} page
 */
export function gathering(element, page) {
  const { table } = page;
  const { state, you } = table;
  const stage = state?.now.stage;
  element.hidden = !["gathering", "closed"].includes(stage);
  if (element.hidden) return;
  const open = state.seats.some((seat) => !seat.name);
  if (you.creator && open) prepareLinks(page);
  const what = [state.seats, stage, you, links.get(table.game), document.documentElement.lang];
  refresh(element, what, () => [stage === "closed" ? closed() : room(page, open)]);
}

function closed() {
  return h("section", { class: "panel" }, h("h1", {}, t("table.closed-title")), h("p", {}, h("a", { class: "button", href: "/" }, t("table.home"))));
}

/**
 * @param {import("./page.js").TablePage} page
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
    h("ol", { class: "chairs" }, state.seats.map((chair, n) => seatLine(page, chair, n + 1))),
    you.creator && h("p", { class: "buttons" }, h("button", { type: "button", class: "quiet", data: { key: "close" }, onclick: () => table.tell({ type: "close" }) }, t("table.call-off")), h("button", { type: "button", class: "primary", disabled: !full, data: { key: "start" }, onclick: start }, t("table.start"))),
    h("p", { class: "hint" }, full ? (you.creator ? null : t("table.start-other")) : t("table.start-wait")),
    you.creator && open && invitations(table),
  );
}

/**
 * @param {import("./page.js").TablePage} page
 * @param {import("../wire").TableSeat} chair
 * @param {number} seat
 */
function seatLine(page, chair, seat) {
  const { table } = page;
  const { you } = table;
  const own = table.own().includes(seat);
  const free = !chair.name;
  const given = table.state.table.seats[seat - 1]?.type ?? "open";
  return h(
    "li",
    { class: `seat-${seat}${free ? " free" : ""}` },
    h("img", { src: piecePicture("knight", seat), alt: "" }),
    free && you.sit ? sitForm(table, seat) : h("span", { class: "name" }, free ? t("table.seat-free") : table.nameOf(seat)),
    !free && given === "open" && own && h("button", { type: "button", class: "quiet", data: { key: `stand ${seat}` }, onclick: () => table.tell({ type: "stand", seat }) }, t("table.stand")),
    !free && given === "open" && !own && you.creator && h("button", { type: "button", class: "quiet", data: { key: `away ${seat}` }, onclick: () => table.tell({ type: "stand", seat }) }, t("table.send-away")),
  );
}

/**
 * @param {import("./controller.js").Controller} table
 * @param {number} seat
 */
function sitForm(table, seat) {
  const input = /** @type {HTMLInputElement} */ (h("input", { type: "text", maxlength: "40", required: true, autocomplete: "nickname", placeholder: t("table.your-name"), aria: { label: t("table.your-name") }, value: rememberedName(), data: { key: `name ${seat}` } }));
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

/** @param {import("./page.js").TablePage} page */
async function prepareLinks(page) {
  const { game } = page.table;
  if (links.has(game)) return;
  links.set(game, {});
  const made = async (/** @type {string} */ type) => (await post(`/api/tables/${game}/links`, { purpose: { type } })).secret;
  try {
    links.set(game, { sit: await made("sit"), watch: await made("watch") });
  } catch (error) {
    links.delete(game);
    page.table.say(error instanceof Error ? error.message : String(error));
  }
  page.render();
}

/** @param {import("./controller.js").Controller} table */
function invitations(table) {
  const { sit, watch } = links.get(table.game) ?? {};
  if (!sit || !watch) return null;
  return h("div", { class: "invitations" }, invitation("table.invite", sit, true), invitation("table.invite-watch", watch, false));
}

/**
 * @param {string} key
 * @param {string} secret
 * @param {boolean} picture
 */
export function invitation(key, secret, picture) {
  const link = `${location.origin}/join#${secret}`;
  const input = /** @type {HTMLInputElement} */ (h("input", { type: "text", readonly: true, value: link, aria: { label: t(key) }, onfocus: () => input.select() }));
  const copy = h("button", { type: "button" }, t("table.copy"));
  copy.addEventListener("click", async () => {
    input.select();
    await navigator.clipboard?.writeText(link).catch(() => {});
    if (!navigator.clipboard) document.execCommand("copy");
    copy.textContent = t("table.copied");
  });
  const image = picture ? /** @type {HTMLImageElement} */ (h("img", { class: "qr", alt: t("table.qr") })) : null;
  if (image) qr(link).then((address) => (image.src = address), () => image.remove());
  return h("div", { class: "invitation" }, h("p", {}, t(key)), h("div", { class: "copy" }, input, copy), image);
}
