// What browser tests share: a server of their own, a browser, and tables that are made over HTTP.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
// `cargo xtask test browser` installs the packages, and says where they are and which program to run.
const require = createRequire(join(process.env.BROWSER_MODULES ?? join(here, "../../target/browser"), "package.json"));
const { chromium } = require("playwright-core");
const { source: AXE } = require("axe-core");

export const BINARY = process.env.BASTIDE ?? join(here, "../../target/debug/bastide");
export const TABLET = { viewport: { width: 820, height: 1180 }, hasTouch: true, isMobile: true };
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
/** After this many milliseconds, an event that a test waits for is taken not to come: long enough for a machine with other work to do. */
const PATIENCE = 240000;

/** No server outlives the tests, also where a file of tests is ended because it waits for ever. */
const running = new Set();
process.once("SIGTERM", () => process.exit(1));
process.once("exit", () => running.forEach((server) => server.kill("SIGKILL")));

/**
 * A server with data of its own and `more` options; `base` is its address, `metrics` that of its numbers. The page comes
 * from the folder, or `embedded` from the program.
 */
export async function startServer({ port = 0, data = mkdtempSync(join(tmpdir(), "bastide-web-")), embedded = false, more = [] } = {}) {
  const web = embedded ? [] : ["--web-dir", join(here, "..")];
  const child = spawn(
    BINARY,
    ["serve", "--data", data, "--listen", `127.0.0.1:${port}`, "--metrics", "127.0.0.1:0", ...web, ...more, "--no-browser", "--log", "warn"],
    { stdio: ["ignore", "pipe", "pipe"] },
  );
  running.add(child);
  child.once("exit", () => running.delete(child));
  // With this process's own, a server left over would keep the runner of the tests waiting for its end.
  child.stderr.pipe(process.stderr, { end: false });
  const [base, metrics] = await new Promise((done, fail) => {
    let said = "";
    child.stdout.on("data", (text) => {
      said += text;
      const [, address, numbers] = /open at (http\S+)\n.* told at (http\S+)\n/.exec(said) ?? [];
      if (address) done([address, numbers]);
    });
    child.on("exit", () => fail(new Error("the server did not start")));
    child.on("error", fail);
  });
  const signal = (name) => child.kill(name);
  const end = async (signal = "SIGINT") => {
    const ended = new Promise((done) => child.once("exit", done));
    child.kill(signal);
    await ended;
  };
  const stop = async () => {
    await end();
    rmSync(data, { recursive: true, force: true });
  };
  /** Starts again at the same address with the same data. */
  const again = () => startServer({ port: Number(new URL(base).port), data, embedded, more });
  const restart = async () => {
    await end();
    return again();
  };
  return { base, metrics, signal, end, stop, again, restart };
}

export async function startBrowser() {
  return chromium.launch({
    executablePath: CHROMIUM,
    timeout: PATIENCE,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}

/** All pages that were opened, until somebody has looked after them. */
export const opened = [];

/** A page of a device of its own; what goes wrong on it is collected in `faults`. */
export async function newPage(browser, base, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: "reduce", locale: "en-GB", baseURL: base, ...options });
  context.setDefaultTimeout(PATIENCE);
  return watched(await context.newPage(), base);
}

/** Collects what goes wrong on a page: errors, and requests to anywhere but the server. */
export function watched(page, base) {
  opened.push(page);
  page.faults = [];
  page.on("console", (message) => message.type() === "error" && page.faults.push(message.text()));
  page.on("pageerror", (error) => page.faults.push(String(error)));
  page.on(
    "request",
    (request) => /^(http|ws)/.test(request.url()) && new URL(request.url()).host !== new URL(base).host && page.faults.push(`outside: ${request.url()}`),
  );
  return page;
}

/** A device that speaks a language and looks so. */
export async function newDevice(browser, base, language, options = {}, look = {}) {
  const page = await newPage(browser, base, options);
  await page.addInitScript(
    ([language, look]) => {
      if (!localStorage.getItem("bastide.language")) localStorage.setItem("bastide.language", language);
      for (const [name, value] of Object.entries(look)) localStorage.setItem(`bastide.${name}`, value);
    },
    [language, look],
  );
  return page;
}

/** Opens an address and waits until the page is there, with what it fetches. */
export async function visit(page, path) {
  await page.goto(path);
  await page.waitForFunction(() => document.querySelector("h1") && !document.querySelector("[aria-busy=true]"));
}

/** Waits until nothing on the page moves any more and the board is drawn at the scale at which it is shown. */
export async function settled(page) {
  await page.evaluate(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    await frame();
    await frame();
    const isFinite = ({ effect, playState }) => playState === "running" && effect.getComputedTiming().endTime !== Infinity;
    await Promise.allSettled(
      document
        .getAnimations()
        .filter(isFinite)
        .map(({ finished }) => finished),
    );
  });
  await page.waitForFunction(() => {
    const camera = document.querySelector("bastide-board")?.camera;
    return !camera || (!camera.frame && camera.scale === camera.drawn);
  });
}

/** What hinders people with assistive technology, by axe-core's rules. The page keeps that program until it is left. */
async function hindrances(page) {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  return page.evaluate(async () => {
    const { violations } = await window.axe.run(document, { resultTypes: ["violations"] });
    const serious = violations.filter(({ impact }) => ["serious", "critical"].includes(impact));
    return serious.map(({ id, nodes }) => `${id} ${nodes.map((node) => node.target).join(" ")}`);
  });
}

/** No fault so far, none that hinders people with assistive technology, and nothing wider than the screen. */
export async function check(page, what) {
  assert.deepEqual(page.faults, [], what);
  assert.deepEqual(await hindrances(page), [], what);
  const [wide, room] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok(wide <= room, `${what}: ${wide} wide in ${room}`);
  // The examination itself styles and fetches what the page does not.
  page.faults.length = 0;
}

/** Text that is neither in brackets nor typed by somebody; `typed` is what was. */
export function unbracketed(page, typed = []) {
  return page.evaluate((typed) => {
    const own = (text) => typed.reduce((rest, name) => rest.replaceAll(name, ""), text);
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = [];
    while (walker.nextNode()) {
      const text = own(walker.currentNode.textContent.trim());
      const parent = walker.currentNode.parentElement;
      if (!/\p{L}/u.test(text) || parent.closest("[data-typed], script, noscript, [hidden]")) continue;
      const open = text.split("⟦").length,
        close = text.split("⟧").length;
      if (!text.startsWith("⟦") || !text.endsWith("⟧") || open !== close) found.push(text);
    }
    for (const element of document.querySelectorAll("[aria-label], [title], [placeholder], img[alt]")) {
      for (const name of ["aria-label", "title", "placeholder", "alt"]) {
        const text = own(element.getAttribute(name) ?? "");
        if (text && /\p{L}/u.test(text) && !text.includes("⟦")) found.push(`${name}: ${text}`);
      }
    }
    return found;
  }, typed);
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
  await page.waitForFunction(() => document.querySelector("bastide-bar[data-mine]") || document.querySelector(".table-page")?.dataset.stage === "over");
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
