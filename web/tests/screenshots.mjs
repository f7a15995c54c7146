// Pictures of the page for docs/screenshots: every scene in both themes, on a desk and on a telephone.
// `cargo xtask screenshots` runs it; words after it choose scenes by name.

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { BINARY, PHONE, awaitTurn, clickTurn, makeTable, newDevice, person, startBrowser, startServer } from "./browser.mjs";
import { LEVELS, SETS } from "../vocabulary.js";
import { fewColours } from "./colours.mjs";
import { beginsTurn, mostCompact, playedUntil } from "./played.mjs";

const FOLDER = fileURLToPath(new URL("../../docs/screenshots", import.meta.url));
const ALL = Object.keys(SETS);
const NAMES = ["Ania", "Radu", "Zoe", "Jan"];
/** Who plays against the person. */
const OTHERS = LEVELS.slice(1, 4);
/** Turns that are played before a picture is taken; the boards begin with so many tiles less. */
const ROUNDS = 2;
const SHAPES = {
  desk: { options: { viewport: { width: 1280, height: 800 } }, lights: { classic: "light", winter: "light" } },
  phone: { options: PHONE, lights: { classic: "light", winter: "dark" } },
};

const wanted = process.argv.slice(2);
/** The server and the browser. */
let server, browser;

/** A table that begins in the middle of a game. */
async function resume(page, setup) {
  const people = NAMES.slice(0, setup.seats).map((name, n) => (n === 0 ? person(name) : { type: "computer", player: OTHERS[n - 1] }));
  const { game } = await makeTable(page, server.base, { setup, seats: people });
  await page.goto(`/t/${game}`);
  await awaitTurn(page);
}

/** Lays a tile where there is most around it, without a figure. */
async function layInside(page) {
  const { x, y } = await page.evaluate(() => {
    const { view, choice } = document.querySelector("bastide-board").table;
    const near = (cell) => view.tiles.filter((tile) => Math.abs(tile.x - cell.x) < 2 && Math.abs(tile.y - cell.y) < 2).length;
    return choice.places().reduce((best, cell) => (near(cell) > near(best) ? cell : best));
  });
  const before = await page.locator(".table-page").getAttribute("data-version");
  await page.locator(`.cell.place[data-x="${x}"][data-y="${y}"]`).dispatchEvent("click");
  await page.locator(".confirm:not([disabled])").click();
  await page.waitForFunction((before) => document.querySelector(".table-page").dataset.version !== before, before);
}

/** Decides whatever else is asked, until a tile is to be laid. */
async function awaitTile(page) {
  while ((await awaitTurn(page)) && !(await page.locator(".cell.place").count())) await clickTurn(page);
}

/** Goes on with a game for some turns, so that there is something to tell. */
async function goOn(page, setup) {
  await resume(page, setup);
  for (let n = 0; n < ROUNDS; n++) {
    await awaitTile(page);
    await layInside(page);
  }
  await awaitTile(page);
}

const small = { seats: 3, sets: ["base", "river"] };
const large = { seats: 4, sets: ALL };
const positions = {
  forty: () => mostCompact(small, { seeds: [11, 12, 13, 14, 15, 16], isIt: (state, tiles) => tiles >= 40 - small.seats * ROUNDS && beginsTurn(state, 1) }),
  many: () => mostCompact(large, { seeds: [1, 2, 3, 4, 5, 6, 7, 8], isIt: (state, tiles) => tiles >= 120 - large.seats * ROUNDS && beginsTurn(state, 1) }),
  dragon: () =>
    mostCompact(large, {
      seeds: [1, 2, 3, 4, 5, 6],
      isIt: (state, tiles) => tiles >= 50 && state.phase.type === "dragon" && state.phase.mover === 1 && state.phase.steps <= 4,
    }),
  last: () =>
    playedUntil({ seats: 3, sets: ["base"] }, { seed: 21, isIt: (state) => Object.values(state.bag).reduce((a, b) => a + b, 0) <= 3 && beginsTurn(state, 1) }),
};
const played = {};
const position = async (name) => (played[name] ??= await positions[name]());

