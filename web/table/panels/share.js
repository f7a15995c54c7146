// A turn to show around: a link that leads to it, pictures of the board, and the record.

import { post } from "../../api.js";
import { h } from "../../dom.js";
import { t } from "../../i18n.js";
import { theme } from "../board/art.js";
import { keepSecrets, secretsOf } from "../../pages/tables.js";
import { forOthers, invitation } from "../play/gather.js";
import { turnsOf } from "../after/replay.js";

/**
 * Shows everything there is to take away from the turn on show.
 * @param {import("../page.js").TablePage} page
 */
export async function share(page) {
  const { live } = page;
  const { replay } = page.side;
  const moves = live.past ? replay.before() : replay.collect();
  const [at, turn] = [moves.length, turnsOf(moves)];
  const place = h("div", {}, h("p", { class: "quiet" }, "…"));
  page.side.menu.dialog(h("h2", {}, t("share.title")), place, h("h3", {}, t("share.take")), downloads(live, turn));
  const { link, hint } = await linkTo(live, at);
  place.replaceChildren(invitation(t(turn ? "share.link" : "share.link-start", { n: turn }), link, true), h("p", { class: "quiet small" }, t(hint)));
}

/**
 * A link to a turn that as many people as possible can open.
 * @param {import("../page.js").Live} live
 * @param {number} at so many moves have been made
 */
async function linkTo(live, at) {
  const plain = { link: `${forOthers()}/t/${live.game}#${at}`, hint: live.state.table.public ? "share.public" : "share.private" };
  if (live.state.table.public || !live.you.creator) return plain;
  try {
    const secret = secretsOf(live.game).watch ?? (await post(`/api/tables/${live.game}/links`, { purpose: { type: "watch" } })).secret;
    keepSecrets(live.game, { watch: secret });
    return { link: `${forOthers()}/join#${secret}/${at}`, hint: "share.watch" };
  } catch {
    return plain;
  }
}

/**
 * @param {import("../page.js").Live} live
 * @param {number} turn
 */
function downloads(live, turn) {
  const at = `/api/tables/${live.game}`;
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  const light = document.documentElement.dataset.light;
  const query = new URLSearchParams({ theme: theme(), table: light === "dark" || (light === "auto" && dark) ? "dark" : "light", move: String(turn) });
  if (live.past) query.set("at", String(live.past.inputs));
  const file = (/** @type {string} */ path, /** @type {string} */ key) => h("a", { class: "button", href: `${at}/${path}`, download: "" }, t(key));
  return h(
    "p",
    { class: "buttons downloads" },
    file(`board.svg?${query}`, "share.svg"),
    file(`board.png?${query}`, "share.png"),
    file("record", "share.record"),
    h("a", { class: "button", href: `${at}/log`, download: `${live.game}.json` }, t("share.log")),
  );
}
