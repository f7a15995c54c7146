// The privacy page: found from where people come in, true of this server, and with the host's words as text.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { PHONE, arranged, check, makeTable, newDevice, open, person, startServer, visit } from "./browser.mjs";
import { scene } from "./scene.mjs";

const WORDS = "Ann's <b>living room</b> hosts this.\n\nBackups are kept for a week.";
let folder, server;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), "bastide-words-"));
  writeFileSync(join(folder, "privacy.txt"), `${WORDS}\n`);
  server = await startServer({ more: ["--privacy-text", join(folder, "privacy.txt"), "--contact", "ann@example.org"] });
});

after(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true });
});

for (const [size, options, light] of [
  ["laptop", { viewport: { width: 1366, height: 768 } }, "light"],
  ["phone", PHONE, "dark"],
]) {
  test(`${size}: the host's words, and what the server knows of who asks`, async () => {
    const page = await newDevice(scene.browser, server.base, "en", options, { light });
    await visit(page, "/");
    await page.locator(".foot").getByRole("link", { name: "Privacy" }).click();
    await page.getByRole("heading", { level: 1, name: "Privacy" }).waitFor();
    assert.equal(await page.locator(".host-words p").textContent(), WORDS);
    assert.equal(await page.locator(".host-words b").count(), 0, "text, never markup");
    await page.getByText("How to reach the host: ann@example.org").waitFor();
    await page.getByText("The server does not know this browser").waitFor();
    assert.deepEqual(await page.context().cookies(), [], "looking makes nobody known");
    await page.getByText("400 days.", { exact: true }).waitFor();
    await check(page, `privacy, ${size}`);
    await makeTable(page, server.base, { setup: { seats: 2 }, seats: [person("Ania"), open] });
    await page.reload();
    await page.getByText(/On this server you are person \d+\./).waitFor();
  });
}

test("a host who says nothing has no words there, and says so", async () => {
  const page = await newDevice(scene.browser, scene.server.base, "en");
  await visit(page, "/privacy");
  await page.getByText("The host has not said here how to be reached.").waitFor();
  assert.equal(await page.locator(".host-words").count(), 0);
});

test("the rules and an invitation lead there, too", async () => {
  const host = await newDevice(scene.browser, scene.server.base, "en");
  const { sit } = await makeTable(host, scene.server.base, { ...arranged([..."UVE"], 2), seats: [person("Ania"), open] });
  const guest = await newDevice(scene.browser, scene.server.base, "en");
  for (const path of ["/help", `/join#${sit}`]) {
    await visit(guest, path);
    await guest.getByRole("link", { name: "Privacy" }).click();
    await guest.getByRole("heading", { level: 1, name: "Privacy" }).waitFor();
  }
});
