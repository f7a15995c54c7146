// The guided game, a board of one's own and what lies over a table: for people with assistive technology, on every size
// and in every look, and with no word that translators never saw.

import assert from "node:assert/strict";
import { test } from "node:test";
import { arranged, awaitTurn, check, clickTurn, makeTable, newDevice, open, person, settled, unbracketed, PHONE } from "./browser.mjs";
import { scene } from "./scene.mjs";

const LOOKS = [
  ["desk", "x-pseudo", {}, { light: "light" }],
  ["phone", "x-pseudo", PHONE, { theme: "winter", light: "dark" }],
  ["phone", "ro", PHONE, { light: "dark" }],
  ["desk", "pl", {}, { theme: "winter", light: "light" }],
];
/** Names are typed by people, whatever page they stand on. */
const NAMES = /Ania|Radu|Bruno|Bastide|⟦/;

for (const [size, language, options, look] of LOOKS) {
  const device = () => newDevice(scene.browser, scene.server.base, language, options, look);
  const examine = async (page, what) => {
    await settled(page);
    await check(page, `${what} ${size} ${language}`);
    if (language === "x-pseudo")
      assert.deepEqual(
        (await unbracketed(page)).filter((text) => !NAMES.test(text)),
        [],
        what,
      );
  };
  const more = async (page, key) => {
    const button = page.locator(`.more [data-key="${key}"]`);
    if (!(await button.isVisible())) await page.locator(".tabs [data-key=more]").click();
    await button.click();
  };

  test(`${size}, ${language}: the guided game`, async () => {
    const page = await device();
    await page.goto("/");
    await page.locator(".learn").click();
    await page.locator(".cell.place").waitFor();
    await examine(page, "lay");
    await page.locator(".cell.place").click();
    await page.locator("bastide-bar .options .chip").click();
    await examine(page, "figure");
    await page.locator(".confirm:not([disabled])").click();
    await page.locator("[data-lesson=done]").waitFor();
    await examine(page, "read");
    await page.context().close();
  });

  test(`${size}, ${language}: a board of one's own, what can be shared and checked, a second tab`, async () => {
    const page = await device();
    const { game } = await makeTable(page, scene.server.base, { ...arranged(["U", "V", "E", "W"], 2), seats: [person("Ania"), person("Radu")] });
    await page.goto(`/t/${game}`);
    await awaitTurn(page);
    await clickTurn(page);
    await more(page, "share");
    await page.locator("dialog .qr").waitFor();
    await examine(page, "share");
    await page.keyboard.press("Escape");
    await more(page, "fair");
    await page.locator("dialog").waitFor();
    await examine(page, "fair");
    await page.keyboard.press("Escape");
    await more(page, "replay");
    await page.locator(".replay").waitFor();
    await examine(page, "replay");
    await page.locator(".replay [data-key=try]").click();
    await page.locator(".trial").waitFor();
    await examine(page, "try");
    await page.locator('.trial [data-key="trial.back"]').click();
    await page.locator(".draw").first().waitFor();
    await examine(page, "draw");
    const twin = await page.context().newPage();
    twin.faults = [];
    await twin.goto(`${scene.server.base}/t/${game}`);
    await twin.locator(".banner button").waitFor();
    await examine(twin, "twin");
    await page.context().close();
  });

  test(`${size}, ${language}: a table that waits, and one that is not there`, async () => {
    const page = await device();
    const { game } = await makeTable(page, scene.server.base, { setup: { seats: 3 }, seats: [person("Ania"), open] });
    await page.goto(`/t/${game}`);
    await page.locator(".qr").waitFor();
    await page.locator(".sit-more summary").first().click();
    await examine(page, "gathering");
    await page.goto("/t/zw00000000000001");
    await page.locator(".notice").waitFor();
    page.faults.length = 0;
    await examine(page, "nothing");
    await page.context().close();
  });
}
