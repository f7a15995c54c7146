// What keeps a large board quick: it is one layer, drawn once and then moved, and drawn sharp again when it rests.

import assert from "node:assert/strict";
import { test } from "node:test";
import { awaitTurn, clickTurn, computer, makeTable, person, settled } from "./browser.mjs";
import { beginsTurn, playedUntil } from "./played.mjs";
import { device, more, scene, tab } from "./scene.mjs";

/** A table that begins with some sixty tiles. */
async function large({ before = () => {}, ...options } = {}) {
  const page = await device(options);
  await page.addInitScript(before);
  const setup = await playedUntil({ seats: 2, sets: { base: 1 } }, { seed: 3, isIt: (state, tiles) => tiles >= 60 && beginsTurn(state, 1) });
  const { game } = await makeTable(page, scene.server.base, { setup, seats: [person("Ania"), computer] });
  await page.goto(`/t/${game}`);
  await awaitTurn(page);
  return page;
}

/** How the board is drawn, and how it is moved and stretched. */
const drawing = (page) =>
  page.evaluate(() => [".world:not(.breath) > .drawn", ".world:not(.breath)"].map((name) => document.querySelector(name).style.transform));

/** Waits until the board is at rest, and gives the size of its tiles. */
async function atRest(page) {
  await settled(page);
  const [drawn] = await drawing(page);
  return 200 * Number(/^scale\((.*)\)$/.exec(drawn)[1]);
}

/** Waits until the tiles are drawn larger than this many pixels. */
const largerThan = (page, size) => page.waitForFunction((size) => 200 * document.querySelector("bastide-board").camera.drawn > size, size);

/** Holds the timer after which the board is at rest; `globalThis.letRest` lets it run out. */
function holdRest() {
  const { setTimeout: start, clearTimeout: end } = window;
  const held = new Map();
  window.setTimeout = (done, millis, ...more) => {
    if (millis !== 140) return start(done, millis, ...more);
    held.set(-held.size - 1, done);
    return -held.size;
  };
  window.clearTimeout = (id) => (held.has(id) ? held.set(id, () => {}) : end(id));
  globalThis.letRest = () => held.forEach((done) => done());
}

/** Counts the layers that the browser draws, whenever it is asked. */
async function layersOf(page) {
  const session = await page.context().newCDPSession(page);
  let layers = [];
  session.on("LayerTree.layerTreeDidChange", (event) => (layers = event.layers ?? layers));
  await session.send("LayerTree.enable");
  return async () => {
    // What was changed before is drawn after two frames, and told before this answer.
    const expression = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))).then(() => 0)";
    await session.send("Runtime.evaluate", { expression, awaitPromise: true });
    return layers.filter((layer) => layer.drawsContent).length;
  };
}

test("a board of sixty tiles takes few layers", async () => {
  const page = await large({ reducedMotion: "no-preference" });
  const layers = await layersOf(page);
  await page.mouse.move(300, 200);
  await page.mouse.down();
  await page.mouse.move(340, 230, { steps: 5 });
  await page.waitForFunction(() => document.querySelector("bastide-board").camera.dragged);
  const drawn = await layers();
  await page.mouse.up();
  assert.ok(drawn > 1 && drawn < 20, `${drawn} layers`);
});

test("a tile put down beside all others takes no layer of its own", async () => {
  const page = await large({ reducedMotion: "no-preference" });
  const layers = await layersOf(page);
  await atRest(page);
  await page.mouse.move(300, 200);
  const before = await layers();
  const outermost = await page.evaluate(() => {
    const { view, choice } = document.querySelector("bastide-board").table;
    const west = Math.min(...view.tiles.map(({ x }) => x));
    return choice.places().find(({ x }) => x < west);
  });
  assert.ok(outermost);
  await page.locator(`.cell.place[data-x="${outermost.x}"][data-y="${outermost.y}"]`).click();
  await page.locator(".confirm:not([disabled])").waitFor();
  await atRest(page);
  const after = await layers();
  assert.ok(before > 1 && after <= before, `${before}, then ${after}`);
});

