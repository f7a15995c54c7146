// The keyboard at a table.

import { rulesOf } from "../../pages/tables.js";

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
const FAR = 120;

/**
 * Listens until the returned function is called.
 * @param {import("../page.js").TablePage} page
 */
export function listenToKeys(page) {
  const listen = (/** @type {KeyboardEvent} */ event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || busyElsewhere(event)) return;
    if (press(page, event)) event.preventDefault();
  };
  document.addEventListener("keydown", listen);
  return () => document.removeEventListener("keydown", listen);
}

/** @param {KeyboardEvent} event */
function busyElsewhere(event) {
  const target = /** @type {Element} */ (event.target);
  if (document.querySelector("dialog[open]")) return true;
  if (target.closest("input, textarea, select, .lines, [role=menu]")) return true;
  return (event.key === "Enter" || event.key === " ") && Boolean(target.closest("button, a, summary"));
}

/**
 * @param {import("../page.js").TablePage} page
 * @param {KeyboardEvent} event
 */
function press(page, event) {
  const { table, board } = page;
  if (!table?.view) return false;
  if (table.past && !event.shiftKey && leaf(page, event.key)) return true;
  const arrow = ARROWS[event.key];
  if (arrow) return walk(page, arrow, event.shiftKey);
  switch (event.key) {
    case "r":
    case "R":
      table.choice.turn(event.shiftKey ? -1 : 1);
      return true;
    case "Enter":
      return page.lesson?.next() || enter(table);
    case "Escape":
      return page.side.escape() || table.choice.back() || table.back();
    case "+":
    case "=":
      return look(board, 1.25);
    case "-":
      return look(board, 0.8);
    case "0":
      board.fit();
      return true;
    case "?":
      window.open(rulesOf(table.state.table.setup), "_blank");
      return true;
    case "p":
      return nextGroup(table);
    case "f":
      page.side.askNext();
      return true;
    case "h":
      table.hint?.ask();
      return Boolean(table.hint?.may);
    case "Backspace":
      return table.back();
    default:
      return number(table, event.key);
  }
}

/**
 * @param {import("../page.js").TablePage} page
 * @param {[number, number]} way
 * @param {boolean} shift
 */
function walk(page, [dx, dy], shift) {
  const { table, board } = page;
  if (!shift && ["place", "dragon"].includes(table.choice.phase ?? "")) {
    table.choice.walk(dx, dy);
    page.follow();
  } else {
    board.camera.own = true;
    board.camera.shift(-dx * FAR, dy * FAR);
  }
  return true;
}

/**
 * In the past, keys step through the game.
 * @param {import("../page.js").TablePage} page
 * @param {string} key
 */
function leaf({ side: { replay } }, key) {
  const to = { ArrowLeft: replay.at - 1, ArrowRight: replay.at + 1, Home: 0, End: replay.moves.length }[key];
  if (to === undefined) return false;
  replay.go(to);
  return true;
}

/** @param {import("../model.js").TableModel} table */
function enter(table) {
  if (table.choice.phase === "extra") table.choice.send([{ type: "take-extra" }]);
  else table.choice.confirm();
  return true;
}

/**
 * @param {import("../board/board.js").Board} board
 * @param {number} by
 */
function look(board, by) {
  board.camera.own = true;
  board.camera.zoom(by);
  return true;
}

/** @param {import("../model.js").TableModel} table */
function nextGroup(table) {
  const groups = table.choice.groups();
  if (groups.length < 2) return false;
  table.choice.show(groups[(groups.indexOf(table.choice.shownGroup() ?? "") + 1) % groups.length]);
  return true;
}

/**
 * @param {import("../model.js").TableModel} table
 * @param {string} key
 */
function number(table, key) {
  if (!/^[1-9]$/.test(key)) return false;
  const draw = table.draws()[Number(key) - 1];
  if (draw) table.draw(draw[0]);
  const option = draw ? undefined : table.choice.options()[Number(key) - 1];
  if (option) table.choice.choose(option);
  return Boolean(option || draw);
}
