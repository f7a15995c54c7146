// Everything else one may want at a table.

import { post } from "../../api.js";
import { h, refresh } from "../../dom.js";
import { t } from "../../i18n.js";
import { languages } from "../../pages/frame.js";
import { light, setLight, setTheme, theme } from "../../pages/looks.js";
import { rulesOf } from "../../pages/tables.js";
import { showFairness } from "../after/fairness.js";
import { invitation, joining } from "../play/gather.js";
import { share } from "./share.js";
import { setSound, wantsSound } from "../board/sound.js";

const CALLS = "bastide.calls";

/** Whether the browser is to say when it is somebody's turn. */
export function wantsCalls() {
  try {
    // What the browser allows is asked last: it has to be fetched from outside the page.
    return localStorage.getItem(CALLS) === "yes" && globalThis.Notification?.permission === "granted";
  } catch {
    return false;
  }
}

/** @param {boolean} on */
async function setCalls(on) {
  const allowed = on ? await Notification.requestPermission() : "default";
  try {
    localStorage.setItem(CALLS, allowed === "granted" ? "yes" : "no");
  } catch {
    // It is asked for again.
  }
  return allowed;
}

export class Menu {
  /** @param {import("../page.js").TablePage} page */
  constructor(page) {
    this.page = page;
    this.element = h("div", { class: "page more", role: "region", tabindex: "0", aria: { label: t("table.more") } });
  }

  /** @param {import("../model.js").TableModel} table */
  update(table) {
    if (this.element.hidden) return;
    const root = document.documentElement;
    const what = [
      table.state.now.stage,
      table.state.seats,
      table.own(),
      table.options,
      root.dataset.theme,
      root.dataset.light,
      root.lang,
      wantsCalls(),
      wantsSound(),
      table.state.table.take_backs,
      Boolean(table.state.asked),
      table.state.now.away,
      table.isAway(),
      table.isTrial,
      Boolean(table.state.view),
    ];
    refresh(this.element, what, () => this.build(table));
  }

  /** @param {import("../model.js").TableModel} table */
  build(table) {
    const { stage } = table.state.now;
    const begun = Boolean(table.state.view);
    const live = !table.isTrial;
    const playing = live && stage === "playing" && table.own().length > 0;
    return [
      begun && h("button", { type: "button", data: { key: "fit" }, onclick: () => this.page.board.fit() }, t("table.menu-fit"), h("kbd", {}, "0")),
      begun && this.toggle("fields", "table.menu-fields"),
      begun && this.toggle("dead", "table.menu-dead"),
      begun && this.toggle("projected", "table.menu-projected"),
      h("label", { class: "menu-language" }, t("frame.language"), languages(this.page.app)),
      this.winter(),
      this.dark(),
      this.switch("table.menu-sound", wantsSound(), () => setSound(!wantsSound())),
      table.own().length > 0 && !isSecureContext && h("p", { class: "hint" }, t("table.calls-insecure")),
      table.own().length > 0 && isSecureContext && globalThis.Notification && this.switch("table.menu-calls", wantsCalls(), () => this.calls()),
      live &&
        begun &&
        !table.isRecord &&
        h("button", { type: "button", data: { key: "replay" }, onclick: () => this.page.side.replay.open() }, t("table.menu-replay")),
      live &&
        begun &&
        this.page.side.analysis.may &&
        h(
          "button",
          { type: "button", data: { key: "analyse" }, onclick: () => ((this.page.side.open = false), this.page.side.analysis.open()) },
          t("analysis.open"),
        ),
      live && begun && h("button", { type: "button", data: { key: "try" }, onclick: () => this.page.side.replay.tryHere() }, t("trial.here")),
      playing && h("hr"),
      playing && table.state.table.take_backs && this.ask("table.menu-take-back", { type: "take-back" }),
      playing && this.ask("table.menu-end", { type: "end" }),
      ...(playing ? this.seats(table) : []),
      playing && h("button", { type: "button", class: "danger", data: { key: "resign" }, onclick: () => this.resign() }, t("table.menu-resign")),
      h("hr"),
      h("a", { class: "button", href: rulesOf(table.state.table.setup), target: "_blank" }, t("table.menu-rules")),
      table.own().length > 0 && h("button", { type: "button", data: { key: "device" }, onclick: () => this.device() }, t("table.menu-device")),
      live && begun && !table.isRecord && h("button", { type: "button", data: { key: "share" }, onclick: () => share(this.page) }, t("share.menu")),
      live && begun && !table.isRecord && h("button", { type: "button", data: { key: "fair" }, onclick: () => showFairness(this.page) }, t("fair.menu")),
      this.page.live.games > 1 && h("a", { class: "button", href: "/record" }, t("record.others")),
      h("a", { class: "button", href: "/" }, t("table.home")),
    ];
  }

