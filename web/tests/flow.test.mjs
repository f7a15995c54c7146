// What may come between moves: reloads, a server that restarts, questions, spectators, bad links, the past.

import assert from "node:assert/strict";
import { test } from "node:test";
import { arranged, awaitTurn, clickTurn, computer, makeTable, newPage, open, person, settled, startServer } from "./browser.mjs";
import { scene } from "./scene.mjs";

const SIX = ["U", "V", "E", "W", "D", "J"];
const version = (page) => page.locator(".table-page").getAttribute("data-version");
const more = async (page, name) => {
  await page.getByRole("tab", { name: "More" }).click();
  await page.locator(".more").getByRole("button", { name }).click();
};

async function table(options = {}) {
  const page = await newPage(scene.browser, scene.server.base);
  const made = await makeTable(page, scene.server.base, { ...arranged(SIX, 2), seats: [person("Ania"), computer], ...options });
  await page.goto(`/t/${made.game}`);
  return { page, ...made };
}

async function close(...pages) {
  for (const page of pages) {
    assert.deepEqual(page.faults, []);
    await page.context().close();
  }
}

test("a reload in the middle of a turn changes nothing", async () => {
  const { page } = await table();
  assert.ok(await awaitTurn(page));
  await clickTurn(page);
  assert.ok(await awaitTurn(page));
  await page.locator(".cell.place").first().click();
  await page.locator(".confirm:not([disabled])").waitFor();
  const before = [await version(page), await page.locator("bastide-bar img.hand").getAttribute("src")];
  await page.reload();
  assert.ok(await awaitTurn(page));
  assert.equal(await version(page), before[0]);
  await clickTurn(page);
  await close(page);
});

test("a server that restarts is come back to, and nothing is lost", async () => {
  const own = await startServer();
  const page = await newPage(scene.browser, own.base);
  page.expected = /WebSocket connection|Failed to load resource/;
  const { game } = await makeTable(page, own.base, { ...arranged(SIX, 2), seats: [person("Ania"), computer] });
  await page.goto(`${own.base}/t/${game}`);
  assert.ok(await awaitTurn(page));
  await clickTurn(page);
  assert.ok(await awaitTurn(page));
  await page.locator(".cell.place").first().click();
  const again = await own.restart();
  await page.locator(".banner span", { hasText: /connection|starts again/ }).waitFor({ state: "detached" });
  await page.waitForFunction(() => !document.querySelector(".banner span"));
  while (await awaitTurn(page)) await clickTurn(page);
  await page.context().close();
  await again.stop();
});

test("a turn is taken back, and the game ends by agreement", async () => {
  const { page } = await table();
  assert.ok(await awaitTurn(page));
  await clickTurn(page);
  assert.ok(await awaitTurn(page));
  const tiles = await page.locator(".layer.tiles img").count();
  await more(page, "Take back my last turn");
  await page.waitForFunction((tiles) => document.querySelectorAll(".layer.tiles img").length < tiles, tiles);
  assert.ok(await awaitTurn(page));
  await clickTurn(page);
  assert.ok(await awaitTurn(page));
  await more(page, "Propose to end the game");
  await page.locator(".ending .panel").waitFor();
  await close(page);
});

test("the others are asked, and what they say is only text", async () => {
  const { page: host, game, sit, watch } = await table({ seats: [person("Ania"), open] });
  const [guest, spectator] = [await newPage(scene.browser, scene.server.base), await newPage(scene.browser, scene.server.base)];
  for (const [page, secret] of [
    [guest, sit],
    [spectator, watch],
  ]) {
    await page.context().request.post(`${scene.server.base}/api/enter`, { headers: { Origin: scene.server.base }, data: { secret } });
    await page.goto(`/t/${game}`);
  }
  await guest.getByPlaceholder("Your name").fill("Radu");
  await guest.getByRole("button", { name: "Sit down here" }).click();
  assert.equal(await spectator.getByRole("button", { name: "Sit down here" }).count(), 0);
  await host.getByRole("button", { name: "Start the game" }).click();
  assert.ok(await awaitTurn(host));
  await spectator.locator("bastide-bar", { hasText: "You are watching" }).waitFor();
  await host.getByRole("tab", { name: "Chat" }).click();
  await host.getByPlaceholder("Say something").fill("<img src=x onerror=alert(1)>");
  await host.getByRole("button", { name: "Send" }).click();
  await guest.getByRole("tab", { name: /Chat/ }).click();
  await guest.locator(".said span", { hasText: "<img src=x" }).waitFor();
  assert.equal(await guest.locator(".said img").count(), 0);
  await clickTurn(host);
  await more(host, "Take back my last turn");
  await guest.locator(".question", { hasText: "take back" }).waitFor();
  await guest.locator(".question").getByRole("button", { name: "No" }).click();
  await host.waitForFunction(() => !document.querySelector(".question .panel"));
  await more(host, "Propose to end the game");
  await guest.locator(".question").getByRole("button", { name: "Yes" }).click();
  await Promise.all([host, guest, spectator].map((page) => page.locator(".ending .panel").waitFor()));
  await close(host, guest, spectator);
});

