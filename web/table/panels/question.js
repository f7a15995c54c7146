// A question to the others: taking back, ending, letting the computer play.

import { h, refresh } from "../../dom.js";
import { t } from "../../i18n.js";

/**
 * @param {HTMLElement} element
 * @param {import("../page.js").TablePage} page
 */
export function question(element, page) {
  const { table } = page;
  const { asked } = table.state;
  const voters = asked
    ? table
        .own()
        .filter((seat) => seat !== asked[0] && !asked[2].includes(seat) && table.state.seats[seat - 1].device !== table.state.seats[asked[0] - 1].device)
    : [];
  const { due } = table.state.now;
  refresh(element, [asked, voters, due, document.documentElement.lang], () => {
    if (!asked) return [];
    // What lies over the board on a small screen must not hide a question.
    if (voters.length) page.side.open = false;
    const [seat, proposal] = asked;
    const words = t(`table.asked-${proposal.type}`, { name: table.nameOf(seat), other: "seat" in proposal ? table.nameOf(proposal.seat) : "" });
    const answer = (/** @type {boolean} */ yes) => () => table.tell({ type: "answer", seat: voters[0], yes });
    const buttons = voters.length
      ? h(
          "p",
          { class: "buttons" },
          h("button", { type: "button", data: { key: "no" }, onclick: answer(false) }, t("table.no")),
          h("button", { type: "button", class: "primary", data: { key: "yes" }, onclick: answer(true) }, t("table.yes")),
        )
      : h("p", { class: "hint" }, t("table.waiting-answers"));
    const left = due ? h("p", { class: "hint countdown", role: "timer", data: { due: String(due) } }) : null;
    return [h("section", { class: "panel", role: "alertdialog", aria: { label: words } }, h("p", {}, words), buttons, left)];
  });
  countDown(element, page);
}

/**
 * How long a question waits.
 * @param {HTMLElement} element
 * @param {import("../page.js").TablePage} page
 */
export function countDown(element, page) {
  const left = /** @type {HTMLElement|null} */ (element.querySelector(".countdown"));
  if (!left) return;
  const seconds = Math.max(0, Math.ceil((Number(left.dataset.due) - page.live.time()) / 1000));
  const text = seconds < 120 ? t("table.lapses-in", { n: seconds }) : t("table.lapses-in-minutes", { n: Math.round(seconds / 60) });
  if (left.textContent !== text) left.textContent = text;
}
