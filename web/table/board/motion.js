// Moves are shown, not just done: the tile settles, figures walk home, points rise where they were earned.

import { h, still } from "../../dom.js";
import { SIDE, pieceKey, role, segmentKind, stand, standing, piecePicture } from "./art.js";
import { eventsOf } from "../../state.js";
import { scoredPlace } from "../panels/scored.js";

const SETTLE = 180;
const WALK = 650;
const RISE = 1400;
/** How long a move of somebody else's is looked at before the next one. */
const PAUSE = 550;

/**
 * Shows what an update brought; is done when the next one may come.
 * @param {import("../page.js").TablePage} page
 * @param {import("../model.js").Moved} update
 */
export async function showMotion(page, update) {
  const { entry } = update;
  const events = eventsOf(entry);
  const seat = "seat" in entry ? entry.seat : null;
  if (!events || still() || document.hidden) return;
  const { table } = page;
  const late = table.queue.length > 6;
  if (late) return;
  const others = seat && !table.isByUs(entry);
  // What somebody here put down lies there already.
  for (const event of events) if (others || !["placed", "deployed"].includes(event.type)) move(page, event);
  // Whoever has moved on meanwhile has seen enough.
  if (!table.queue.slice(1).some((next) => table.isByUs(next.entry))) await table.linger(others ? PAUSE : SETTLE / 2);
}

/**
 * @typedef {import("../page.js").TablePage} Page
 * @typedef {import("../../wire").Event} Event
 */

/**
 * @param {Page} page
 * @param {Event} event
 */
function move(page, event) {
  const own = /** @type {(page: Page, event: Event) => void} */ (motions[event.type]);
  own(page, event);
}

/** What is not moved to be seen. */
const unmoved = () => {};

/** @type {{[Type in Event["type"]]: (page: Page, event: Extract<Event, {type: Type}>) => void}} */
const motions = {
  "turn-began": unmoved,
  drew: unmoved,
  "held-back": unmoved,
  removed: unmoved,
  "set-aside": unmoved,
  "put-back": unmoved,
  placed: ({ board }, { x, y }) => {
    const tile = board.tiles.get(`${x},${y}`);
    const copy =
      tile &&
      lift(
        board,
        tile,
        [
          { scale: 1.18, opacity: 0.4 },
          { scale: 1, opacity: 1 },
        ],
        { duration: SETTLE, easing: "cubic-bezier(.2,.7,.3,1)" },
      );
    if (copy) Object.assign(copy.style, { position: "absolute", left: `${x * SIDE}px`, top: `${-y * SIDE}px` });
  },
  "extra-earned": unmoved,
  "extra-began": unmoved,
  deployed: ({ board }, event) => {
    const piece = board.pieces.get(pieceKey(event));
    if (piece)
      lift(
        board,
        piece,
        [
          { opacity: 0, translate: "0 -30px" },
          { opacity: 1, translate: "0 0" },
        ],
        { duration: 240, delay: 60, fill: "backwards", easing: "ease-out" },
      );
  },
  "went-home": (page, event) => walkHome(page, event),
  "dragon-moved": (page) => stride(page),
  "dragon-came": (page) => stride(page),
  "dragon-woke": unmoved,
  "dragon-rested": unmoved,
  "fairy-moved": unmoved,
  "fairy-alone": unmoved,
  scored: (page, { reason, points }) => rise(page, reason, points),
  "goods-taken": unmoved,
  retired: unmoved,
  now: unmoved,
};

/**
 * Moves a copy of something on the board, over the board, which stands still that way; the thing itself shows again afterwards.
 * @param {import("./board.js").Board} board
 * @param {HTMLElement} thing
 * @param {Keyframe[]} steps
 * @param {KeyframeAnimationOptions} timing
 */
function lift(board, thing, steps, timing) {
  const copy = /** @type {HTMLElement} */ (thing.cloneNode());
  copy.style.visibility = "";
  thing.style.visibility = "hidden";
  board.layers.motion.append(copy);
  copy.animate(steps, timing).finished.finally(() => {
    copy.remove();
    thing.style.visibility = "";
  });
  return copy;
}

/** @param {import("../page.js").TablePage} page */
function stride({ board }) {
  const dragon = board.pieces.get("dragon");
  if (dragon)
    lift(
      board,
      dragon,
      [
        { translate: "0 -40px", opacity: 0.3 },
        { translate: "0 0", opacity: 1 },
      ],
      { duration: 320, easing: "ease-out" },
    );
}

/**
 * A figure goes off along a short arc.
 * @param {import("../page.js").TablePage} page
 * @param {Extract<Event, {type: "went-home"}>} event
 */
function walkHome({ table, board }, { seat, figure, x, y, segment }) {
  const laid = table.tileAt(x, y);
  if (!laid) return;
  const name = role(figure, segmentKind(laid.tile, segment));
  const image = h("img", { class: "piece", src: piecePicture(name, seat), alt: "" });
  stand(image, name, standing(laid, segment));
  board.layers.motion.append(image);
  const steps = [
    { translate: "0 0", opacity: 1 },
    { translate: "20px -70px", opacity: 1, offset: 0.4 },
    { translate: "70px -150px", opacity: 0 },
  ];
  image.animate(steps, { duration: WALK, delay: 150, fill: "both", easing: "ease-in-out" }).finished.finally(() => image.remove());
}

/**
 * Points rise and fade.
 * @param {import("../page.js").TablePage} page
 * @param {import("../../wire").Reason} reason
 * @param {number[]} points
 */
function rise({ table, board }, reason, points) {
  const place = scoredPlace(reason);
  const laid = place && table.tileAt(place.x, place.y);
  if (!laid) return;
  const [x, y] = standing(laid, place.segment);
  points.forEach((count, n) => {
    if (!count) return;
    const word = h("span", { class: `points seat-${n + 1}` }, `+${count}`);
    word.style.transform = `translate(${x + 34 * n - 30}px, ${y - 60}px)`;
    board.layers.motion.append(word);
    word
      .animate(
        [
          { translate: "0 20px", opacity: 0 },
          { translate: "0 0", opacity: 1, offset: 0.15 },
          { translate: "0 -50px", opacity: 1, offset: 0.7 },
          { translate: "0 -90px", opacity: 0 },
        ],
        { duration: RISE, fill: "both", easing: "ease-out" },
      )
      .finished.finally(() => word.remove());
  });
}
