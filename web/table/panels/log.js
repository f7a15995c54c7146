// What happened, in words; each line lights up its place on the board.

import { h } from "../../dom.js";
import { t } from "../../i18n.js";
import { eventsOf } from "../../state.js";
import { tilePicture } from "../board/art.js";
import { entryLines } from "./words.js";

/** What is told elsewhere, or to nobody. */
const SILENT = ["dealing", "committed", "revealed", "forgiven", "said"];

export class Log extends HTMLElement {
  /** @type {import("../model.js").TableModel} */
  table = /** @type {any} */ (null);
  list = h("ol", { class: "lines" });
  count = 0;
  /** @type {number[]} how many lines there were after each entry */
  ends = [];
  /** @type {number|null} how many entries are shown; all of them if nothing is said */
  until = null;
  /** @type {Map<string, import("../../wire").Laid>} the tiles as they lay when it happened: some are taken back later */
  laid = new Map();
  firstVersion = 0;
  language = "";
  /** @type {readonly import("../../wire").LogLine[]} */
  source = [];

  connectedCallback() {
    if (!this.list.isConnected) this.append(h("h2", { class: "unseen" }, t("table.log")), this.list);
  }

  /** @param {import("../model.js").TableModel} table */
  update(table) {
    this.table = table;
    if (!table.state) return;
    const first = table.log[0]?.version ?? 0;
    const again = this.source !== table.log || this.count > table.log.length || first !== this.firstVersion || this.language !== document.documentElement.lang;
    if (again) {
      this.list.replaceChildren();
      this.laid.clear();
      this.count = 0;
      this.ends = [];
    }
    [this.source, this.firstVersion, this.language] = [table.log, first, document.documentElement.lang];
    const until = table.past?.entries ?? null;
    if (!again && this.count === table.log.length && this.until === until) return;
    const { scrollHeight, scrollTop, clientHeight } = /** @type {HTMLElement} */ (this);
    const follows = again || this.until !== until || scrollHeight - scrollTop - clientHeight < 60;
    for (; this.count < table.log.length; this.count++) this.add(table.log[this.count].entry);
    this.until = until;
    this.cut();
    if (follows) this.scrollTo({ top: this.scrollHeight });
  }

  /** Of the past, what came after it is not shown. */
  cut() {
    const lines = this.until === null ? Infinity : (this.ends[this.until - 1] ?? 0);
    for (const [n, line] of [...this.list.children].entries()) /** @type {HTMLElement} */ (line).hidden = n >= lines;
  }

  /** @param {import("../../wire").Entry} entry */
  add(entry) {
    if (!SILENT.includes(entry.type)) this.write(entry);
    this.ends.push(this.list.children.length);
  }

  /** @param {import("../../wire").Entry} entry */
  write(entry) {
    for (const event of eventsOf(entry) ?? []) if (event.type === "placed") this.laid.set(`${event.x},${event.y}`, event);
    const then = Object.create(this.table, {
      tileAt: { value: (/** @type {number} */ x, /** @type {number} */ y) => this.laid.get(`${x},${y}`) ?? this.table.tileAt(x, y) },
    });
    for (const line of entryLines(then, entry)) this.list.append(this.line(line));
  }

  /** @param {import("./words.js").Line} line */
  line(line) {
    const css = ["line", line.kind ?? "plain", line.seat && `seat-${line.seat}`].filter(Boolean).join(" ");
    const places = line.cells?.length || line.spots?.length;
    if (!places) return h("li", { class: css }, line.text);
    const light = () => this.table.light({ cells: line.cells ?? [], spots: line.spots ?? [] });
    const dim = () => this.table.light();
    const show = () => {
      light();
      this.dispatchEvent(new CustomEvent("look", { detail: line.cells ?? line.spots, bubbles: true }));
    };
    const picture = line.tile && h("img", { class: "laid", src: tilePicture(line.tile.tile, line.tile.rotation), alt: "", loading: "lazy" });
    return h(
      "li",
      { class: css },
      picture,
      h(
        "button",
        {
          type: "button",
          onclick: show,
          onpointerenter: light,
          onpointerleave: dim,
          onfocus: light,
          onblur: dim,
        },
        line.text,
      ),
    );
  }
}

customElements.define("bastide-log", Log);
