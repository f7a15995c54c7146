// Everything that a table can show, in every language, size and theme: nothing that hinders people with assistive
// technology, nothing wider than the screen, and in the pseudo-language no text that was not given to translators.

import assert from "node:assert/strict";
import { test } from "node:test";
import { PHONE, TABLET, awaitTurn, check, clickTurn, open, person, settled, unbracketed } from "./browser.mjs";
import { chip, closeDrawer, confirm, device, enter, lay, more, put, sitDown, tab } from "./scene.mjs";

const TWO = [person("Ania"), person("Radu")];
const TYPED = ["Ania", "Radu", "Good luck!"];

const TOURS = [
  { language: "en", look: { theme: "winter", light: "light" } },
  { language: "pl", size: "tablet", look: { light: "dark" }, ...TABLET },
  { language: "ro", size: "phone", look: { theme: "winter", light: "dark" }, ...PHONE },
  { language: "x-pseudo", look: { light: "light" } },
];

for (const { size = "desk", ...options } of TOURS) {
  const { language, look } = options;
  const name = `${language}, ${size}, ${look.theme ?? "classic"}, ${look.light}`;

  /** Looks closely at what is shown. */
  async function behold(page, what) {
    await settled(page);
    assert.equal(await page.getAttribute("html", "lang"), language === "x-pseudo" ? "en-x-pseudo" : language);
    if (language === "x-pseudo") assert.deepEqual(await unbracketed(page, TYPED), [], what);
    await check(page, `${name}: ${what}`);
  }

  test(`${name}: gathering, questions, chat, the end and the past`, async () => {
    const [host, guest] = [await device(options), await device(options)];
    const { sit } = await sitDown(host, [..."UVE"], [person("Ania"), open]);
    await host.locator(".qr").waitFor();
    await behold(host, "gathering, with links");
    await enter(guest, sit);
    await guest.locator("form.sit input").fill("Radu");
    await behold(guest, "sitting down");
    await guest.locator("form.sit button").click();
    await host.locator('[data-key="start"]:not([disabled])').waitFor();
    await behold(host, "all are here");
    await behold(guest, "waiting for the start");
    await host.locator('[data-key="start"]').click();
    assert.ok(await awaitTurn(host));
    await behold(guest, "somebody else's turn");
    await tab(host, "chat");
    await host.locator(".chat input").fill("Good luck!");
    await host.locator(".chat form button").click();
    await host.locator(".said .seat-1").waitFor();
    await behold(host, "chat");
    await tab(guest, "log");
    await behold(guest, "unread");
    await tab(guest, "left");
    await closeDrawer(host);
    await clickTurn(host);
    await more(host, "table.menu-take-back ");
    await guest.locator(".question .panel").waitFor();
    assert.equal(await guest.locator(".drawer.open").count(), 0, "nothing lies over a question");
    await behold(guest, "a question");
    await behold(host, "a question of one's own");
    await guest.locator('.question [data-key="no"]').click();
    await more(host, "table.menu-end ");
    await guest.locator('.question [data-key="yes"]').click();
    await host.locator(".scoring").waitFor();
    assert.equal(await host.locator(".drawer.open").count(), 0, "nothing lies over the end");
    await behold(host, "final scoring");
    await host.locator('.scoring [data-key="skip"]').click();
    await host.locator(".result").waitFor();
    await behold(host, "the result");
    await host.locator('.result [data-key="replay"]').click();
    await host.locator('.replay [data-key="table.previous"]').click();
    await behold(host, "the past");
    if (language === "en") assert.ok((await host.locator(".replay").boundingBox()).height < 70, "all ways through the past are in one row");
  });

  test(`${name}: a turn`, async () => {
    const page = await device(options);
    await sitDown(page, [..."UVEW"], TWO, { clock: { type: "game", seconds: 600, increment: 5 } });
    assert.ok(await awaitTurn(page));
    await behold(page, "a tile in hand");
    await put(page, 1, 0, 0);
    await behold(page, "a tile put down");
    await chip(page, "thief").click();
    await behold(page, "a figure chosen");
    await confirm(page);
    const box = await page.locator(".layer.tiles img").first().boundingBox();
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await page.locator(".info .panel").waitFor();
    await behold(page, "a feature");
    await page.keyboard.press("Escape");
    await tab(page, "left");
    await behold(page, "the tiles left");
    await more(page, "table.menu-projected");
    await more(page, "table.menu-fields");
    await page.locator(".projected").first().waitFor();
    await behold(page, "more");
    await more(page, "device");
    await page.locator("dialog .qr").waitFor();
    await behold(page, "another device");
    await page.locator("dialog .close").click();
    await more(page, "resign");
    await behold(page, "resigning");
  });

  test(`${name}: the special decisions`, async () => {
    const page = await device(options);
    await sitDown(page, ["dragon-01", "dragon-16", "V", "V"], TWO);
    assert.ok(await awaitTurn(page));
    await lay(page, 0, -1, 0);
    await lay(page, 1, 0, 0, "thief");
    await page.locator(".cell.step").first().waitFor();
    await behold(page, "the dragon");
    await sitDown(page, ["U", "V", "U", "V", "U", "U"], TWO, { setup: { parts: { builder: true }, knobs: { "extra-tile": "may" } } });
    assert.ok(await awaitTurn(page));
    await lay(page, 1, 0, 0, "thief");
    await lay(page, -1, 0, 3);
    await lay(page, 2, 0, 0, "builder");
    await lay(page, -1, -1, 1);
    await lay(page, 3, 0, 0);
    await page.locator('[data-key="table.take-extra"]').waitFor();
    await behold(page, "a second tile");
    await sitDown(page, ["N", "dragon-20", "V", "dragon-08"], TWO, { setup: { parts: { fairy: true, portal: true } } });
    assert.ok(await awaitTurn(page));
    await lay(page, 0, 1, 2, "knight");
    await page.locator('.cell.place[data-x="1"][data-y="1"]').click();
    await page.locator('[data-key="tab evict"]').click();
    await behold(page, "the princess");
    await page.locator('[data-key="back"]').click();
    await lay(page, 1, 1, 0);
    await page.locator(".cell.place").first().click();
    await page.locator('[data-key="tab fairy"]').click();
    await behold(page, "the fairy");
    await page.locator(".spot.fairy").first().click();
    await confirm(page);
    await page.locator(".cell.place").first().click();
    await page.locator('[data-key="tab portal"]').click();
    await behold(page, "the portal");
  });

  test(`${name}: what cannot be shown`, async () => {
    const page = await device(options);
    await page.goto("/t/zw00000000000001");
    await page.locator(".notice h1").waitFor();
    page.faults.length = 0;
    await behold(page, "no such table");
  });
}
