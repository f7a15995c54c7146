// A board of one's own from any turn: any tile left, steps back, branches; the game itself stays as it is.

import assert from "node:assert/strict";
import { test } from "node:test";
import { arranged, awaitTurn, clickTurn, makeTable, newPage, person, PHONE, settled } from "./browser.mjs";
import { scene } from "./scene.mjs";

const tiles = (page) => page.locator(".layer.tiles img").count();
const say = (page, text) => page.waitForFunction((text) => document.querySelector("bastide-bar").textContent.includes(text), text);

/** A game of two people with some turns played; without figures, so that it is known what is where. */
async function table(turns, options = {}) {
  const page = await newPage(scene.browser, scene.server.base, options);
  const { game } = await makeTable(page, scene.server.base, { ...arranged(["U", "V", "E", "W", "D", "J"], 2), seats: [person("Ania"), person("Radu")] });
  await page.goto(`/t/${game}`);
  for (let n = 0; n < turns; n++) {
    await awaitTurn(page);
    await clickTurn(page, { figure: false });
  }
  return { page, game };
}

const more = async (page, key) => {
  if (!(await page.locator(`.more [data-key="${key}"]`).isVisible())) await page.locator(".tabs [data-key=more]").click();
  await page.locator(`.more [data-key="${key}"]`).click();
};

/** Lays the tile in hand somewhere, with a figure if one may go there. */
async function lay(page) {
  await page.locator(".cell.place").first().click();
  await page.locator(".confirm:not([disabled])").waitFor();
  const chip = page.locator("bastide-bar .options .chip:not(.tab)");
  if (await chip.count()) await chip.first().click();
  await page.locator(".confirm:not([disabled])").click();
  await page.locator(".draw").first().waitFor();
}

for (const [size, options] of [
  ["desk", {}],
  ["phone", PHONE],
]) {
  test(`${size}: another tile, another way, and back`, async () => {
    const { page, game } = await table(2, options);
    const version = await page.locator(".table-page").getAttribute("data-version");
    await more(page, "replay");
    await page.locator('.replay [data-key="table.previous"]').click();
    await page.locator(".replay [data-key=try]").click();
    await page.locator(".trial").waitFor();
    await page.locator(".cell.place").first().waitFor();
    assert.equal(await tiles(page), 2);
    assert.equal(await page.locator("bastide-bar .hand").getAttribute("alt"), "The tile in hand");

    await page.locator('.trial [data-key="trial.back"]').click();
    await say(page, "Which tile is drawn?");
    assert.equal(await page.locator(".draw").count(), 5, "what is left, the tile that was drawn included");
    await page.locator('[data-key="draw J"]').click();
    await page.locator(".cell.place").first().waitFor();
    await lay(page);
    assert.equal(await tiles(page), 3);
    assert.match(await page.locator(".lines").textContent(), /Radu (sends|puts|lays)/);
    await page.locator('[data-key="draw E"]').click();
    await lay(page);
    assert.equal(await tiles(page), 4);

    for (let n = 0; n < 4; n++) {
      const from = await page.evaluate(() => document.querySelector("bastide-board").table.current);
      await page.locator('.trial [data-key="trial.back"]').click();
      await page.waitForFunction((from) => document.querySelector("bastide-board").table.current < from, from);
    }
    await page.locator(".trial-lines .chip").first().waitFor();
    assert.equal(await page.locator(".trial-lines .chip").count(), 2, "the real tile and the other one");
    await page.reload();
    await page.locator(".trial-lines .chip").nth(1).click();
    await page.locator(".cell.place").first().waitFor();
    await page.locator('.trial [data-key="trial.forward"]').click();
    await page.locator(".draw").first().waitFor();
    assert.equal(await tiles(page), 3);

    await page.locator(".trial [data-key=leave]").click();
    await page.locator(".trial").waitFor({ state: "hidden" });
    assert.equal(await tiles(page), 3);
    assert.equal(await page.locator(".table-page").getAttribute("data-version"), version);
    assert.equal(new URL(page.url()).hash, "");
    const listed = await (await page.context().request.get(`${scene.server.base}/api/me`)).json();
    assert.deepEqual(
      listed.tables.map((table) => table.game),
      [game],
      "no table was made for it",
    );
    await clickTurn(page);
    assert.deepEqual(page.faults, []);
    await page.context().close();
  });
}

