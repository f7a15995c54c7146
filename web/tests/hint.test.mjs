// Hints: asked for by pointer and by key, shown on the board, taken with one click more; only where the table allows them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { arranged, awaitTurn, check, clickTurn, computer, makeTable, open, person, settled, unbracketed, visit, PHONE } from "./browser.mjs";
import { device, enter, moved, scene, sitDown, version } from "./scene.mjs";

const TILES = ["U", "E", "V", "W"];
const button = (page) => page.locator(".hint-button");
const advice = (page) => page.locator(".advice button");
const hints = (page) => page.locator(".lines .line", { hasText: "asks the computer for a hint" });

/** Sits down and asks; the answer comes when it is let go. @returns {Promise<() => void>} */
async function asks(page) {
  await sitDown(page, TILES, [person("Ania"), computer]);
  await awaitTurn(page);
  let answer = () => {};
  await page.route("**/hint", (route) => (answer = () => route.continue()));
  await button(page).waitFor();
  const asked = page.waitForRequest("**/hint");
  await page.keyboard.press("h");
  await asked;
  return () => answer();
}

for (const [size, options] of [
  ["desk", {}],
  ["phone", PHONE],
]) {
  test(`${size}: a hint is shown on the board and taken with one click`, async () => {
    const page = await device(options);
    await sitDown(page, TILES, [person("Ania"), computer]);
    await awaitTurn(page);
    await button(page).click();
    await advice(page).waitFor();
    assert.match(
      await advice(page).textContent(),
      /The computer would play this\. (Expected (lead|deficit) at the end: \d+ points?|Expected to end even)\. Chance of winning: \d+%\./,
    );
    await page.locator(".ghost.put").waitFor();
    await check(page, size);
    const before = await version(page);
    await page.locator(".confirm:not([disabled])").click();
    await moved(page, before);
    await awaitTurn(page);
    await button(page).waitFor();
    assert.equal(await advice(page).count(), 0, "it was about another turn");
    assert.equal(await hints(page).count(), 1);
  });
}

test("by keyboard: H asks, Escape leaves it, H shows it again, Enter takes it", async () => {
  const page = await device();
  await sitDown(page, TILES, [person("Ania"), computer]);
  await awaitTurn(page);
  await page.keyboard.press("h");
  await page.locator(".ghost.put").waitFor();
  const suggested = await page.locator(".ghost.put").getAttribute("src");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await page.locator(".ghost.put").waitFor({ state: "detached" });
  await page.keyboard.press("h");
  await page.locator(".ghost.put").waitFor();
  assert.equal(await page.locator(".ghost.put").getAttribute("src"), suggested);
  await page.locator(".confirm:not([disabled])").waitFor();
  const before = await version(page);
  await page.locator("bastide-board").focus();
  await page.keyboard.press("Enter");
  await moved(page, before);
  assert.equal(await hints(page).count(), 1, "for one turn it is told once");
});

test("two people: no hints at first; where they are wanted, the other one sees it", async () => {
  const [ania, radu] = [await device(), await device()];
  const seats = [person("Ania"), open];
  const without = await makeTable(ania, scene.server.base, { ...arranged(TILES, 2), seats });
  const made = await makeTable(ania, scene.server.base, { ...arranged(TILES, 2), seats, hints: true });
  for (const [game, sit, wanted] of [
    [without.game, without.sit, false],
    [made.game, made.sit, true],
  ]) {
    await ania.goto(`/t/${game}`);
    await enter(radu, sit);
    await radu.locator(".sit input").fill("Radu");
    await radu.locator(".sit button").click();
    const start = ania.getByRole("button", { name: "Start" });
    await start.click();
    await awaitTurn(ania);
    assert.equal(await button(ania).count(), wanted ? 1 : 0);
  }
  assert.equal(await button(radu).count(), 0, "it is not Radu's turn");
  await ania.keyboard.press("h");
  await advice(ania).waitFor();
  await hints(radu).waitFor();
});

test("the steps of the dragon are advised on, too", async () => {
  const page = await device();
  await sitDown(page, ["dragon-01", "dragon-16", "V"], [person("Ania"), person("Radu")], { hints: true });
  let steps = 0;
  for (let n = 0; n < 9 && (await awaitTurn(page)); n++) {
    await page.keyboard.press("h");
    await advice(page).waitFor();
    const told = await advice(page).textContent();
    assert.match(told, /The computer would/);
    if (/move the dragon: (North|East|South|West)/.test(told)) steps += 1;
    if (/dragon/.test(told)) await page.locator("bastide-bar .chip.on").click();
    else await page.locator(".confirm:not([disabled])").click();
    // The hint itself is a line of the log; when the move has come it is gone.
    await advice(page).waitFor({ state: "detached" });
  }
  assert.ok(steps > 0, "the dragon woke");
});

