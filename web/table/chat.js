// The chat line. What people type is text and nothing else.

import { h, refresh } from "../dom.js";
import { t } from "../i18n.js";

export class Chat {
  /** @param {import("./page.js").TablePage} page */
  constructor(page) {
    this.page = page;
    this.read = 0;
    this.list = h("ol", { class: "said" });
    this.input = /** @type {HTMLInputElement} */ (h("input", { type: "text", maxlength: "300", autocomplete: "off", placeholder: t("table.say"), aria: { label: t("table.say") } }));
    this.form = h("form", { onsubmit: (/** @type {Event} */ event) => this.send(event) }, this.input, h("button", { class: "primary" }, t("table.send")));
    this.element = h("div", { class: "page chat", role: "region", aria: { label: t("table.chat") } }, this.list, this.form);
  }

  /**
   * @param {import("./seen.js").Seen} table
   * @param {boolean} open
   */
  unread(table, open) {
    if (open) this.read = table.state.said.length;
    return table.state.said.length - this.read;
  }

  /** @param {import("./seen.js").Seen} table */
  update(table) {
    const { said } = table.state;
    refresh(this.list, [said, table.state.seats], () =>
      said.length ? said.map(([seat, text]) => h("li", { class: `seat-${seat}` }, h("b", {}, table.nameOf(seat)), " ", h("span", {}, text))) : [h("li", { class: "none" }, t("table.nothing-said"))],
    );
    this.form.hidden = !table.own().length;
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
