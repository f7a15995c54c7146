// What reaches somebody who looks elsewhere: sounds and the browser's messages, each only if wanted.

import assert from "node:assert/strict";
import { test } from "node:test";
import { arranged, awaitTurn, clickTurn, computer, makeTable, newPage, person } from "./browser.mjs";
import { scene } from "./scene.mjs";

/** A page that counts what sounds and what is called out, and that can be looked away from. */
async function listener(answer = "granted") {
  const page = await newPage(scene.browser, scene.server.base);
  await page.addInitScript((answer) => {
    const counts = { sounds: 0, calls: /** @type {string[]} */ ([]), away: false };
    Object.assign(window, { counts });
    for (const Source of [OscillatorNode, AudioBufferSourceNode]) {
      const start = Source.prototype.start;
      Source.prototype.start = function (...when) {
        counts.sounds += 1;
        return start.apply(this, when);
      };
    }
    window.Notification = class {
      static permission = localStorage.getItem("test.asked") ? answer : "default";
      static async requestPermission() {
        localStorage.setItem("test.asked", "yes");
        return (window.Notification.permission = answer);
      }
      constructor(title, { body }) {
        counts.calls.push(`${title}: ${body}`);
      }
    };
    Object.defineProperty(document, "hidden", { get: () => counts.away });
  }, answer);
  const { game } = await makeTable(page, scene.server.base, { ...arranged(["U", "V", "E", "W", "D", "J", "N", "R"], 2), seats: [person("Ania"), computer] });
  await page.goto(`/t/${game}`);
  await awaitTurn(page);
  return page;
}

const counts = (page) => page.evaluate(() => window.counts);
const flip = async (page, key) => {
  const button = page.locator(`.more [data-key="${key}"]`);
  if (!(await button.isVisible())) await page.locator(".tabs [data-key=more]").click();
  await button.click();
  return button;
};

test("sounds are off at first, can be switched on, and stay on", async () => {
  const page = await listener();
  await clickTurn(page);
  await awaitTurn(page);
  assert.equal((await counts(page)).sounds, 0);
  const button = await flip(page, "table.menu-sound");
  assert.equal(await button.getAttribute("aria-checked"), "true");
  assert.ok((await counts(page)).sounds > 0, "it is heard how it sounds");
  await page.reload();
  await awaitTurn(page);
  await clickTurn(page);
  await awaitTurn(page);
  const { sounds } = await counts(page);
  assert.ok(sounds > 2, `${sounds} sounds`);
  await flip(page, "table.menu-sound");
  await clickTurn(page);
  await awaitTurn(page);
  assert.equal((await counts(page)).sounds, sounds, "off is off");
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("a message comes when it is one's turn and one looks elsewhere", async () => {
  const page = await listener();
  await flip(page, "table.menu-calls");
  await clickTurn(page);
  await awaitTurn(page);
  assert.deepEqual((await counts(page)).calls, [], "whoever looks sees it");
  await page.evaluate(() => (window.counts.away = true));
  await clickTurn(page);
  await awaitTurn(page);
  assert.deepEqual((await counts(page)).calls, ["Your turn: Ania"]);
  assert.match(await page.title(), /Your turn/);
  await flip(page, "table.menu-calls");
  await clickTurn(page);
  await awaitTurn(page);
  assert.equal((await counts(page)).calls.length, 1);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("a browser that forbids messages is explained", async () => {
  const page = await listener("denied");
  const button = await flip(page, "table.menu-calls");
  await page.locator(".banner", { hasText: "does not allow messages" }).waitFor();
  assert.equal(await button.getAttribute("aria-checked"), "false");
  await page.context().close();
});
