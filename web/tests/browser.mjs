// What browser tests share: a server of their own, a browser, and tables that are made over HTTP.

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
// The packages may be installed elsewhere: BROWSER_MODULES names a folder that has them in its node_modules.
const require = createRequire(join(process.env.BROWSER_MODULES ?? here, "package.json"));
const { chromium } = require("playwright-core");

const BINARY = process.env.BASTIDE ?? join(here, "../../target/debug/bastide");
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";

/** A server with data of its own; `base` is its address. */
export async function startServer(port = 20000 + (process.pid % 20000), data = mkdtempSync(join(tmpdir(), "bastide-web-"))) {
  const child = spawn(BINARY, ["serve", "--data", data, "--listen", `127.0.0.1:${port}`, "--web-dir", join(here, ".."), "--no-browser"], { stdio: ["ignore", "pipe", "inherit"] });
  await new Promise((done, fail) => {
    child.stdout.on("data", (text) => String(text).includes("open at") && done());
    child.on("exit", () => fail(new Error("the server did not start")));
  });
  const end = async () => {
    const ended = new Promise((done) => child.once("exit", done));
    child.kill("SIGINT");
    await ended;
  };
  const stop = async () => {
    await end();
    rmSync(data, { recursive: true, force: true });
  };
  const restart = async () => {
    await end();
    return startServer(port, data);
  };
  return { base: `http://127.0.0.1:${port}`, stop, restart };
}

export async function startBrowser() {
  return chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"] });
}

/** A page of a device of its own; what goes wrong on it is collected in `faults`. */
export async function newPage(browser, base, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: "reduce", locale: "en-GB", baseURL: base, ...options });
  const page = await context.newPage();
  page.faults = [];
  page.on("console", (message) => message.type() === "error" && page.faults.push(message.text()));
  page.on("pageerror", (error) => page.faults.push(String(error)));
  page.on("request", (request) => /^(http|ws)/.test(request.url()) && new URL(request.url()).host !== new URL(base).host && page.faults.push(`outside: ${request.url()}`));
  return page;
}

/** Makes a table for a page, so that the page's device is its creator. */
export async function makeTable(page, base, table) {
  const response = await page.context().request.post(`${base}/api/tables`, { headers: { Origin: base }, data: table });
  const opened = await response.json();
  if (!opened.game) throw new Error(JSON.stringify(opened));
  return opened;
}

/** A small game: tiles of the base set in a given order. */
export const arranged = (tiles, seats, more = {}) => {
  const bag = {};
  for (const tile of tiles) bag[tile] = (bag[tile] ?? 0) + 1;
  return { setup: { seats, bag, arranged: tiles, ...more } };
};

export const person = (name) => ({ type: "device", name });
export const computer = { type: "computer", player: "greedy" };
export const open = { type: "open" };

/** What the page shows of the game. */
export const stage = (page) => page.locator(".table-page").getAttribute("data-stage");
export const tiles = (page) => page.locator(".layer.tiles img").count();

/** Waits until somebody at this page is to move, or the game is over. */
export async function awaitTurn(page) {
  await page.waitForFunction(() => document.querySelector("bastide-bar[data-mine]") || document.querySelector(".table-page")?.dataset.stage === "over", undefined, { timeout: 30000 });
  return (await stage(page)) !== "over";
}

/** Lays the tile in hand by clicks: the first legal cell, the first figure if there is one. */
export async function clickTurn(page, { figure = true } = {}) {
  const before = await page.locator(".table-page").getAttribute("data-version");
  if (await page.getByRole("button", { name: "Take it" }).count()) {
    await page.getByRole("button", { name: "Take it" }).click();
  } else if (await page.locator(".cell.step").count()) {
    await page.locator(".cell.step").first().click();
  } else {
    const put = await page.locator(".ghost.put").count();
    if (!put && (await page.locator(".cell.place").count())) await page.locator(".cell.place").first().click();
    await page.locator(".confirm:not([disabled]), .spot").first().waitFor();
    const spots = page.locator(".spot:not(.chosen)");
    if (figure && (await spots.count())) await spots.first().click();
    await page.locator(".confirm:not([disabled])").click();
  }
  await page.waitForFunction((before) => document.querySelector(".table-page")?.dataset.version !== before, before);
}