test("resigning is asked twice", async () => {
  const { page } = await table();
  assert.ok(await awaitTurn(page));
  await more(page, "Resign");
  await page.getByRole("button", { name: "Cancel" }).click();
  await more(page, "Resign");
  await page.locator("dialog").getByRole("button", { name: "Resign" }).click();
  await page.locator(".result").waitFor();
  assert.match(await page.locator(".result h1").textContent(), /Careful computer wins/);
  await close(page);
});

test("a feature tells what it is worth, and the past can be stepped through", async () => {
  const { page } = await table();
  assert.ok(await awaitTurn(page));
  await clickTurn(page);
  assert.ok(await awaitTurn(page));
  const box = await page.locator(".layer.tiles img").first().boundingBox();
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await page.locator(".info h2", { hasText: "Road" }).waitFor();
  assert.match(await page.locator(".info").textContent(), /If the game ended now: \d+ points?/);
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => !document.querySelector(".info .panel"));
  await more(page, "Step through the game");
  await page.getByRole("button", { name: "To the beginning" }).click();
  assert.equal(await page.locator(".layer.tiles img").count(), 1);
  await page.locator(".replay").getByRole("button", { name: "Next" }).click();
  await page.locator(".replay").getByRole("button", { name: "Next" }).click();
  assert.equal(await page.locator(".layer.tiles img").count(), 2);
  await page.reload();
  await page.locator(".replay .at", { hasText: "Turn 1 of 2" }).waitFor();
  assert.equal(await page.locator(".layer.tiles img").count(), 2);
  await page.getByRole("button", { name: "Back to the present" }).click();
  assert.equal(await page.locator(".layer.tiles img").count(), 3);
  await clickTurn(page);
  await close(page);
});

test("a table that does not exist is said so", async () => {
  const page = await newPage(scene.browser, scene.server.base);
  page.expected = /404/;
  await page.goto("/t/zw00000000000001");
  await page.locator(".notice h1", { hasText: "There is no such table" }).waitFor();
  await page.context().close();
});

test("a clock that runs out ends the seat's game", async () => {
  const { page } = await table({ clock: { type: "turn", seconds: 5 } });
  await page
    .locator(".clock", { hasText: /^0:0\d$/ })
    .first()
    .waitFor();
  await page.locator(".result").waitFor();
  assert.match(await page.locator(".lines").textContent(), /time is up/);
  await close(page);
});

test("touch on a telephone: drag, tap, confirm", async () => {
  const page = await newPage(scene.browser, scene.server.base, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const { game } = await makeTable(page, scene.server.base, { ...arranged(SIX, 2), seats: [person("Ania"), computer] });
  await page.goto(`/t/${game}`);
  while (await awaitTurn(page)) {
    const before = await version(page);
    await page.locator(".cell.place").first().tap();
    await page.locator(".confirm:not([disabled])").waitFor();
    await settled(page);
    if (await page.locator(".spot").count()) await page.locator(".spot").first().tap();
    await page.locator(".confirm").tap();
    await page.waitForFunction((before) => document.querySelector(".table-page").dataset.version !== before, before);
  }
  await page.locator(".ending .panel").waitFor();
  await page.getByRole("tab", { name: "Tiles left" }).tap();
  await page.locator(".left").waitFor();
  await close(page);
});
