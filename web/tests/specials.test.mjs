// The special decisions: each is asked for in its own way and answered by clicks.

import assert from "node:assert/strict";
import { test } from "node:test";
import { arranged, awaitTurn, clickTurn, makeTable, newPage, person } from "./browser.mjs";
import { scene } from "./scene.mjs";

/** Two people on one device with these tiles in this order. */
async function table(tiles, more = {}) {
  const page = await newPage(scene.browser, scene.server.base);
  const { game } = await makeTable(page, scene.server.base, { ...arranged(tiles, 2, more), seats: [person("Ania"), person("Radu")] });
  await page.goto(`/t/${game}`);
  assert.ok(await awaitTurn(page));
  return page;
}

const version = (page) => page.locator(".table-page").getAttribute("data-version");

/** Lays the tile on a cell with a rotation, and a figure by its name if one is given. */
async function lay(page, x, y, rotation, role) {
  await page.locator(`.cell.place[data-x="${x}"][data-y="${y}"]`).click();
  for (let n = 0; n < 4; n++) {
    await page.locator(".confirm").waitFor();
    if ((await page.locator(".ghost.put").getAttribute("src")).endsWith(`/${rotation}.svg`)) break;
    await page.keyboard.press("r");
  }
  assert.match(await page.locator(".ghost.put").getAttribute("src"), new RegExp(`/${rotation}.svg$`));
  await page.locator(".confirm:not([disabled])").waitFor();
  if (role) await page.locator("bastide-bar .chip", { hasText: role }).first().click();
  await confirm(page);
}

async function confirm(page) {
  const before = await version(page);
  await page.locator(".confirm:not([disabled])").click();
  await page.waitForFunction((before) => document.querySelector(".table-page").dataset.version !== before, before);
}

async function finished(page) {
  while (await awaitTurn(page)) await clickTurn(page, { figure: false });
  assert.deepEqual(page.faults, []);
  await page.context().close();
}

test("the dragon walks, led in turn", async () => {
  const page = await table(["dragon-01", "dragon-16", "V", "V"]);
  await lay(page, 0, -1, 0);
  assert.equal(await page.locator(".piece.dragon").count(), 1);
  await lay(page, 1, 0, 0, "Thief");
  await page.locator(".cell.step").first().waitFor();
  assert.match(await page.locator("bastide-bar").textContent(), /Lead the dragon/);
  assert.match(await page.locator("bastide-bar").textContent(), /Radu/);
  await page.locator(".cell.step").first().click();
  await page.waitForFunction(() => /Ania|glowing/.test(document.querySelector("bastide-bar").textContent));
  while ((await awaitTurn(page)) && (await page.locator(".cell.step").count())) {
    await page.keyboard.press((await page.locator(".cell.step").first().getAttribute("aria-label")) === "East" ? "ArrowRight" : "ArrowUp");
    await clickTurn(page);
  }
  assert.match(await page.locator(".lines").textContent(), /The dragon rests/);
  await finished(page);
});

test("the fairy is called", async () => {
  const page = await table(["V", "V", "U", "U", "dragon-04"], { parts: { fairy: true } });
  await lay(page, 1, 0, 0, "Thief");
  await lay(page, -1, 0, 3);
  await page.locator(".cell.place").first().click();
  await page.locator(".chip.tab", { hasText: "Fairy" }).click();
  assert.match(await page.locator("bastide-bar").textContent(), /whom the fairy/);
  await page.locator(".spot.fairy").click();
  await confirm(page);
  assert.equal(await page.locator(".piece.fairy").count(), 1);
  await finished(page);
});

test("the princess sends a knight home", async () => {
  const page = await table(["N", "dragon-20", "V", "V"]);
  await lay(page, 0, 1, 2, "Knight");
  await page.locator('.cell.place[data-x="1"][data-y="1"]').click();
  await page.locator(".chip.tab", { hasText: "Princess" }).click();
  assert.match(await page.locator("bastide-bar").textContent(), /Send Ania's knight home/);
  await page.locator(".spot.evict").click();
  await confirm(page);
  assert.equal(await page.locator(".layer.figures .piece").count(), 0);
  assert.match(await page.locator(".lines").textContent(), /The princess sends Ania's knight home/);
  await finished(page);
});

test("a figure goes through the portal", async () => {
  const page = await table(["E", "dragon-08", "V", "V"]);
  await lay(page, 0, -1, 1, "Knight");
  await page.locator(".cell.place").first().click();
  await page.locator(".chip.tab", { hasText: "portal" }).click();
  assert.match(await page.locator("bastide-bar").textContent(), /Through the portal/);
  await page.locator(".spot.deploy").first().click();
  await confirm(page);
  assert.equal(await page.locator(".layer.figures .piece").count(), 2);
  await finished(page);
});

test("the builder earns a second tile", async () => {
  const page = await table(["U", "V", "U", "V", "U", "U"], { parts: { builder: true }, knobs: { "extra-tile": "may" } });
  await lay(page, 1, 0, 0, "Thief");
  await lay(page, -1, 0, 3);
  await lay(page, 2, 0, 0, "Builder");
  await lay(page, -1, -1, 1);
  await lay(page, 3, 0, 0);
  await page.getByRole("button", { name: "Take it" }).click();
  await page.locator(".cell.place").first().waitFor();
  assert.match(await page.locator("bastide-bar").textContent(), /Ania/);
  await finished(page);
});

test("goods are taken and the pig goes to its field", async () => {
  const page = await table(["traders-15", "E", "U", "V", "U", "V"], { parts: { goods: true, pig: true } });
  await lay(page, 0, 1, 1, "Knight");
  await lay(page, 0, 2, 2);
  assert.match(await page.locator("bastide-sheet").textContent(), /1 wine/);
  await lay(page, 1, 0, 0, "Farmer");
  await lay(page, -1, 0, 3);
  await lay(page, 2, 0, 0, "Pig");
  assert.equal(await page.locator(".piece.pig").count(), 1);
  await finished(page);
});
