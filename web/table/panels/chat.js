// The chat line. What people type is text and nothing else.

import { h, refresh } from "../../dom.js";
import { t } from "../../i18n.js";
import { hiddenAt, hide } from "./muted.js";

export class Chat {
  /** @param {import("../page.js").TablePage} page */
  constructor(page) {
    this.page = page;
    this.read = 0;
    this.list = h("ol", { class: "said" });
    this.people = h("details", { class: "people" });
    this.input = /** @type {HTMLInputElement} */ (
      h("input", { type: "text", maxlength: "300", autocomplete: "off", placeholder: t("table.say"), aria: { label: t("table.say") } })
    );
    this.form = h("form", { onsubmit: (/** @type {Event} */ event) => this.send(event) }, this.input, h("button", { class: "primary" }, t("table.send")));
    this.silence = h("p", { class: "hint", role: "status" }, t("error.muted"));
    this.element = h("div", { class: "page chat", role: "region", aria: { label: t("table.chat") } }, this.list, this.people, this.form, this.silence);
  }

  /**
   * The lines of everybody whom this browser wants to read.
   * @param {import("../model.js").TableModel} table
   */
  lines(table) {
    const hidden = hiddenAt(table.game);
    return table.state.said.filter(([seat]) => !hidden.includes(table.state.seats[seat - 1]?.device ?? -1));
  }

  /**
   * @param {import("../model.js").TableModel} table
   * @param {boolean} open
   */
  unread(table, open) {
    const said = this.lines(table).length;
    if (open || this.read > said) this.read = said;
    return said - this.read;
  }

  /** @param {import("../model.js").TableModel} table */
  update(table) {
    const said = this.lines(table);
    refresh(this.list, [said, table.state.seats], () =>
      said.length
        ? said.map(([seat, text]) => h("li", { class: `seat-${seat}` }, h("b", {}, table.nameOf(seat)), " ", h("span", {}, text)))
        : [h("li", { class: "none" }, t("table.nothing-said"))],
    );
    const muted = table.state.muted ?? [];
    const isMuted = muted.includes(table.you.device ?? -1);
    this.form.hidden = !table.own().length || isMuted;
    this.silence.hidden = !isMuted;
    const others = [...new Set(table.state.seats.flatMap(({ device }) => (device === null || device === table.you.device ? [] : [device])))];
    this.people.hidden = others.length === 0;
    refresh(this.people, [others, table.state.seats, hiddenAt(table.game), muted, table.you.creator, document.documentElement.lang], () => [
      h("summary", { data: { key: "people" } }, t("chat.people")),
      h(
        "ul",
        { class: "plain" },
        others.map((device) => this.person(table, device, muted.includes(device))),
      ),
    ]);
  }

  /**
   * Somebody else, and what can be done about what they write.
   * @param {import("../model.js").TableModel} table
   * @param {number} device
   * @param {boolean} muted
   */
  person(table, device, muted) {
    const name = table.namesAt(device);
    const hidden = hiddenAt(table.game).includes(device);
    const seat = table.state.seats.findIndex((chair) => chair.device === device) + 1;
    const turn = () => {
      hide(table.game, device, !hidden);
      this.page.render();
    };
    const button = (/** @type {string} */ key, /** @type {boolean} */ on, /** @type {() => unknown} */ onclick) =>
      h(
        "button",
        {
          type: "button",
          class: "toggle",
          role: "switch",
          aria: { checked: on, label: t(`chat.${key}-name`, { name }) },
          data: { key: `${key} ${device}` },
          onclick,
        },
        t(`chat.${key}`),
      );
    return h(
      "li",
      {},
      h("span", { class: "name" }, name),
      button("hide", hidden, turn),
      table.you.creator && button("mute", muted, () => table.tell({ type: "mute", seat, muted: !muted })),
    );
  }

  /** @param {Event} event */
  async send(event) {
    event.preventDefault();
    const { table } = this.page;
    const text = this.input.value.trim();
    const [seat] = table.own();
    if (!text || !seat) return;
    this.input.value = "";
    if (!(await table.tell({ type: "say", seat, text }))) this.input.value = text;
  }
}
