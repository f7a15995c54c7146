// What somebody new to the table runs into: where the result is, where the next game is, who is who, what to do about a
// seat that nobody takes.

import assert from "node:assert/strict";
import { test } from "node:test";
import { awaitTurn, check, clickTurn, computer, open, person, settled } from "./browser.mjs";
import { confirm, device, enter, lay, more, scene, sitDown, tab } from "./scene.mjs";

const TWO = [person("Ania"), person("Radu")];

async function join(page, secret, name) {
  await enter(page, secret);
  await page.locator(".sit input").first().fill(name);
  await page.locator(".sit .primary").first().click();
}

/** A host and a guest in a game of these tiles. */
async function twoDevices(tiles, { guest: options = {}, ...more } = {}) {
  const [host, guest] = [await device(), await device(options)];
  const { sit } = await sitDown(host, tiles, [person("Ania"), open], more);
  await join(guest, sit, "Radu");
  await host.locator('[data-key="start"]').click();
  await Promise.all([host, guest].map((page) => page.locator("bastide-sheet .seat").first().waitFor()));
  return [host, guest];
}

test("the final scoring has no empty steps, and is not begun again after looking back", async () => {
  const page = await device();
  await sitDown(page, [..."UVV"], TWO);
  await lay(page, 1, 0, 0, "thief");
  await lay(page, -1, 0, 3, "farmer");
  await lay(page, 2, 0, 1);
  await page.locator(".ending .panel").waitFor();
  // Radu's farmer lies at no finished city: that is told in the log and nowhere else.
  assert.match(await page.locator(".lines").textContent(), /Field without a finished city: Radu goes without/);
  while (await page.locator(".scoring").count()) {
    assert.ok(await page.locator(".sums .plus").count(), "every step brings somebody something");
    await page.locator('.scoring [data-key="next"]').click();
  }
  await page.locator('.result [data-key="replay"]').click();
  await page.locator('.replay [data-key="table.replay-first"]').click();
  await page.locator('.replay [data-key="live"]').click();
  await page.locator(".result").waitFor();
  await page.locator('.result [data-key="look"]').click();
  await page.locator('.recall [data-key="result"]').click();
  await page.locator(".result").waitFor();
});

test("a rematch is told to everybody, with the way to it", async () => {
  const [host, guest] = await twoDevices([..."UV"]);
  for (const page of [host, guest]) {
    await awaitTurn(page);
    await clickTurn(page);
  }
  await guest.locator(".scoring").waitFor();
  await host.locator('[data-key="skip"]').click();
  await host.locator('[data-key="again"]').click();
  await guest.locator(".banner", { hasText: "meet again" }).waitFor();
  assert.equal(await guest.locator(".scoring").count(), 1, "nobody is torn away from the scoring");
  await guest.locator('.banner [data-key="way"]').click();
  await host.waitForURL(/\/t\//);
  await guest.waitForFunction((url) => location.href === url, host.url());
});

test("a seat that nobody takes goes to the computer, or away", async () => {
  const host = await device();
  await sitDown(host, [..."UVWE"], [person("Ania"), open, open, open]);
  await host.locator(".gathering").waitFor();
  await host.locator('[data-key="give 2"]').selectOption("level-1");
  await host.locator(".chairs .name", { hasText: "Apprentice" }).waitFor();
  await host.locator('[data-key="drop 3"]').click();
  await host.waitForFunction(() => document.querySelectorAll(".chairs li").length === 3);
  await host.locator('[data-key="drop 3"]').click();
  await host.waitForFunction(() => document.querySelectorAll(".chairs li").length === 2);
  await host.locator('[data-key="away 2"]').click();
  await host.locator('[data-key="give 2"]').selectOption("level-1");
  await host.locator('[data-key="start"]:not([disabled])').click();
  assert.ok(await awaitTurn(host));
  const sheet = await host.locator("bastide-sheet").innerText();
  assert.match(sheet, /Ania\s+you/);
  assert.match(sheet, /Apprentice\s[\d\s]*computer/);
  assert.equal(await host.locator(".lines").evaluate((list) => /Seat 3 is taken away/.test(list.textContent)), true);
});

test("a question says how long it waits, and what became of it", async () => {
  const [host, guest] = await twoDevices([..."UVWE"]);
  await clickTurn(host);
  await more(host, "table.menu-take-back ");
  await host.locator(".countdown", { hasText: /\d+ seconds left/ }).waitFor();
  await guest.locator(".countdown", { hasText: /\d+ seconds left/ }).waitFor();
  await guest.locator('.question [data-key="no"]').click();
  await host.locator(".banner", { hasText: "Radu does not agree" }).waitFor();
  await more(host, "table.menu-end ");
  await guest.locator(".question .panel").waitFor();
  await clickTurn(guest);
  await host.locator(".banner", { hasText: "the question has lapsed" }).waitFor();
});

test("the language is changed at the table", async () => {
  const page = await device();
  await sitDown(page, [..."UV"], TWO);
  assert.ok(await awaitTurn(page));
  await tab(page, "more");
  await page.locator(".more .language").selectOption("pl");
  await page.locator("bastide-bar .prompt", { hasText: "Wybierz" }).waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.lang), "pl");
  assert.ok(await page.locator('.tabs [data-key="more"]', { hasText: "Więcej" }).count());
});

