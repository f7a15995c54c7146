// Whole games at a table: against the computer, by keyboard alone, on one device, by link.

import assert from "node:assert/strict";
import { test } from "node:test";
import { arranged, awaitTurn, clickTurn, computer, makeTable, newPage, open, person } from "./browser.mjs";
import { scene } from "./scene.mjs";

const EIGHT = ["U", "V", "E", "W", "D", "J", "N", "R"];

async function finish(page) {
  await page.locator(".ending .panel").waitFor();
  while (await page.getByRole("button", { name: "Next" }).count()) await page.getByRole("button", { name: "Next" }).click();
  await page.locator(".result").waitFor();
}

test("a whole game against the computer by clicks", async () => {
  const page = await newPage(scene.browser, scene.server.base);
  const { game } = await makeTable(page, scene.server.base, { ...arranged(EIGHT, 2), seats: [person("Ania"), computer] });
  await page.goto(`/t/${game}`);
  while (await awaitTurn(page)) await clickTurn(page);
  assert.equal(await page.locator(".layer.tiles img").count(), 9);
  await finish(page);
  assert.match(await page.locator(".result h1").textContent(), /win|victory/);
  const log = await page.locator(".lines").textContent();
  assert.match(log, /Ania lays a tile/);
  assert.match(log, /the game is over/);
  await page.getByRole("button", { name: "Play again" }).click();
  await page.waitForURL((url) => !url.pathname.endsWith(game));
  assert.ok(await awaitTurn(page));
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("a whole game by keyboard alone", async () => {
  const page = await newPage(scene.browser, scene.server.base);
  const { game } = await makeTable(page, scene.server.base, { ...arranged(EIGHT, 2), seats: [person("Ania"), computer] });
  await page.goto(`/t/${game}`);
  const arrows = ["ArrowRight", "ArrowUp", "ArrowLeft", "ArrowDown"];
  for (let n = 0; await awaitTurn(page); n++) {
    const before = await page.locator(".table-page").getAttribute("data-version");
    for (let step = 0; !(await page.locator(".ghost.put").count()) && step < 4; step++) await page.keyboard.press(arrows[(n + step) % 4]);
    await page.keyboard.press("r");
    await page.keyboard.press("Escape");
    assert.equal(await page.locator(".ghost.put").count(), 0);
    for (let step = 0; !(await page.locator(".ghost.put").count()) && step < 4; step++) await page.keyboard.press(arrows[(n + step) % 4]);
    await page.locator(".confirm:not([disabled])").waitFor();
    await page.keyboard.press("1");
    await page.keyboard.press("Enter");
    await page.waitForFunction((before) => document.querySelector(".table-page").dataset.version !== before, before);
  }
  await finish(page);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("three people on one device", async () => {
  const page = await newPage(scene.browser, scene.server.base);
  const seats = ["Ania", "Radu", "<b>Zoe</b>"].map(person);
  const { game } = await makeTable(page, scene.server.base, { ...arranged(EIGHT.slice(0, 6), 3), seats });
  await page.goto(`/t/${game}`);
  assert.ok(await awaitTurn(page));
  assert.match(await page.locator("bastide-bar").textContent(), /Ania/);
  while (await awaitTurn(page)) await clickTurn(page);
  await finish(page);
  assert.equal(await page.locator("bastide-sheet b").count(), 0, "a name is text, whatever is in it");
  assert.equal(await page.locator(".ranking li").count(), 3);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("two browsers by link", async () => {
  const [host, guest] = [await newPage(scene.browser, scene.server.base), await newPage(scene.browser, scene.server.base)];
  const { game, sit } = await makeTable(host, scene.server.base, { ...arranged(EIGHT.slice(0, 6), 2), seats: [person("Ania"), open] });
  await host.goto(`/t/${game}`);
  await host.locator(".gathering").waitFor();
  assert.ok(await host.locator(".invitation input").first().inputValue());
  const entered = await guest.context().request.post(`${scene.server.base}/api/enter`, { headers: { Origin: scene.server.base }, data: { secret: sit } });
  assert.equal((await entered.json()).game, game);
  await guest.goto(`/t/${game}`);
  await guest.getByPlaceholder("Your name").fill("Radu");
  await guest.getByRole("button", { name: "Sit down here" }).click();
  await host.getByRole("button", { name: "Start the game" }).click();
  const over = async () => (await host.locator(".table-page").getAttribute("data-stage")) === "over";
  while (!(await over())) {
    for (const page of [host, guest]) {
      await page.waitForFunction(() => document.querySelector("bastide-bar")?.textContent);
      if (await page.locator("bastide-bar[data-mine]").count()) await clickTurn(page);
    }
  }
  await Promise.all([finish(host), finish(guest)]);
  assert.deepEqual([host.faults, guest.faults], [[], []]);
  await Promise.all([host.context().close(), guest.context().close()]);
});

test("from the start page to a game against the computer in three clicks, with motion", async () => {
  const page = await newPage(scene.browser, scene.server.base, { reducedMotion: "no-preference" });
  await page.goto("/");
  await page.getByRole("button", { name: /Play the computer/ }).click();
  await page.locator("dialog[open] .primary").click();
  await page.waitForURL(/\/t\//);
  assert.ok(await awaitTurn(page));
  for (let n = 0; n < 3; n++) {
    await clickTurn(page);
    assert.ok(await awaitTurn(page));
  }
  assert.equal(await page.locator(".layer.tiles img").count(), 7);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});
