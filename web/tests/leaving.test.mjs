// A page that was left is gone: it hears nothing, and no key reaches it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { awaitTurn, person } from "./browser.mjs";
import { device, sitDown } from "./scene.mjs";

test("a table that was come to by a link is left like any other", async () => {
  const [host, guest] = [await device(), await device()];
  const { watch } = await sitDown(host, [..."UVEWDJ"], [person("Ania"), person("Radu")]);
  assert.ok(await awaitTurn(host));
  const sockets = [];
  guest.on("websocket", (socket) => sockets.push(socket));
  await guest.goto(`/join#${watch}`);
  await guest.locator("bastide-bar", { hasText: "You are watching" }).waitFor();
  await guest.locator('a[href="/"]').first().click();
  await guest.locator(".way-computer").waitFor();
  assert.equal(sockets.length, 1);
  if (!sockets[0].isClosed()) await sockets[0].waitForEvent("close");
});

test("an address that says nothing is no trouble", async () => {
  const page = await device();
  page.expected = /404/;
  await page.goto("/t/%ff");
  await page.locator(".notice h1, h1").first().waitFor();
  await page.goto("/join#%");
  await page.locator("h1").first().waitFor();
});

test("at an address where there is nothing, the page says so and leads home", async () => {
  const page = await device();
  page.expected = /404/;
  await page.goto("/nowhere");
  await page.getByText("There is nothing at this address.").waitFor();
  await page.getByRole("link", { name: "All games" }).click();
  await page.locator(".way-computer").waitFor();
});
