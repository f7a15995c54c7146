// How people are with each other: names, the chat, and what becomes of somebody who is away.

import assert from "node:assert/strict";
import { test } from "node:test";
import { PHONE, awaitTurn, check, clickTurn, open, person } from "./browser.mjs";
import { closeDrawer, device, sitDown, tab } from "./scene.mjs";

const TILES = [..."UVEWDJ"];

/** A host and a guest who came by the link and sits. */
async function two(options = {}, more = {}) {
  const [host, guest] = [await device(), await device(options)];
  const { sit, game } = await sitDown(host, TILES, [person("Ania"), open], more);
  await guest.goto(`/join#${sit}`);
  return { host, guest, game };
}

async function join(guest, name) {
  await guest.locator("#join-name").fill(name);
  await guest.locator("form.join button[type=submit]").click();
}

test("what everybody agrees to is shown before they sit down, and names that look the same are refused", async () => {
  const { host, guest } = await two(PHONE, { absence: 3600 });
  guest.expected = /409/;
  const words = "No clock. If the game waits too long for somebody (1 hour), the others may let the computer play for them.";
  await guest.getByText(words).waitFor();
  await host.getByText(words).waitFor();
  await check(guest, "the invitation");
  await join(guest, "Аnia");
  await guest.getByText("Somebody at this table has a name that looks the same.").waitFor();
  await join(guest, "Grand Master");
  await guest.getByText("The computer has a name that looks like this.").waitFor();
  await join(guest, "Radu");
  await guest.locator(".gathering").waitFor();
});

test("one hides what somebody writes for oneself, and the table's creator mutes them for all", async () => {
  const { host, guest } = await two();
  await join(guest, "Radu");
  await host.locator('[data-key="start"]:not([disabled])').click();
  for (const page of [host, guest]) await page.locator(".table-page[data-stage=playing]").waitFor();
  const say = async (page, text) => {
    await tab(page, "chat");
    await page.locator(".chat form input").fill(text);
    await page.locator(".chat form button").click();
  };
  await say(guest, "buy my things");
  await tab(host, "chat");
  await host.locator(".said", { hasText: "buy my things" }).waitFor();
  // By keyboard alone.
  await host.locator(".people summary").focus();
  await host.keyboard.press("Enter");
  await host.locator('.people [data-key^="hide"]').focus();
  await host.keyboard.press("Enter");
  await host.locator(".said .none").waitFor();
  await check(host, "the chat with somebody hidden");
  await host.reload();
  await host.locator(".table-page[data-stage=playing]").waitFor();
  await tab(host, "chat");
  await host.locator(".said .none").waitFor();
  await host.locator(".people summary").click();
  await host.locator('.people [data-key^="hide"][aria-checked=true]').click();
  await host.locator(".said", { hasText: "buy my things" }).waitFor();
  await host.locator('.people [data-key^="mute"]').click();
  await guest.getByText("Whoever made this table does not want you to write in the chat.").waitFor();
  assert.equal(await guest.locator(".chat form").isVisible(), false);
  assert.equal(await guest.locator('.people [data-key^="mute"]').count(), 0, "only the creator can");
  await host.locator('.people [data-key^="mute"][aria-checked=true]').click();
  await say(guest, "sorry");
  await host.locator(".said", { hasText: "sorry" }).waitFor();
});

test("the menu says from when on the computer may play for somebody, and whoever was sent away stays away", async () => {
  const { host, guest, game } = await two();
  await join(guest, "Radu");
  await guest.locator(".gathering").waitFor();
  await host.locator('[data-key="away 2"]').click();
  await guest.getByText("You cannot sit down here again.").waitFor();
  await guest.goto(`/t/${game}`);
  await guest.locator(".gathering").waitFor();
  assert.equal(await guest.locator("form.sit").count(), 0);
  const second = await two();
  await join(second.guest, "Ion");
  await second.host.locator('[data-key="start"]:not([disabled])').click();
  assert.ok(await awaitTurn(second.host));
  await clickTurn(second.host);
  assert.ok(await awaitTurn(second.guest));
  await tab(second.host, "more");
  await second.host.getByText("The others may let the computer play for Ion from").waitFor();
  assert.equal(await second.host.locator('.more [data-key^="table.menu-replace"]').count(), 0);
  await check(second.host, "the menu");
  await closeDrawer(second.host);
});
