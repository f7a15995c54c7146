// @ts-check
// Inviting: the link, its picture for telephones, and who is still to come.

import { get, post, qr } from "../api.js";
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { figure } from "./pictures.js";
import { errorText, keepSecrets, seatName, secretsOf } from "./tables.js";

const EVERY = 2000;

/**
 * Fills a place with the invitation to a table. It looks after the seats by itself until it is told of them.
 * @param {HTMLElement} root
 * @param {any} _app
 * @param {string} game
 * @param {{ sit?: string, watch?: string }} [secrets] those that this device knows
 * @returns {{ update: (seats: any[]) => void, close: () => void }}
 */
export function inviteePanel(root, _app, game, secrets = secretsOf(game)) {
  const list = h("ul", { class: "plain invitees", aria: { live: "polite" } });
  const place = h("div", { class: "invite-link" });
  root.replaceChildren(h("section", { class: "panel invite" }, h("h2", {}, t("invite.title")), place, h("h3", {}, t("invite.seats")), list));
  showLink(place, game, secrets);
  let timer = 0;
  let told = false;
  const look = async () => {
    try {
      const { seats } = await get(`/api/tables/${game}`);
      if (!told) showSeats(list, seats);
    } catch {
      // The next look may find the server again.
    }
    if (!told && root.isConnected) timer = setTimeout(look, EVERY);
  };
  timer = setTimeout(look, 0);
  return {
    update(seats) {
      told = true;
      clearTimeout(timer);
      showSeats(list, seats);
    },
    close() {
      told = true;
      clearTimeout(timer);
    },
  };
}

/** @param {string} secret */
export function linkOf(secret) {
  return `${location.origin}/join#${secret}`;
}

/**
 * @param {HTMLElement} place
 * @param {string} game
 * @param {{ sit?: string, watch?: string }} secrets
 */
function showLink(place, game, secrets) {
  if (!secrets.sit) return offer(place, game);
  const link = linkOf(secrets.sit);
  const picture = /** @type {HTMLImageElement} */ (h("img", { class: "qr", alt: t("invite.qr"), width: "200", height: "200" }));
  qr(link).then((address) => (picture.src = address), () => picture.remove());
  const lone = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
  place.replaceChildren(
    h("div", { class: "invite-words" },
      h("p", {}, t("invite.text")),
      copyable(link, t("invite.link")),
      lone ? h("p", { class: "small quiet" }, t("invite.only-here")) : "",
      secrets.watch ? h("details", {}, h("summary", {}, t("invite.watch")), copyable(linkOf(secrets.watch), t("invite.watch"))) : ""),
    picture);
}

/**
 * The link was made on another device: a new one can be had.
 * @param {HTMLElement} place
 * @param {string} game
 */
function offer(place, game) {
  const error = h("p", { class: "error", role: "alert", hidden: true });
  const make = h("button", { class: "primary", type: "button", onclick: async () => {
    try {
      const { secret } = await post(`/api/tables/${game}/links`, { purpose: { type: "sit" } });
      keepSecrets(game, { sit: secret });
      showLink(place, game, { ...secretsOf(game), sit: secret });
    } catch (failed) {
      error.textContent = errorText(failed);
      error.hidden = false;
    }
  } }, t("invite.new"));
  place.replaceChildren(make, error);
}

/**
 * @param {string} link
 * @param {string} label
 */
function copyable(link, label) {
  const input = /** @type {HTMLInputElement} */ (h("input", { type: "text", readonly: true, value: link, aria: { label }, onfocus: () => input.select() }));
  const copy = h("button", { type: "button", class: "primary", onclick: async () => {
    copy.textContent = t((await copied(input)) ? "invite.copied" : "invite.copy-by-hand");
  } }, t("invite.copy"));
  const share = "share" in navigator && h("button", { type: "button", onclick: () => navigator.share({ title: "Bastide", text: t("invite.share-text"), url: link }).catch(() => {}) }, t("invite.share"));
  return h("div", { class: "copyable" }, input, copy, share);
}

/**
 * Without a secure connection browsers keep the clipboard to themselves; then the text is at least selected.
 * @param {HTMLInputElement} input
 */
async function copied(input) {
  input.select();
  try {
    await navigator.clipboard.writeText(input.value);
    return true;
  } catch {
    return false;
  }
}

/**
 * @param {HTMLElement} list
 * @param {any[]} seats
 */
function showSeats(list, seats) {
  const one = (/** @type {any} */ seat, /** @type {number} */ at) => {
    const free = !seat.name && !seat.computer;
    const { name, typed } = seatName(seat, at + 1);
    return h("li", { class: free ? "waiting" : "here" }, figure("knight", at + 1),
      free ? h("span", { class: "quiet" }, t("invite.waiting")) : h("span", typed ? { data: { typed: "" } } : {}, name));
  };
  list.replaceChildren(...seats.map(one));
}
