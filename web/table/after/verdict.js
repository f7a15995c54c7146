// One turn judged: the played move and the best one side by side, what was lost, what was luck.

import { h } from "../../dom.js";
import { t } from "../../i18n.js";
import { never } from "../../never.js";
import { SIDE, pieceOf, piecePicture, standing, tilePicture } from "../board/art.js";
import { percent, points, signed } from "./numbers.js";
import { placeWords, roleWords } from "../panels/words.js";

/** Less than this is no loss worth a word. */
const LITTLE = 0.5;

/**
 * @typedef {Extract<import("../../wire").Analysed, {type: "turn"}>} Turn
 * @typedef {import("../../wire").Input} Input
 */

/**
 * @param {import("./analysis.js").Analysis} analysis
 * @param {import("../model.js").TableModel} table
 * @param {Turn} turn
 */
export function verdict(analysis, table, turn) {
  const name = table.nameOf(turn.seat);
  const best = turn.candidates[0]?.line ?? turn.played;
  const isBest = isSame(best, turn.played);
  const tile = tileOf(analysis.page.live, turn);
  const seen = before(table, analysis.before(turn));
  const [played, better] = apart(seen, tile, turn.played, best);
  return h(
    "div",
    { class: "verdict" },
    h(
      "div",
      { class: `verdict-words seat-${turn.seat}` },
      h("h3", {}, t("analysis.turn", { n: turn.number, name })),
      h(
        "p",
        {},
        h("span", {}, judgement(table, turn, isBest)),
        " ",
        Math.abs(turn.luck) >= LITTLE && h("span", { class: "quiet" }, t(turn.luck > 0 ? "analysis.lucky" : "analysis.unlucky", { points: signed(turn.luck) })),
      ),
    ),
    h(
      "div",
      { class: "cards", role: "group", aria: { label: t("analysis.compare") } },
      card(analysis, turn, { tile, line: turn.played, words: played }, isBest ? "both" : "played"),
      isBest ? null : card(analysis, turn, { tile, line: best, words: better }, "best"),
    ),
  );
}

/**
 * @param {import("../model.js").TableModel} table
 * @param {Turn} turn
 * @param {boolean} isBest
 */
function judgement(table, turn, isBest) {
  const alone = table.state.seats.length === 1;
  const chance = percent(turn.chances[turn.seat - 1]);
  if (isBest) return alone ? t("analysis.best") : t("analysis.best-chance", { chance });
  if (turn.loss < LITTLE) return alone ? t("analysis.good") : t("analysis.good-chance", { chance });
  const lost = points(turn.loss);
  return alone || chance === percent(turn.best_chance)
    ? t("analysis.lost", { points: lost })
    : t("analysis.lost-chance", { points: lost, chance, best: percent(turn.best_chance) });
}

/**
 * A move as a picture and in words; pressed, it is the one on the board.
 * @param {import("./analysis.js").Analysis} analysis
 * @param {Turn} turn
 * @param {{tile: string|null, line: Input[], words: string}} move
 * @param {"played"|"best"|"both"} which
 */
function card(analysis, turn, { tile, line, words }, which) {
  const on = which === "both" || analysis.variant === which;
  const show = () => which !== "both" && analysis.show(which);
  return h(
    "button",
    { type: "button", class: `move-card ${which}${on ? " on" : ""}`, aria: { pressed: on }, data: { key: which }, onclick: show },
    tile ? picture(tile, line, turn.seat) : null,
    h("span", { class: "move-words" }, h("b", {}, t(`analysis.card-${which}`)), h("span", { class: "small" }, words)),
  );
}

/**
 * @param {string} tile
 * @param {Input[]} line
 * @param {number} seat
 */
function picture(tile, line, seat) {
  const place = line.find((action) => action.type === "place");
  const laid = { tile, x: place?.x ?? 0, y: place?.y ?? 0, rotation: place?.rotation ?? 0 };
  const frame = h("span", { class: "move-tile" }, h("img", { src: tilePicture(tile, laid.rotation), alt: "" }));
  const figure = line.find((action) => action.type === "deploy");
  if (figure && figure.x === laid.x && figure.y === laid.y) {
    const [x, y] = standing(laid, figure.segment);
    const piece = h("img", { class: "move-figure", src: piecePicture(pieceOf(figure, laid), seat), alt: "" });
    piece.style.left = `${(100 * (x - laid.x * SIDE)) / SIDE}%`;
    piece.style.top = `${(100 * (y + laid.y * SIDE)) / SIDE}%`;
    frame.append(piece);
  }
  return frame;
}

