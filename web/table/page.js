// The page of a table.

import { assets } from "../api.js";
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { loadOutlines } from "./board/art.js";
import "./play/bar.js";
import "./board/board.js";
import { Controller } from "./controller.js";
import { gathering } from "./play/gather.js";
import { listenToKeys } from "./play/keys.js";
import { lessonAt } from "./play/lesson.js";
import "./panels/log.js";
import { wantsCalls } from "./panels/menu.js";
import { banner, failurePage } from "./panels/notices.js";
import { showMotion } from "./board/motion.js";
import { countDown } from "./panels/question.js";
import { hear } from "./board/sound.js";
import { Side } from "./panels/side.js";
import "./panels/sheet.js";
import { eventsOf } from "../state.js";
import { TrialBar } from "./after/trial-bar.js";
import { Twins } from "./panels/twins.js";
import { eventLines, placeWords } from "./panels/words.js";

/**
 * @param {HTMLElement} root
 * @param {import("../pages/frame.js").App} app
 */
export async function render(root, app) {
  const [game] = app.params;
  const page = new TablePage(root, app, game, (shown) => new Controller(game, shown));
  await page.begin();
  return () => page.leave();
}

/**
 * Tells somebody who looks elsewhere that it is their turn, if they want that.
 * @param {Live} table
 */
function callPlayer(table) {
  if (!document.hidden || !table.mine() || !wantsCalls()) return;
  try {
    const call = new Notification(t("table.your-turn-title"), { body: table.state.table.title || table.nameOf(table.mine() ?? 1), tag: table.game });
    call.onclick = () => {
      window.focus();
      call.close();
    };
  } catch {
    // Some telephones allow it to nobody; the title still tells.
  }
}

/** @typedef {Controller | import("./after/recorded.js").Recorded} Live a game that is played, or one that was */

export class TablePage {
  /**
   * @param {HTMLElement} root
   * @param {import("../pages/frame.js").App} app
   * @param {string} game
   * @param {(shown: (update: any) => Promise<void>) => Live} source where the game comes from
   */
  constructor(root, app, game, source) {
    this.root = root;
    this.app = app;
    this.game = game;
    this.source = source;
    root.className = "table-page";
    this.board = /** @type {import("./board/board.js").Board} */ (
      h("bastide-board", { role: "application", tabindex: "0", aria: { label: t("table.board"), describedby: "board-help" } })
    );
    this.bar = /** @type {import("./play/bar.js").Bar} */ (h("bastide-bar", { role: "region", aria: { label: t("table.hand") } }));
    this.sheet = /** @type {import("./panels/sheet.js").Sheet} */ (h("bastide-sheet"));
    this.banner = h("div", { class: "banner", role: "status" });
    this.spoken = h("p", { class: "unseen", role: "log", aria: { live: "polite" } });
    this.over = h("div", { class: "over" });
    this.side = new Side(this);
    this.trial = new TrialBar(this);
    this.live = /** @type {Live} the game; there from the beginning on */ (/** @type {unknown} */ (null));
    this.table = /** @type {import("./model.js").TableModel} what is on show: the game, or a board of one's own */ (this.live);
    /** What lies over the board at its lower edge. */
    this.room = 0;
    /** Whether the table has been shown. */
    this.arrived = false;
    /** @type {import("./play/choice.js").Option|null} what was last read as chosen */
    this.read = null;
    /** @type {import("./play/lesson.js").Lesson|null} */
    this.lesson = null;
    /** @type {Twins|null} */
    this.twins = null;
    /** @type {string} the words of the hint that was last read */
    this.advised = "";
    /** Whether whoever is to act was away when that was last looked at. */
    this.away = false;
    /** Whether another page has taken its place. */
    this.gone = false;
  }

  async begin() {
    await loadOutlines();
    const help = [h("h1", { class: "unseen" }, t("table.title")), h("p", { class: "unseen", id: "board-help" }, t("table.board-help"))];
    const home = h(
      "a",
      { class: "home", href: "/", title: t("table.home"), aria: { label: `Bastide – ${t("table.home")}` } },
      h("img", { src: `${assets}icon.svg`, alt: "" }),
      h("span", { data: { typed: "" } }, "Bastide"),
    );
    this.root.append(
      h("div", { class: "play" }, this.board, this.banner, this.over, this.trial.element, this.bar),
      h("aside", { class: "side" }, home, this.sheet, this.side.element),
      ...help,
      this.spoken,
    );
    this.live = this.source((update) => this.happened(update));
    this.table = this.live;
    this.board.addEventListener("feature", (event) => this.table.inspect(/** @type {CustomEvent} */ (event).detail));
    this.keys = listenToKeys(this);
    this.clock = setInterval(() => this.tick(), 250);
    this.resize = new ResizeObserver(() => this.table?.view && !this.board.camera.own && this.board.fit());
    this.resize.observe(this.board);
    if (this.live.isRecord) await this.happened(null);
  }

