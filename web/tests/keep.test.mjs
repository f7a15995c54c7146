// A finished game is kept beyond the day on which the server deletes it: at its end, and in the list of one's games.

import assert from "node:assert/strict";
import { test } from "node:test";
import { arranged, awaitTurn, check, clickTurn, makeTable, newPage, person } from "./browser.mjs";
import { scene } from "./scene.mjs";

test("who took part keeps a game and lets it go", async () => {
  const page = await newPage(scene.browser, scene.server.base);
  const { game } = await makeTable(page, scene.server.base, { ...arranged(["U", "V", "E", "W"], 2), seats: [person("Ania"), person("Radu")] });
  await page.goto(`/t/${game}`);
  while (await awaitTurn(page)) await clickTurn(page);
  await page.locator(".ending .panel").waitFor();
  while (await page.getByRole("button", { name: "Next" }).count()) await page.getByRole("button", { name: "Next" }).click();
  await page.locator(".keeping p", { hasText: "Otherwise the server deletes it on" }).waitFor();
  await page.getByLabel("Keep this game").check();
  await page.locator(".keeping p", { hasText: "until you let it go" }).waitFor();
  await check(page, "the end of a game with its switch");

  await page.goto("/");
  await page.getByRole("button", { name: "Kept", pressed: true }).click();
  await page.getByRole("button", { name: "Keep", pressed: false }).waitFor();
  const asked = await page.context().request.get(`${scene.server.base}/api/tables/${game}/keep`);
  assert.equal((await asked.json()).kept, false);
  await check(page, "the list of one's games");
  assert.deepEqual(page.faults, []);
  await page.context().close();
});