test("opened from the past, its keys are its own, and it is left for the game as it stands", async () => {
  const { page } = await table(3);
  await more(page, "replay");
  await page.locator('.replay [data-key="table.previous"]').click();
  await page.locator(".replay [data-key=try]").click();
  await page.locator(".trial").waitFor();
  await page.locator(".cell.place").first().waitFor();
  const before = await tiles(page);
  for (const key of ["ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown"]) if (!(await page.locator(".ghost.put").count())) await page.keyboard.press(key);
  await page.locator(".ghost.put").waitFor();
  assert.equal(await tiles(page), before);
  assert.equal(new URL(page.url()).hash, "#try");
  await page.locator(".trial [data-key=leave]").click();
  assert.equal(await tiles(page), 4);
  assert.equal(await page.locator(".replay").isVisible(), false);
  assert.equal(new URL(page.url()).hash, "");
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("by keyboard, from the game as it stands, to its end and back", async () => {
  const { page } = await table(3);
  await more(page, "try");
  await page.locator(".trial").waitFor();
  for (let n = 0; n < 3; n++) {
    await page.waitForFunction(() => document.querySelector(".cell.place"));
    for (const key of ["ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft"]) if (!(await page.locator(".ghost.put").count())) await page.keyboard.press(key);
    await page.locator(".confirm:not([disabled])").waitFor();
    await page.keyboard.press("Enter");
    if (n === 2) break;
    await page.locator(".draw").first().waitFor();
    await page.keyboard.press("1");
  }
  await say(page, "The game is over");
  assert.equal(await tiles(page), 7);
  assert.equal(await page.locator(".ending .panel").count(), 0);
  await page.keyboard.press("Backspace");
  await page.locator(".cell.place").first().waitFor();
  assert.equal(await tiles(page), 6);
  await page.locator(".trial [data-key=leave]").click();
  assert.equal(await tiles(page), 4);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("what is claimed is told by keyboard, one after the other", async () => {
  const { page } = await table(0);
  for (let n = 0; n < 2; n++) {
    await awaitTurn(page);
    await clickTurn(page);
  }
  const spoken = (words) => page.waitForFunction((words) => document.querySelector("[role=log].unseen").textContent.match(words), words);
  await page.keyboard.press("f");
  await page.locator(".info .panel").waitFor();
  const first = await page.locator(".info .panel").textContent();
  await spoken("If the game ended now");
  await page.keyboard.press("f");
  await page.waitForFunction((first) => document.querySelector(".info .panel")?.textContent !== first, first);
  await page.keyboard.press("f");
  await spoken("Nobody holds anything else");
  assert.equal(await page.locator(".info .panel").count(), 0);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("features and fields are told at any turn", async () => {
  const { page } = await table(4);
  await more(page, "replay");
  await page.locator('.replay [data-key="table.replay-first"]').click();
  await page.locator(".replay .at", { hasText: "Start" }).waitFor();
  await settled(page);
  const box = await page.locator(".layer.tiles img").first().boundingBox();
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await page.locator(".info .panel", { hasText: "Road" }).waitFor();
  assert.match(await page.locator(".info .panel").textContent(), /Road1 tileNobody/, "at the start it is one tile long");
  await page.locator('.replay [data-key="table.replay-last"]').click();
  assert.equal(await page.locator(".info .panel").count(), 0);
  const at = () => page.locator(".replay .at").textContent();
  for (const [key, turn] of [
    ["ArrowLeft", 3],
    ["ArrowLeft", 2],
    ["Home", 0],
    ["ArrowLeft", 0],
    ["ArrowRight", 0],
    ["ArrowRight", 1],
    ["End", 4],
  ]) {
    await page.keyboard.press(key);
    assert.equal(await at(), turn ? `Turn ${turn} of 4` : "Start", key);
  }
  assert.deepEqual(page.faults, []);
  await page.context().close();
});
