// Who else may be there: spectators, a second tab, another device, people who are late.

import assert from "node:assert/strict";
import { test } from "node:test";
import { PHONE, TABLET, awaitTurn, clickTurn, computer, open, person } from "./browser.mjs";
import { chip, closeDrawer, confirm, device, enter, more, moved, put, secondTab, sitDown, tab, version } from "./scene.mjs";

const SIX = [..."UVEWDJ"];
const TWO = [person("Ania"), person("Radu")];
const tiles = (page, n) => page.waitForFunction((n) => document.querySelectorAll(".layer.tiles img").length === n, n);

test("a spectator sees everything and does nothing", async () => {
  const [host, spectator] = [await device(), await device({ ...PHONE })];
  const { watch } = await sitDown(host, SIX, TWO);
  assert.ok(await awaitTurn(host));
  await enter(spectator, watch);
  await spectator.locator("bastide-bar", { hasText: "You are watching" }).waitFor();
  await put(host, 1, 0, 0);
  assert.equal(await spectator.locator(".cell, .ghost.put, .spot").count(), 0, "what is tried is nobody else's business");
  await chip(host, "thief").click();
  await confirm(host);
  await tiles(spectator, 2);
  assert.equal(await spectator.locator(".layer.figures .piece").count(), 1);
  assert.match(await spectator.locator(".lines").textContent(), /Ania lays a tile/);
  await tab(spectator, "chat");
  assert.equal(await spectator.locator(".chat form").isVisible(), false);
  await tab(spectator, "more");
  assert.equal(await spectator.locator('.more [data-key="resign"], .more [data-key^="table.menu-end"]').count(), 0);
  await closeDrawer(spectator);
  while (await awaitTurn(host)) await clickTurn(host);
  await spectator.locator(".ending .panel").waitFor();
  await spectator
    .locator('.scoring [data-key="skip"]')
    .click()
    .catch(() => {});
  await spectator.locator(".result").waitFor();
  assert.equal(await spectator.locator('.result [data-key="again"]').count(), 0);
});

test("two tabs on the same seat show the same, and a move is made once", async () => {
  const one = await device();
  const { game } = await sitDown(one, SIX, TWO);
  assert.ok(await awaitTurn(one));
  const two = await secondTab(one);
  await two.goto(`/t/${game}`);
  assert.ok(await awaitTurn(two));
  await put(one, 1, 0, 0);
  await put(two, -1, 0, 0);
  await confirm(one);
  await tiles(two, 2);
  assert.equal(await two.locator(".ghost.put").count(), 0, "what was tried in the other tab is over");
  // Both confirm at once: one move counts, and the other tab says so or shows it.
  await Promise.all([put(one, -1, 0, 3), put(two, -1, 0, 3)]);
  const before = await version(one);
  await Promise.all([one, two].map((page) => page.evaluate(() => document.querySelector(".confirm")?.click())));
  await Promise.all([moved(one, before), moved(two, before)]);
  await Promise.all([tiles(one, 3), tiles(two, 3)]);
  assert.equal(await version(one), await version(two));
  for (let n = 0; await awaitTurn([one, two][n % 2]); n++) await clickTurn([one, two][n % 2]);
  await Promise.all([one, two].map((page) => page.locator(".ending .panel").waitFor()));
  await Promise.all([tiles(one, 7), tiles(two, 7)]);
});

test("a game goes on on another device", async () => {
  const [laptop, tablet] = [await device(), await device({ ...TABLET })];
  await sitDown(laptop, SIX, [person("Ania"), computer]);
  assert.ok(await awaitTurn(laptop));
  await clickTurn(laptop);
  assert.ok(await awaitTurn(laptop));
  await more(laptop, "device");
  const link = await laptop.locator("dialog input").inputValue();
  await tablet.goto(link);
  await tablet.waitForURL("**/t/*");
  while (await awaitTurn(tablet)) {
    const before = await version(tablet);
    await tablet.locator(".cell.place").first().tap();
    await tablet.locator(".confirm:not([disabled])").waitFor();
    await tablet.locator(".confirm").tap();
    await moved(tablet, before);
  }
  await laptop.locator(".ending .panel").waitFor();
});

test("the computer plays on for whoever is late, until they come back", async () => {
  const [host, guest] = [await device(), await device()];
  // So many tiles that the computer does not end the game alone while the page is slow.
  const { sit } = await sitDown(host, Array(60).fill(SIX).flat(), [person("Ania"), open], { clock: { type: "turn", seconds: 5 }, out_of_time: "computer" });
  await enter(guest, sit);
  await guest.getByPlaceholder("Your name").fill("Radu");
  await guest.getByRole("button", { name: "Sit down here" }).click();
  await host.getByRole("button", { name: "Start the game" }).click();
  assert.ok(await awaitTurn(host));
  await guest.waitForFunction(() => /computer/i.test(document.querySelector("bastide-sheet")?.textContent ?? ""));
  await more(host, "back 1");
  await host.waitForFunction(() => !document.querySelector('.more [data-key="back 1"]'));
  await more(host, "resign");
  await host.locator("dialog .danger").click();
  await guest.locator(".ending .panel").waitFor();
});

test("names and titles are text in every place", async () => {
  const page = await device();
  const bad = "<img src=x onerror=alert(1)>";
  await sitDown(page, [..."UV"], [person(bad), computer], { title: bad });
  while (await awaitTurn(page)) await clickTurn(page);
  await page.locator(".ending .panel").waitFor();
  await page.locator('[data-key="skip"]').click();
  await page.locator(".result").waitFor();
  assert.equal(await page.locator('img[src="x"]').count(), 0);
  assert.match(await page.locator(".ranking").textContent(), /<img src=x/);
  await page.goto("/");
  await page.locator(".games").first().waitFor();
  assert.equal(await page.locator('img[src="x"]').count(), 0);
});