/** The record of a whole game between players of different strength. */
function recorded() {
  const folder = mkdtempSync(join(tmpdir(), "bastide-record-"));
  const file = join(folder, "game.txt");
  execFileSync(BINARY, ["simulate", "1", "--seats", "3", "--player", "greedy,quick,level-2", "--seed", "5", "--record", file], { stdio: "ignore" });
  let text = readFileSync(file, "utf8");
  rmSync(folder, { recursive: true });
  for (const [n, name] of NAMES.slice(0, 3).entries()) text = text.replace(new RegExp(`\\[Player${n + 1} "[^"]*"\\]`), `[Player${n + 1} "${name}"]`);
  return text;
}

const SCENES = {
  async start(page) {
    await page.goto("/");
    await page.waitForLoadState("networkidle");
  },
  async setup(page) {
    await page.goto("/new?for=friends");
    await page.locator(".set-card input[type=checkbox]").nth(1).check();
    await page.waitForLoadState("networkidle");
    await page.evaluate(() => scrollTo(0, 0));
  },
  async "board-40"(page) {
    await goOn(page, await position("forty"));
  },
  async "board-120"(page) {
    await goOn(page, await position("many"));
  },
  async fields(page) {
    await goOn(page, await position("forty"));
    await page.locator('.tabs [data-key="more"]').click();
    await page.locator('.more [data-key="table.menu-fields"]').click();
    await page.locator(".marks .owned").first().waitFor();
    await page.locator('.tabs [data-key="log"]').click();
    await page.evaluate(() => document.querySelector(".drawer.open .tabs .on")?.click());
  },
  async dragon(page) {
    await resume(page, await position("dragon"));
    await page.locator(".cell.step").first().waitFor();
  },
  async final(page) {
    await resume(page, await position("last"));
    await page.locator(".cell.place").first().click();
    await page.locator(".confirm:not([disabled])").click();
    await page.locator(".scoring").waitFor();
    await page.locator('.scoring [data-key="next"]').click();
    await page.locator('.scoring [data-key="next"]').click();
  },
  async analysis(page) {
    await page.goto("/record");
    await page.locator(".record-text").fill((played.record ??= recorded()));
    await page.locator(".record-form .primary").click();
    await page.locator('.replay [data-key="analyse"]').click();
    await page.locator(".decisions .chip").first().waitFor({ timeout: 600000 });
    await page.locator(".decisions .chip").first().click();
  },
};

/** Takes the picture of a scene; gives its size. */
async function take(name, shape, theme) {
  const { options, lights } = SHAPES[shape];
  const page = await newDevice(browser, server.base, "en", options, { theme, light: lights[theme] });
  await SCENES[name](page);
  await page.waitForLoadState("networkidle");
  // What is out of sight is not fetched, and never there.
  await page.evaluate(() => Promise.all([...document.images].filter((image) => image.loading !== "lazy").map((image) => image.decode().catch(() => {}))));
  await page.waitForTimeout(1500);
  const picture = await fewColours(await page.screenshot());
  const file = `${name}-${shape}-${theme}.png`;
  writeFileSync(join(FOLDER, file), picture);
  console.log(`${file}: ${Math.round(picture.length / 1024)} KB`);
  await page.context().close();
  return picture.length;
}

/** Takes the pictures of all scenes, or of those that were asked for. */
async function takeAll() {
  mkdirSync(FOLDER, { recursive: true });
  let bytes = 0;
  for (const name of Object.keys(SCENES)) {
    if (wanted.length && !wanted.includes(name)) continue;
    for (const shape of Object.keys(SHAPES)) for (const theme of Object.keys(SHAPES[shape].lights)) bytes += await take(name, shape, theme);
  }
  console.log(`${Math.round(bytes / 1024)} KB in all`);
}

try {
  server = await startServer();
  browser = await startBrowser();
  await takeAll();
} finally {
  await browser?.close();
  await server?.stop();
}