test("who has no name has a number, in the language of whoever looks", async () => {
  const [host, guest] = [await device(), await device({ language: "ro" })];
  const { watch } = await sitDown(host, [..."UV"], [person(""), computer]);
  assert.ok(await awaitTurn(host));
  await host.locator(".seat .name", { hasText: "Player 1" }).waitFor();
  await enter(guest, watch);
  await guest.locator(".seat .name", { hasText: "Jucătorul 1" }).waitFor();
});

test("who has come nearer stays as near while stepping through a game", async () => {
  const page = await device();
  await sitDown(page, [..."UVWEDJ"], TWO);
  for (let n = 0; n < 4 && (await awaitTurn(page)); n++) await clickTurn(page, { figure: false });
  await more(page, "replay");
  await page.locator('.replay [data-key="table.replay-first"]').click();
  for (let n = 0; n < 4; n++) await page.keyboard.press("+");
  const size = async () => (await page.locator(".layer.tiles img").first().boundingBox()).width;
  await settled(page);
  const near = await size();
  for (let n = 0; n < 4; n++) await page.keyboard.press("ArrowRight");
  await settled(page);
  assert.ok(Math.abs((await size()) - near) < 2);
  await page.locator('.replay [data-key="try"]').click();
  await page.locator(".trial").waitFor();
  await settled(page);
  assert.ok(Math.abs((await size()) - near) < 2);
});

test("few tiles of the past are shown larger than all of the end", async () => {
  const page = await device();
  await sitDown(page, [..."UUUUUUUU"], TWO);
  for (let n = 0; n < 8 && (await awaitTurn(page)); n++) {
    const x = await page.evaluate(() =>
      Math.max(
        ...document
          .querySelector("bastide-board")
          .table.choice.places()
          .map((place) => place.x),
      ),
    );
    await page.locator(`.cell.place[data-x="${x}"]`).first().click();
    await confirm(page);
  }
  const size = async () => (await page.locator(".layer.tiles img").first().boundingBox()).width;
  await page.locator('.result [data-key="replay"]').click();
  await page.locator(".replay").waitFor();
  await settled(page);
  const all = await size();
  await page.locator('.replay [data-key="table.replay-first"]').click();
  await settled(page);
  assert.ok((await size()) > 1.4 * all, `${all}, then ${await size()}`);
});

test("messages are offered only where they can come", async () => {
  const page = await device();
  await page.addInitScript(() => Object.defineProperty(globalThis, "isSecureContext", { value: false }));
  await sitDown(page, [..."UV"], TWO);
  assert.ok(await awaitTurn(page));
  await tab(page, "more");
  await page.locator(".more .hint", { hasText: "https" }).waitFor();
  assert.equal(await page.locator('.more [data-key="table.menu-calls"]').count(), 0);
});

const SIDEWAYS = { viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true };