  /** What runs by itself: clocks, and how long a question waits. */
  tick() {
    if (!this.table?.state) return;
    this.sheet.tick(this.table);
    countDown(this.side.question, this);
    const away = this.table.isAway();
    if (away !== this.away) this.render();
    this.away = away;
  }

  leave() {
    this.gone = true;
    this.side.analysis.stop();
    this.table?.close();
    this.live?.close();
    this.twins?.close();
    this.keys?.();
    clearInterval(this.clock);
    this.resize?.disconnect();
    document.title = "Bastide";
    delete this.root.dataset.lesson;
    delete this.root.dataset.stage;
    delete this.root.dataset.version;
  }

  /**
   * Something happened in the game.
   * @param {import("../wire").Update|null} update
   * @returns {Promise<void>}
   */
  async happened(update) {
    const { live } = this;
    if (!live || this.gone) return;
    if (live.failure) return this.fail(live.failure);
    if (live.state) this.lesson ??= lessonAt(this);
    if (live.state) this.meetTwins();
    if (update) callPlayer(live);
    if (this.table === live) await this.shown(update);
    else this.render();
    if (live.state && !this.arrived) {
      this.arrived = true;
      await this.side.replay.follow();
    }
  }

  /** @param {import("../api.js").Failed} why nothing can be shown */
  fail(why) {
    this.leave();
    failurePage(this, why);
  }

  /** Whoever sits here is told of other tabs at the same table. */
  meetTwins() {
    if (!this.twins && this.live.own().length) this.twins = new Twins(this.game, () => this.render());
  }

  /**
   * One render from one state; a move is waited for until it has been seen.
   * @param {import("./model.js").Moved|null} update
   */
  async shown(update) {
    this.render();
    if (!update) return;
    this.announce(update);
    hear(eventsOf(update.entry) ?? [], this.isCalled(update));
    await showMotion(this, update);
    await this.side.after(update);
  }

  /**
   * Whether somebody else's move made it the turn of somebody here.
   * @param {import("./model.js").Moved} update
   */
  isCalled({ entry }) {
    const others = !("seat" in entry) || !this.live.own().includes(entry.seat);
    return !this.table.isTrial && others && Boolean(this.live.mine());
  }

  render() {
    const { table } = this;
    if (!table || this.gone) return;
    const stage = table.state?.now.stage;
    this.root.dataset.stage = stage ?? "none";
    this.root.dataset.version = String(table.state?.version ?? 0);
    banner(this.banner, this);
    gathering(this.over, this);
    this.bar.update(table);
    this.side.update(table);
    this.lesson?.update();
    this.trial.update();
    const above = Math.max(this.lesson?.element.offsetHeight ?? 0, this.trial.element.offsetHeight);
    this.banner.style.setProperty("--above", `${above}px`);
    const advice = this.bar.querySelector(".advice");
    const told = advice instanceof HTMLElement ? advice.offsetHeight : 0;
    const { ending, replay, analysis } = this.side;
    const studied = analysis.element.hidden ? 0 : this.board.clientHeight - analysis.element.offsetTop;
    const below = [this.bar.offsetHeight + told, ending.element.offsetHeight, replay.element.offsetHeight, studied];
    const room = Math.min(Math.max(...below), this.board.clientHeight * 0.68) + 20;
    this.board.camera.covered = { top: above ? above + 20 : 16, bottom: room };
    this.board.update(table);
    if (analysis.isOpen && room !== this.room && !this.board.camera.own) this.board.fit();
    this.room = room;
    this.sheet.update(table);
    this.readChoice();
    this.app.title(this.live?.mine() ? `● ${t("table.your-turn-title")}` : this.live?.state?.table.title || undefined);
  }

  /** Reads which figure is to go on the tile, and what the computer would do. */
  readChoice() {
    const advised = this.table?.hint?.words() ?? "";
    if (advised !== this.advised && advised) this.spoken.textContent = advised;
    this.advised = advised;
    const pick = this.table?.choice.pick ?? null;
    if (pick !== this.read && pick) this.spoken.textContent = this.bar.querySelector(".confirm")?.textContent ?? "";
    this.read = pick;
  }

  /** Reads what was chosen by keyboard. */
  follow() {
    const { table } = this;
    const spot = table?.choice.spot;
    if (!spot) return;
    this.spoken.textContent = placeWords(spot);
  }

  /**
   * Reads what happened to those who do not see it.
   * @param {import("./model.js").Moved} update
   */
  announce(update) {
    const { table } = this;
    const lines = eventLines(table, eventsOf(update.entry) ?? []).map(({ text, tile }) => (tile ? `${text} (${placeWords(tile)})` : text));
    const seat = table.mine();
    if (seat) lines.push(t("table.your-turn", { name: table.nameOf(seat) }));
    this.spoken.textContent = lines.filter(Boolean).join(" ");
  }
}