  /**
   * What can be done about seats: the computer's, and those of people who are away.
   * @param {import("../model.js").TableModel} table
   */
  seats(table) {
    const own = table.own();
    return table.state.seats.flatMap((chair, n) => {
      const seat = n + 1;
      if (own.includes(seat) && chair.computer)
        return [
          h("button", { type: "button", data: { key: `back ${seat}` }, onclick: () => table.tell({ type: "come-back", seat }) }, t("table.menu-come-back")),
        ];
      const { away } = table.state.now;
      if (own.includes(seat) || chair.computer || seat !== table.acting() || !away) return [];
      if (!table.isAway()) return [h("p", { class: "hint" }, t("table.menu-replace-later", { name: table.nameOf(seat), when: this.when(away) }))];
      return [this.ask("table.menu-replace", { type: "replace", seat }, { name: table.nameOf(seat) })];
    });
  }

  /** A time of the server's, as this device shows it. @param {number} at */
  when(at) {
    const here = at - this.page.live.time() + Date.now();
    return new Intl.DateTimeFormat(document.documentElement.lang || "en", {
      weekday: "short",
      day: "numeric",
      month: "short",
      hour: "numeric",
      minute: "2-digit",
    }).format(here);
  }

  /**
   * @param {string} key
   * @param {import("../../wire").Proposal} proposal
   * @param {Record<string, string>} [params]
   */
  ask(key, proposal, params) {
    const { table } = this.page;
    const seat = table.mine() ?? table.own()[0];
    const ask = () => table.tell({ type: "ask", seat, proposal });
    return h(
      "button",
      { type: "button", disabled: Boolean(table.state.asked), data: { key: `${key} ${"seat" in proposal ? proposal.seat : ""}` }, onclick: ask },
      t(key, params),
    );
  }

  /**
   * @param {keyof import("../model.js").Options} option
   * @param {string} key
   */
  toggle(option, key) {
    const { table } = this.page;
    return this.switch(key, table.options[option], () => table.toggle(option));
  }

  winter() {
    const on = theme() === "winter";
    return this.switch("table.menu-winter", on, () => setTheme(on ? "classic" : "winter"));
  }

  dark() {
    const on = light() === "auto" ? matchMedia("(prefers-color-scheme: dark)").matches : light() === "dark";
    return this.switch("table.menu-dark", on, () => setLight(on ? "light" : "dark"));
  }

  /** Who has forbidden it to the browser is told where to allow it. */
  async calls() {
    const allowed = await setCalls(!wantsCalls());
    if (allowed === "denied") this.page.table.say(t("table.calls-denied"));
  }

  /**
   * @param {string} key
   * @param {boolean} on
   * @param {() => unknown} flip
   */
  switch(key, on, flip) {
    const press = async () => {
      await flip();
      this.page.render();
    };
    return h("button", { type: "button", class: "toggle", role: "switch", aria: { checked: on }, data: { key }, onclick: press }, t(key));
  }

  resign() {
    const { table } = this.page;
    const dialog = this.dialog(
      h("h2", {}, t("table.resign-sure")),
      h("p", {}, t("table.resign-text")),
      h(
        "p",
        { class: "buttons" },
        h("button", { type: "button", onclick: () => dialog.close() }, t("table.cancel")),
        h(
          "button",
          { type: "button", class: "danger", onclick: () => (dialog.close(), table.tell({ type: "resign", seat: table.mine() ?? table.own()[0] })) },
          t("table.menu-resign"),
        ),
      ),
    );
  }

  async device() {
    const { table } = this.page;
    try {
      const { secret } = await post(`/api/tables/${table.game}/links`, { purpose: { type: "device" } });
      this.dialog(h("h2", {}, t("table.menu-device")), invitation(t("table.device-hint"), joining(secret), true));
    } catch (error) {
      table.complain(error);
    }
  }

  /** @param {...Node} children */
  dialog(...children) {
    const dialog = /** @type {HTMLDialogElement} */ (
      h(
        "dialog",
        { class: "panel", aria: { label: children[0]?.textContent ?? "" } },
        ...children,
        h("button", { type: "button", class: "close", aria: { label: t("table.close") }, onclick: () => dialog.close() }, "×"),
      )
    );
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
    return dialog;
  }
}
