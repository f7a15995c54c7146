// Two full games at speed: the base game by clicks, all sets together by keyboard alone.

import assert from "node:assert/strict";
import { test } from "node:test";
import { SETS } from "../vocabulary.js";
import { awaitTurn, clickTurn, computer, makeTable, person } from "./browser.mjs";
import { device, moved, scene, version } from "./scene.mjs";

const ARROWS = ["ArrowRight", "ArrowUp", "ArrowLeft", "ArrowDown"];

async function begin(setup) {
  const page = await device();
  const { game } = await makeTable(page, scene.server.base, { setup, seats: [person("Ania"), computer] });
  await page.goto(`/t/${game}`);
  return page;
}

async function finish(page) {
  await page.locator(".ending .panel").waitFor();
  while (await page.locator('.scoring [data-key="next"]').count()) await page.locator('.scoring [data-key="next"]').click();
  await page.locator(".result").waitFor();
}

/** The points that the log speaks of are the points on the sheet. */
async function countUp(page) {
  const { sheet, ranking } = await page.evaluate(() => ({
    sheet: [...document.querySelectorAll("bastide-sheet .score")].map((score) => Number(score.textContent)),
    ranking: [...document.querySelectorAll(".ranking b")].map((score) => Number(score.textContent)),
  }));
  assert.deepEqual(
    ranking,
    [...sheet].sort((a, b) => b - a),
  );
}

/** One decision by keyboard, whatever is asked. */
async function keyTurn(page, n) {
  const before = await version(page);
  if (await page.locator('[data-key="table.take-extra"]').count()) await page.keyboard.press("Enter");
  else {
    for (let step = 0; step < 4 && !(await page.locator(".ghost.put, .cell.step.chosen").count()); step++) await page.keyboard.press(ARROWS[(n + step) % 4]);
    if (!(await page.locator(".cell.step").count())) {
      await page.locator(".confirm:not([disabled]), .spot").first().waitFor();
      await page.keyboard.press(String(1 + (n % 2)));
      await page.locator(".confirm:not([disabled])").waitFor();
    }
    await page.keyboard.press("Enter");
  }
  await moved(page, before);
}

test("a full base game by clicks", async () => {
  const page = await begin({ seats: 2 });
  for (let n = 0; await awaitTurn(page); n++) await clickTurn(page, { figure: n % 2 === 0 });
  const tiles = await page.locator(".layer.tiles img").count();
  assert.ok(tiles > 60 && tiles <= 72, `${tiles} tiles: all but the few that fitted nowhere`);
  await finish(page);
  await countUp(page);
});

test("a full game of all sets by keyboard", async () => {
  const page = await begin({ seats: 2, sets: Object.keys(SETS), knobs: { "extra-tile": "may" } });
  for (let n = 0; await awaitTurn(page); n++) await keyTurn(page, n);
  assert.ok((await page.locator(".layer.tiles img").count()) > 120);
  await finish(page);
  await countUp(page);
});
