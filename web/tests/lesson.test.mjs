// The guided first game: one click from the start page, by clicks and by keyboard, in every language, and left any time.

import assert from "node:assert/strict";
import { test } from "node:test";
import { newPage, PHONE } from "./browser.mjs";
import { scene } from "./scene.mjs";

/** A device in the guided game. */
async function begin(language, options = {}, from = "/") {
  const page = await newPage(scene.browser, scene.server.base, options);
  await page.addInitScript((language) => localStorage.setItem("bastide.language", language), language);
  await page.goto(from);
  await page.locator(".learn").click();
  await page.locator(".cell.place").first().waitFor();
  return page;
}

const words = (page) => page.locator(".coach-words").textContent();
const scores = (page) => page.locator(".seat .score").allTextContents();

/** Does what the lesson points at, by clicks. */
async function turn(page) {
  await page.locator(".cell.place").first().click();
  await page.locator(".confirm").waitFor();
  await page.waitForFunction(() => ["figure", "confirm"].includes(document.querySelector("[data-lesson]").dataset.lesson));
  await page.waitForFunction(() => document.querySelector(".confirm:not([disabled])") || document.querySelector(".options .chip"));
  const asked = await words(page);
  const chip = page.locator("bastide-bar .options .chip:not(.on)");
  if (await chip.count()) await chip.first().click();
  await page.locator(".confirm:not([disabled])").click();
  return asked;
}

for (const [language, options] of [
  ["en", {}],
  ["pl", PHONE],
  ["ro", PHONE],
]) {
  test(`${language}: seven turns from the first tile to the result`, async () => {
    const page = await begin(language, options);
    const said = new Set();
    for (let n = 1; n <= 7; n++) {
      if (n < 7) assert.equal(await page.locator(".cell.place").count(), 1, `turn ${n} points at one square`);
      // The arrow is placed by the square that it is on.
      assert.equal(
        await page
          .locator(".cell.place")
          .first()
          .evaluate((cell) => getComputedStyle(cell).position),
        "relative",
      );
      said.add(await words(page));
      said.add(await turn(page));
      if (n === 7) break;
      await page.locator("[data-lesson=done] .coach .primary").click();
      await page.locator("[data-lesson=lay] .cell.place").first().waitFor();
      if (n === 3) {
        assert.deepEqual(await scores(page), ["3", "0"]);
        await page.reload();
        await page.locator(".cell.place").first().waitFor();
      }
    }
    assert.equal(said.size, 14, "every tile and every figure has words of its own");
    await page.locator(".ending .panel").waitFor();
    assert.match((await page.locator(".coach-step").textContent()) ?? "", /\S/);
    await page.locator("[data-lesson=scoring] .scoring").waitFor();
    await page.locator('.scoring [data-key="skip"]').click();
    await page.locator("[data-lesson=end] .result").waitFor();
    const [own, rival] = (await scores(page)).map(Number);
    assert.ok(own >= 20 && rival < 12, `${own} to ${rival}`);
    assert.ok([...said].every((text) => !text.startsWith("lesson.")));
    assert.deepEqual(page.faults, []);
    await page.context().close();
  });
}

test("by keyboard alone, from the rules", async () => {
  const page = await begin("en", {}, "/help");
  for (let n = 1; n <= 7; n++) {
    for (const key of ["ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft"]) {
      if (!(await page.locator(".ghost.put").count())) await page.keyboard.press(key);
    }
    await page.waitForFunction(() => document.querySelector(".confirm:not([disabled])") || document.querySelector(".options .chip"));
    if (n < 7) await page.keyboard.press("1");
    await page.locator(".confirm:not([disabled])").waitFor();
    await page.keyboard.press("Enter");
    if (n === 7) break;
    await page.locator("[data-lesson=done]").waitFor();
    await page.keyboard.press("Enter");
    await page.locator("[data-lesson=lay] .cell.place").first().waitFor();
  }
  await page.locator(".ending .panel").waitFor();
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("whoever leaves is not asked back", async () => {
  const page = await begin("en");
  await turn(page);
  await page.getByRole("button", { name: "Leave the lesson" }).click();
  await page.waitForURL(`${scene.server.base}/`);
  await page.locator(".games").waitFor({ state: "attached" });
  assert.equal(await page.locator(".badge.now").count(), 0);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});