test("a telephone on its side is played with", async () => {
  const page = await device({ ...SIDEWAYS });
  await sitDown(page, [..."UVWE"], [person("Ania"), computer]);
  for (let turns = 0; await awaitTurn(page); turns++) {
    const cell = await page.locator(".cell.place").first().boundingBox();
    const bar = await page.locator("bastide-bar").boundingBox();
    assert.ok(cell.width >= 44 || turns > 0, `cells are ${cell.width} wide`);
    assert.ok(cell.y >= 0 && cell.y + cell.height <= bar.y + 1, "the bar covers no cell");
    await page.locator(".cell.place").first().tap();
    await page.locator(".confirm:not([disabled])").waitFor();
    if (!turns) await check(page, "sideways");
    await page.locator(".confirm").tap();
    await page.waitForFunction(() => !document.querySelector(".ghost.put"));
  }
  await page.locator(".ending .panel").waitFor();
});

for (const [name, viewport] of Object.entries({ upright: { width: 390, height: 844 }, sideways: SIDEWAYS.viewport, tiny: { width: 320, height: 256 } })) {
  test(`${name}: what lies over the board can be put away, and home is at hand`, async () => {
    const page = await device({ ...SIDEWAYS, viewport });
    await sitDown(page, [..."UV"], TWO);
    await page.locator(".cell.place").first().waitFor();
    await page.locator('.tabs [data-key="more"]').tap();
    await page.locator(".drawer.open .pages .close").tap();
    assert.equal(await page.locator(".drawer.open").count(), 0);
    const home = await page.locator(".home").boundingBox();
    assert.ok(home.width >= 24 && home.x >= 0 && home.y + home.height <= viewport.height + 1);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth && document.documentElement.scrollHeight <= innerHeight + 1));
    await page.locator(".home").tap();
    await page.locator(".ways-in").waitFor();
  });
}

test("a small telephone: play is in sight, and no keyboard comes up by itself", async () => {
  const page = await device({ ...SIDEWAYS, viewport: { width: 360, height: 640 }, language: "pl" });
  await page.goto("/");
  await page.locator(".way-computer").tap();
  const play = page.locator("dialog .primary");
  const box = await play.boundingBox();
  assert.ok(box.y + box.height <= 640);
  assert.equal(await page.evaluate(() => document.activeElement.tagName), "BUTTON");
  await page.goto("/new?for=friends");
  await page.locator(".set-card").first().waitFor();
  const wide = await page.evaluate(() =>
    [...document.querySelectorAll(".set-card *")]
      .filter((part) => !part.closest(".land") && part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).display !== "inline")
      .map((part) => part.className),
  );
  assert.deepEqual(wide, []);
});

test("house rules are those of the sets chosen", async () => {
  const page = await device();
  await page.goto("/new?for=device");
  await page.locator("details.house-rules > summary").click();
  assert.equal(await page.locator(".knob-group").count(), 1);
  await page.getByLabel("The River", { exact: false }).first().check();
  assert.equal(await page.locator(".knob-group").count(), 2);
  await page.locator("input[name=knob-river-turns][value=ever]").check();
  await page.getByLabel("The River", { exact: false }).first().uncheck();
  assert.equal(await page.locator(".knob-group").count(), 1);
  assert.equal(await page.locator(".house-rules .badge").isVisible(), false);
});

test("a bag of one's own, in an order of one's own", async () => {
  const page = await device();
  await page.goto("/new?for=device");
  await page.locator("input[name=tiles][value=bag]").check();
  await page.locator('.bag-tiles [data-kind="V"] .bag-more').click();
  await page.locator('.bag-tiles [data-kind="river-03"] .bag-more').click();
  await page.locator('.bag-tiles [data-kind="river-03"] .bag-less').click();
  await page.locator('.bag-tiles [data-kind="V"] .bag-more').click();
  await page.locator('.bag-tiles [data-kind="U"] .bag-more').click();
  await page.getByLabel("Draw the tiles in this order").check();
  assert.equal(await page.locator(".bag-order li").count(), 3);
  await page.locator(".bag-order button").first().click();
  await page.locator(".setup-bar button").click();
  await page.waitForURL("**/t/*");
  const { table } = await (await page.context().request.get(`${scene.server.base}/api/tables/${page.url().split("/t/")[1]}`)).json();
  assert.deepEqual([table.setup.bag, table.setup.arranged], [{ U: 1, V: 1 }, ["V", "U"]]);
  assert.ok(await awaitTurn(page));
  await tab(page, "left");
  await page.locator(".left .hint", { hasText: "laid down" }).waitFor();
});
