// Prints what the page costs a browser beside what it may cost and what it cost when that was accepted last:
// `cargo xtask bench page` runs it. With `--folder` the page comes from the folder and not from the program: nothing is packed
// then. With `--accept` the figures are kept.

import { readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { awaitTurn, computer, makeTable, newPage, person, startBrowser, startServer } from "./browser.mjs";
import { beginsTurn, playedUntil } from "./played.mjs";

const FRAMES = 60;
const MOVES = 9;
const PATIENCE = 10000;
/** Without the dragon, so that every decision is where to lay a tile. */
const MANY = { base: 2, river: 1, winter: 1, traders: 1 };

/** The server and the browser. */
let server, browser;

const ACCEPTED = new URL("figures.json", import.meta.url);
/** The figures that were accepted, and those of now. */
const [accepted, found] = [JSON.parse(readFileSync(ACCEPTED, "utf8")), {}];

/** One figure, its target, and what it was. */
function tell(what, figure, unit, target) {
  const verdict = figure < target ? "" : "  NOT REACHED";
  found[what] = `${figure < 10 ? figure.toFixed(1) : Math.round(figure)} ${unit}`;
  console.log(`${what}: ${found[what]} (before: ${accepted[what] ?? "unknown"}; target: under ${target} ${unit})${verdict}`);
}

const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

/** The first visit: everything is fetched, and the page can be used when its buttons answer. */
async function firstPage() {
  const page = await newPage(browser, server.base, { reducedMotion: "no-preference" });
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  let bytes = 0;
  session.on("Network.loadingFinished", ({ encodedDataLength }) => (bytes += encodedDataLength));
  const began = performance.now();
  await page.goto("/");
  await page.locator(".way-computer").click();
  await page.locator("dialog[open]").waitFor();
  const usable = performance.now() - began;
  await page.waitForLoadState("networkidle");
  await page.context().close();
  return { usable, bytes };
}

/** A table that begins with so many tiles. */
async function tableOf(sets, count, player) {
  const page = await newPage(browser, server.base, { reducedMotion: "no-preference" });
  const setup = await playedUntil({ seats: 2, sets }, { seed: 1, player, isIt: (state, tiles) => tiles >= count && beginsTurn(state, 1) });
  const { game } = await makeTable(page, server.base, { setup, seats: [person("Ania"), computer] });
  await page.goto(`/t/${game}`);
  await awaitTurn(page);
  await page.waitForLoadState("networkidle");
  await page.waitForTimeout(1500);
  return page;
}

/**
 * Milliseconds from the click that confirms a move until the frame with the laid tile is on the screen: the browser says
 * when it presented it. The click comes as soon as it can, while the camera still comes near.
 */
async function move(page) {
  await page.locator(".cell.place").first().click();
  await page.locator(".confirm:not([disabled])").waitFor();
  const millis = await page.evaluate(async (patience) => {
    const presented = new Promise((done, fail) => {
      const seen = new PerformanceObserver((list) => list.getEntries().forEach((entry) => entry.identifier === "laid" && done(entry.renderTime)));
      seen.observe({ type: "element" });
      setTimeout(() => fail(new Error("the tile was not shown")), patience);
    });
    const laid = new MutationObserver((changes) =>
      changes.forEach(({ addedNodes }) => addedNodes.forEach((tile) => tile.setAttribute("elementtiming", "laid"))),
    );
    laid.observe(document.querySelector(".layer.tiles"), { childList: true });
    const start = performance.now();
    document.querySelector(".confirm").click();
    const millis = (await presented) - start;
    laid.disconnect();
    return millis;
  }, PATIENCE);
  await awaitTurn(page);
  await page.waitForTimeout(300);
  return millis;
}

/** Main-thread milliseconds for each frame of a pan; the pointer is moved from within, so that nothing else is counted. */
async function pan(page) {
  const session = await page.context().newCDPSession(page);
  // The thread's own time, so that other programs do not count.
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
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

/** All figures, one after the other. */
async function measure() {
  console.log(`${cpus().length} cores, load average ${loadavg()[0].toFixed(1)}; times of the clock suffer from other programs`);
  const visits = [];
  for (let n = 0; n < 3; n++) visits.push(await firstPage());
  tell("first page, all that is fetched", visits[0].bytes / 1024, "KB", 300);
  tell("first page, until it can be used", median(visits.map(({ usable }) => usable)), "ms", 1000);
  const table = await tableOf(MANY, 150, "greedy");
  const moves = [];
  for (let n = 0; n < MOVES; n++) moves.push(await move(table));
  tell("a move on a board of 150 tiles, from the click until it is on the screen", median(moves), "ms", 100);
  tell("a pan over 150 tiles, main thread for each frame", await pan(table), "ms", 8);
  await table.context().close();
  const giant = await tableOf({ base: 13, traders: 2, winter: 1 }, 985, "random");
  const laid = await giant.locator(".layer.tiles img").count();
  tell(`a pan over ${laid} tiles, main thread for each frame`, await pan(giant), "ms", 8);
}

// Whatever goes wrong, neither the browser nor the server may outlive it: who waits for the figures would wait for ever.
try {
  server = await startServer({ embedded: !process.argv.includes("--folder") });
  browser = await startBrowser();
  await measure();
  if (process.argv.includes("--accept")) writeFileSync(ACCEPTED, JSON.stringify(found, null, 2) + "\n");
} finally {
  await browser?.close();
  await server?.stop();
}