test("small tiles are bitmaps of their theme, large ones the drawings", async () => {
  const page = await large();
  const all = (start) =>
    page.waitForFunction(
      (start) => [...document.querySelectorAll(".layer.tiles img")].every((image) => image.getAttribute("src").startsWith(start) && image.naturalWidth > 0),
      start,
    );
  const size = () => page.evaluate(() => document.querySelector(".layer.tiles img").naturalWidth);
  await all("blob:");
  assert.equal(await size(), 128);
  const first = await page.evaluate(() => document.querySelector(".layer.tiles img").src);
  await page.mouse.move(400, 300);
  for (let n = 0; n < 6; n++) await page.mouse.wheel(0, -400);
  await largerThan(page, 128);
  await all("/assets/");
  for (let n = 0; n < 6; n++) await page.mouse.wheel(0, 400);
  await all("blob:");
  assert.equal(await page.evaluate(() => document.querySelector(".layer.tiles img").src), first, "it is not made twice");
  await tab(page, "more");
  await more(page, "table.menu-winter");
  await all("blob:");
  assert.notEqual(await page.evaluate(() => document.querySelector(".layer.tiles img").src), first);
});

test("where a browser makes no bitmaps, tiles are drawings", async () => {
  const page = await large({ before: () => (OffscreenCanvasRenderingContext2D.prototype.drawImage = () => {}) });
  await page.waitForFunction(() => {
    const { made, busy } = document.querySelector("bastide-board").bitmaps;
    return made.size > 20 && !busy;
  });
  assert.deepEqual(
    await page.evaluate(() => [...document.querySelectorAll(".layer.tiles img")].filter((image) => !/\.svg$/.test(image.src) || !image.naturalWidth).length),
    0,
  );
});

test("somebody else's tile falls onto the board, one's own lies there already", async () => {
  const page = await large({ reducedMotion: "no-preference" });
  const before = await page.locator(".layer.tiles img").count();
  await page.evaluate((before) => {
    globalThis.fell = [];
    const seen = new MutationObserver(() => {
      if (document.querySelector(".layer.motion .tile")) globalThis.fell.push(document.querySelectorAll(".layer.tiles img").length - before);
    });
    seen.observe(document.querySelector(".layer.motion"), { childList: true });
  }, before);
  await clickTurn(page, { figure: false });
  await page.waitForFunction((n) => document.querySelectorAll(".layer.tiles img").length >= n + 2, before);
  await page.waitForFunction(
    () => !document.querySelector(".layer.motion .tile") && ![...document.querySelectorAll(".layer img")].some((image) => image.style.visibility),
  );
  assert.deepEqual([...new Set(await page.evaluate(() => globalThis.fell))], [2]);
});

test("whoever moves on does not wait until the move before has been looked at", async () => {
  // The pause after somebody else's move never ends by itself here.
  const before = () => {
    const real = window.setTimeout;
    window.setTimeout = (done, millis, ...more) => (millis === 550 ? 0 : real(done, millis, ...more));
  };
  const page = await large({ before, reducedMotion: "no-preference" });
  const tiles = await page.locator(".layer.tiles img").count();
  await clickTurn(page, { figure: false });
  await page.waitForFunction((n) => document.querySelectorAll(".layer.tiles img").length === n + 2, tiles);
  await awaitTurn(page);
  await clickTurn(page, { figure: false });
  await page.waitForFunction((n) => document.querySelectorAll(".layer.tiles img").length >= n + 3, tiles);
});

test("a board that is zoomed is stretched, and drawn in whole pixels when it rests", async () => {
  const page = await large({ before: holdRest });
  await page.evaluate(() => globalThis.letRest());
  const before = await atRest(page);
  const [drawn] = await drawing(page);
  await page.mouse.move(400, 300);
  await page.mouse.wheel(0, -200);
  await page.waitForFunction(() => document.querySelector(".world:not(.breath)").style.transform.includes("scale"));
  assert.equal((await drawing(page))[0], drawn);
  await page.evaluate(() => globalThis.letRest());
  await largerThan(page, before);
  const after = await atRest(page);
  assert.ok(Math.abs(after - Math.round(after)) < 1e-6, `${after}`);
  const box = await page.locator(".layer.tiles img").first().boundingBox();
  assert.ok(Math.abs(box.width - after) < 0.01, `${box.width} ${after}`);
});

test("the camera comes near to choose a figure, and goes back when the tile lies", async () => {
  const page = await large({ viewport: { width: 700, height: 500 } });
  const before = await atRest(page);
  assert.ok(before < 90, `${before}`);
  await page.locator(".cell.place").first().click();
  await page.locator(".confirm:not([disabled])").waitFor();
  await largerThan(page, 89);
  await clickTurn(page, { figure: false });
  await page.waitForFunction((near) => 200 * Number(/[\d.]+/.exec(document.querySelector(".world:not(.breath) > .drawn").style.transform)[0]) < near, 90);
});