test("what somebody chooses while the computer thinks stays as it is, and the hint is there on a press", async () => {
  const page = await device();
  const answer = await asks(page);
  await page.locator(".hint-button.asking").waitFor();
  await page.locator(".cell.place").first().click();
  await page.locator(".confirm:not([disabled])").waitFor();
  const own = await page.locator(".confirm").textContent();
  const laid = await page.locator(".ghost.put").boundingBox();
  answer();
  await advice(page).waitFor();
  assert.equal(await advice(page).textContent(), "The computer has a hint. Press to see it.");
  assert.equal(await page.locator(".confirm").textContent(), own);
  assert.deepEqual(await page.locator(".ghost.put").boundingBox(), laid);
  await advice(page).click();
  await page.locator(".advice", { hasText: "The computer would play this" }).waitFor();
});

test("when something else is chosen than the hint, it is there on a press again", async () => {
  const page = await device();
  await sitDown(page, TILES, [person("Ania"), computer]);
  await awaitTurn(page);
  const [ready, shown] = ["The computer has a hint", "The computer would play this"].map((hasText) => page.locator(".advice", { hasText }));
  const confirm = page.locator(".confirm:not([disabled])");
  await page.keyboard.press("h");
  await shown.waitFor();
  await confirm.waitFor();
  const put = await page.locator(".ghost.put").boundingBox();
  const again = async (what) => {
    await ready.waitFor();
    await page.keyboard.press("h");
    await shown.waitFor();
    await confirm.waitFor();
    assert.deepEqual(await page.locator(".ghost.put").boundingBox(), put, what);
  };
  // Another figure or none, whichever the hint is not.
  const figure = page.locator("bastide-bar .options .chip:not(.on)");
  await figure.first().click();
  await again("figure");
  await page.keyboard.press("r");
  await again("rotation");
  await page.locator(".cell.place").first().click();
  await again("cell");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await page.locator(".ghost.put").waitFor({ state: "detached" });
  await again("taken back");
});

test("a hint that comes after the page was left changes nothing there", async () => {
  const page = await device();
  const answer = await asks(page);
  await page.locator("a.home").click();
  await page.locator(".topbar").waitFor();
  const answered = page.waitForResponse("**/hint");
  answer();
  await (await answered).finished();
  await settled(page);
  assert.doesNotMatch(await page.title(), /●/);
  assert.equal(await page.locator("#page").getAttribute("data-stage"), null);
});

test("a busy computer says so in a sentence", async () => {
  const page = await device();
  await sitDown(page, TILES, [person("Ania"), computer]);
  await awaitTurn(page);
  await page.route("**/hint", (route) =>
    route.fulfill({ status: 503, contentType: "application/json", body: JSON.stringify({ code: "analysts-busy", message: "later" }) }),
  );
  page.expected = /503/;
  await button(page).click();
  await page.locator(".banner", { hasText: "too many games to look at" }).waitFor();
  await page.unroute("**/hint");
  await button(page).click();
  await advice(page).waitFor();
});

test("setting up: levels by name with a sentence each, and hints as a choice", async () => {
  const page = await device({ language: "x-pseudo" });
  await visit(page, "/new?for=computer");
  const level = page.locator(".seat-player select");
  for (const name of ["level-1", "level-5"]) {
    await level.selectOption(name);
    assert.match(await page.locator(".seat-player .small").textContent(), name === "level-1" ? /first game/ : /as well as it can/);
  }
  assert.ok(await page.locator("input[name=hints]").isChecked(), "one person against the computer");
  await page.locator(".seat-type").nth(1).selectOption("open");
  assert.ok(!(await page.locator("input[name=hints]").isChecked()), "a friend comes");
  await page.locator("input[name=hints]").check();
  await page.locator(".seat-type").nth(1).selectOption("device");
  assert.ok(await page.locator("input[name=hints]").isChecked(), "what was chosen stays");
  assert.deepEqual(await unbracketed(page), []);
  await page.locator(".setup-bar .primary").click();
  await awaitTurn(page);
  await page.keyboard.press("h");
  await advice(page).waitFor();
  assert.deepEqual(await unbracketed(page, ["Bastide"]), []);
  await clickTurn(page);
});
