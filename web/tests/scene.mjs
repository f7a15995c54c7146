// A scene for browser tests: one server and one browser for each file of tests. Whatever a page opened by a test got
// wrong (an error in the console, a request to anywhere else) fails the test, unless it was expected.

import assert from "node:assert/strict";
import { after, afterEach, before } from "node:test";
import { arranged, makeTable, newDevice, opened, startBrowser, startServer, watched } from "./browser.mjs";

/** The server and the browser of this file. */
export const scene = { server: null, browser: null };

before(async () => {
  [scene.server, scene.browser] = await Promise.all([startServer(), startBrowser()]);
});

after(async () => {
  await scene.browser?.close();
  await scene.server?.stop();
});

afterEach(async () => {
  const pages = opened.splice(0);
  await Promise.all(pages.map((page) => page.context().close()));
  for (const page of pages)
    assert.deepEqual(
      page.faults.filter((fault) => !page.expected?.test(fault)),
      [],
    );
});

/** A page on a device of its own. */
export function device({ language = "en", look = {}, ...options } = {}) {
  return newDevice(scene.browser, scene.server.base, language, options, look);
}

/** Another page on the same device. */
export async function secondTab(first) {
  return watched(await first.context().newPage(), scene.server.base);
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

/** The button of a figure below the board, whatever the language. */
export const chip = (page, role) => page.locator(`bastide-bar .chip:has(img[src*="/figure/${role}/"])`).first();

/** Lays the tile on a cell with a rotation, and a figure by its role if one is given. */
export async function lay(page, x, y, rotation, role) {
  await put(page, x, y, rotation);
  if (role) await chip(page, role).click();
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

/** Shows what is beside the board. */
export async function tab(page, name) {
  const button = page.locator(`.tabs [data-key="${name}"]`);
  const open = await page.evaluate(() => document.querySelector(".drawer").classList.contains("open"));
  if (!(open && (await button.getAttribute("aria-selected")) === "true")) await button.click();
}

/** Where there is no room beside the board, what was shown there goes away. */
export async function closeDrawer(page) {
  await page.evaluate(() => document.querySelector(".drawer.open .tabs .on")?.click());
}

/** Something under "More". */
export async function more(page, key) {
  await tab(page, "more");
  await page.locator(`.more [data-key="${key}"]`).click();
}
