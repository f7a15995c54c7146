// "Keep this game": a finished game stays beyond the day on which the server deletes it.

import { get, post } from "../../api.js";
import { h } from "../../dom.js";
import { t } from "../../i18n.js";

export class Keeping {
  /** @param {import("../page.js").TablePage} page */
  constructor(page) {
    this.page = page;
    this.game = "";
    /** @type {import("../../wire").Kept | null} */
    this.told = null;
    this.box = /** @type {HTMLInputElement} */ (
      h("input", { type: "checkbox", data: { key: "keep" }, onchange: () => this.ask(post(this.path(), { keep: this.box.checked })) })
    );
    this.words = h("span");
    this.note = h("p", { class: "quiet small", role: "status" });
    this.element = h("div", { class: "keeping" }, h("label", { class: "choice" }, this.box, this.words), this.note);
  }

  path() {
    return `/api/tables/${this.game}/keep`;
  }

  /**
   * The switch, for whoever took part.
   * @param {import("../model.js").TableModel} table
   */
  of(table) {
    if (!table.own().length || this.page.lesson) return null;
    if (this.game !== table.game) {
      this.game = table.game;
      this.told = null;
      this.ask(get(this.path()));
    }
    this.show();
    return this.element;
  }

  /** @param {Promise<import("../../wire").Kept>} answer */
  async ask(answer) {
    const game = this.game;
    try {
      const told = await answer;
      if (game === this.game) this.told = told;
    } catch (error) {
      this.page.table.complain(error);
    }
    this.show();
  }

  show() {
    const { told } = this;
    this.box.disabled = !told;
    this.box.checked = told?.kept ?? false;
    this.words.textContent = t("keep.label");
    const date = (/** @type {number} */ millis) => new Intl.DateTimeFormat(document.documentElement.lang || "en", { dateStyle: "long" }).format(millis);
    this.note.textContent = told?.kept ? t("keep.kept") : told?.until ? t("keep.until", { date: date(told.until) }) : "";
  }
}