/**
 * The table as it was: the words for a move ask who stood where.
 * @param {import("../model.js").TableModel} table
 * @param {import("../../wire").View} view
 */
function before(table, view) {
  return /** @type {import("../model.js").TableModel} */ (Object.create(table, { view: { value: view } }));
}

/**
 * Two moves in words; what would read the same is told apart by how the tile is turned and where on it the figure stands.
 * @param {import("../model.js").TableModel} table
 * @param {string|null} tile
 * @param {Input[]} played
 * @param {Input[]} best
 */
function apart(table, tile, played, best) {
  const words = [played, best].map((line) => lineWords(table, tile, line, actionWords));
  if (words[0] !== words[1] || isSame(played, best)) return words;
  return [played, best].map((line) =>
    lineWords(table, tile, line, (seen, action) => [actionWords(seen, action), exactly(seen, action)].filter(Boolean).join(" ")),
  );
}

/**
 * @param {import("../model.js").TableModel} table
 * @param {string|null} tile
 * @param {Input[]} line
 * @param {(table: import("../model.js").TableModel, action: Input) => string} words
 */
function lineWords(table, tile, line, words) {
  const place = line.find((action) => action.type === "place");
  // The words for a figure ask what lies under it: the tile as this line lays it.
  const laid = place && tile ? { tile, x: place.x, y: place.y, rotation: place.rotation } : undefined;
  const seen = /** @type {import("../model.js").TableModel} */ (
    Object.create(table, {
      tileAt: { value: (/** @type {number} */ x, /** @type {number} */ y) => (laid && laid.x === x && laid.y === y ? laid : table.tileAt(x, y)) },
    })
  );
  return line
    .map((action) => words(seen, action))
    .filter(Boolean)
    .join(" · ");
}

/**
 * How a tile is turned, or where on it a figure stands.
 * @param {import("../model.js").TableModel} table
 * @param {Input} action
 */
function exactly(table, action) {
  if (action.type === "place") return `(${t("analysis.turned", { degrees: 90 * action.rotation })})`;
  if (action.type !== "deploy") return "";
  const laid = table.tileAt(action.x, action.y);
  if (!laid) return "";
  const [x, y] = standing(laid, action.segment);
  const [east, south] = [x / SIDE - laid.x - 0.5, y / SIDE + laid.y - 0.5];
  const sides = [Math.abs(south) > 0.15 && (south > 0 ? "S" : "N"), Math.abs(east) > 0.15 && (east > 0 ? "E" : "W")].filter(Boolean);
  return sides.length ? `(${sides.map((side) => t(`table.side.${side}`)).join(", ")})` : "";
}

/**
 * @param {import("../model.js").TableModel} table
 * @param {Input} action
 */
function actionWords(table, action) {
  switch (action.type) {
    case "place":
      return placeWords(action);
    case "deploy":
    case "evict":
    case "fairy":
      return roleWords(/** @type {import("../play/choice.js").Option} */ (action), table);
    case "dragon":
      return t("analysis.dragon", { side: t(`table.side.${action.side}`) });
    case "take-extra":
      return t("analysis.take-extra");
    case "pass":
      return t("analysis.no-figure");
    case "draw":
    case "retire":
    case "end-now":
      return "";
    default:
      return never(action);
  }
}

/**
 * The tile that a turn was about, if it was one.
 * @param {import("../model.js").TableModel} live
 * @param {Turn} turn
 */
export function tileOf(live, turn) {
  const place = turn.played.find((action) => action.type === "place");
  if (!place) return null;
  const tiles = live.state.view?.tiles ?? [];
  return tiles.find(({ x, y }) => x === place.x && y === place.y)?.tile ?? null;
}

/**
 * @param {import("../../wire").Input[]} a
 * @param {import("../../wire").Input[]} b
 */
export const isSame = (a, b) => JSON.stringify(a) === JSON.stringify(b);
