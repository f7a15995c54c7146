// A scene for browser tests: one server and one browser for each file of tests. Whatever a page opened by a test got
// wrong (an error in the console, a request to anywhere else) fails the test, unless it was expected.

import assert from "node:assert/strict";
import { after, afterEach, before } from "node:test";
import { arranged, awaitTurn, makeTable, newDevice, startBrowser, startServer } from "./browser.mjs";

/** The server and the browser of this file. */
export const scene = { server: null, browser: null };
let pages = [];

before(async () => {
  [scene.server, scene.browser] = await Promise.all([startServer(), startBrowser()]);
});

after(async () => {
  await scene.browser?.close();
  await scene.server?.stop();
});

afterEach(async () => {
  const opened = pages;
  pages = [];
  await Promise.all(opened.map((page) => page.context().close()));
  for (const page of opened) assert.deepEqual(page.faults.filter((fault) => !page.expected?.test(fault)), []);
});

/** A page on a device of its own. */
export async function device({ language = "en", look = {}, ...options } = {}) {
  const page = await newDevice(scene.browser, scene.server.base, language, options, look);
  pages.push(page);
  return page;
}

/** Another page on the same device. */
export async function secondTab(first) {
  const page = await first.context().newPage();
  page.faults = [];
  page.on("console", (message) => message.type() === "error" && page.faults.push(message.text()));
  page.on("pageerror", (error) => page.faults.push(String(error)));
  pages.push(page);
  return page;
}

/** Makes a table with these tiles in this order and shows it. */
export async function sitDown(page, tiles, seats, { setup = {}, ...more } = {}) {
  const made = await makeTable(page, scene.server.base, { ...arranged(tiles, seats.length, setup), seats, ...more });
  await page.goto(`/t/${made.game}`);
  return made;
}

/** Lets a page come in by a link. */
export async function enter(page, secret) {
  const { base } = scene.server;
  const answer = await page.context().request.post(`${base}/api/enter`, { headers: { Origin: base }, data: { secret } });
  const { game } = await answer.json();
  await page.goto(`/t/${game}`);
}

export const version = (page) => page.locator(".table-page").getAttribute("data-version");
export const prompt = (page) => page.locator("bastide-bar .prompt").textContent();

/** Waits until the page shows another version. */
export async function moved(page, before) {
  await page.waitForFunction((before) => document.querySelector(".table-page")?.dataset.version !== before, before);
}

/** Lays the tile on a cell with a rotation, and a figure by its name if one is given. */
export async function lay(page, x, y, rotation, role) {
  await put(page, x, y, rotation);
  if (role) await page.locator("bastide-bar .chip", { hasText: role }).first().click();
  await confirm(page);
}

/** Puts the tile down without confirming it. */
export async function put(page, x, y, rotation) {
  await page.locator(`.cell.place[data-x="${x}"][data-y="${y}"]`).click();
  for (let n = 0; n < 4; n++) {
    await page.locator(".confirm").waitFor();
    if ((await page.locator(".ghost.put").getAttribute("src")).endsWith(`/${rotation}.svg`)) break;
    await page.keyboard.press("r");
  }
  assert.match(await page.locator(".ghost.put").getAttribute("src"), new RegExp(`/${rotation}.svg$`));
  await page.locator(".confirm:not([disabled])").waitFor();
}

export async function confirm(page) {
  const before = await version(page);
  await page.locator(".confirm:not([disabled])").click();
  await moved(page, before);
}

/** Something under "More". */
export async function more(page, name) {
  await page.getByRole("tab", { name: "More" }).click();
  await page.locator(".more").getByRole("button", { name }).click();
}

export { awaitTurn };
