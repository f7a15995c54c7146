// Prints what a table costs a browser: bytes of the first page, a move's way from click to picture, frames of a pan.

import { arranged, awaitTurn, computer, makeTable, newPage, person, startBrowser, startServer } from "./browser.mjs";

const KINDS = "ABCDEFGHIJKLMNOPQRSTUVWX";
const FRAMES = 60;

const server = await startServer();
const browser = await startBrowser();
const page = await newPage(browser, server.base, { reducedMotion: "no-preference" });

/** Puts so many tiles on the board, without a game. */
async function fill(count) {
  await page.evaluate(([count, kinds]) => {
    const board = document.querySelector("bastide-board");
    const wide = Math.ceil(Math.sqrt(count));
    const tiles = Array.from({ length: count }, (_, n) => ({ tile: kinds[(n * 7) % kinds.length], x: n % wide, y: Math.floor(n / wide), rotation: (n * 5) % 4 }));
    board.table.past = { at: 0, view: { ...board.table.state.view, tiles } };
    board.table.change();
    board.fit();
  }, [count, KINDS]);
  await page.waitForTimeout(3000);
}

/** Main-thread milliseconds for each frame of a pan; the pointer is moved from within, so that nothing else is counted. */
async function pan() {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  const busy = async () => (await session.send("Performance.getMetrics")).metrics.find(({ name }) => name === "TaskDuration").value;
  const before = await busy();
  await page.evaluate(async (frames) => {
    const board = document.querySelector("bastide-board");
    const point = (type, n) => board.dispatchEvent(new PointerEvent(type, { pointerId: 1, clientX: 500 + 4 * n, clientY: 300 + 2 * n, bubbles: true }));
    board.setPointerCapture = () => {};
    point("pointerdown", 0);
    for (let n = 1; n <= frames; n++) {
      point("pointermove", n);
      await new Promise(requestAnimationFrame);
    }
    point("pointerup", frames);
    delete board.setPointerCapture;
  }, FRAMES);
  return (1000 * ((await busy()) - before)) / FRAMES;
}

/** The kilobytes that the page has loaded. */
async function loaded() {
  const bytes = await page.evaluate(() => performance.getEntries().reduce((sum, entry) => sum + (entry.encodedBodySize ?? 0), 0));
  return Math.round(bytes / 1024);
}

const began = Date.now();
await page.goto("/");
await page.locator("h1").first().waitFor();
const shown = Date.now() - began;
await page.waitForLoadState("networkidle");
console.log(`first page: ${await loaded()} KB, shown after ${shown} ms`);

const { game } = await makeTable(page, server.base, { ...arranged([..."UVEWDJNR"], 2), seats: [person("Ania"), computer] });
await page.goto(`/t/${game}`);
await awaitTurn(page);
await page.waitForLoadState("networkidle");
console.log(`table: ${await loaded()} KB`);
await page.locator(".cell.place").first().click();
await page.locator(".confirm:not([disabled])").waitFor();
const move = await page.evaluate(async () => {
  const tiles = document.querySelectorAll(".layer.tiles img").length;
  const start = performance.now();
  document.querySelector(".confirm").click();
  while (document.querySelectorAll(".layer.tiles img").length === tiles) await new Promise(requestAnimationFrame);
  return performance.now() - start;
});
console.log(`a move is shown ${Math.round(move)} ms after the click`);
for (const count of [150, 1000]) {
  await fill(count);
  console.log(`${count} tiles: ${(await pan()).toFixed(1)} ms of the main thread for each frame of a pan`);
}
await browser.close();
await server.stop();
