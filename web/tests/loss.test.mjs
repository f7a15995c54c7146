// Reloads, a network that is lost and a server that dies, in the middle of everything that a table can wait for.
// Afterwards the table waits for the same, and the game goes on to its end.

import assert from "node:assert/strict";
import { test } from "node:test";
import { awaitTurn, clickTurn, computer, open, person } from "./browser.mjs";
import { chip, confirm, device, enter, lay, moved, more, prompt, put, scene, sitDown, version } from "./scene.mjs";

const TWO = [person("Ania"), person("Radu")];
const LOST = /WebSocket connection|Failed to load resource|ERR_/;

const connected = (page) =>
  page.waitForFunction(() => Number(document.querySelector(".table-page")?.dataset.version) > 0 && !document.querySelector(".banner span"));
const isLost = (page) => page.locator(".banner", { hasText: /connection|starts again/ }).waitFor();

/** What can happen to a page, each until it is over. */
const mishaps = {
  async reload(page) {
    await page.reload();
    await connected(page);
  },
  async "lost network"(page) {
    await page.context().setOffline(true);
    await isLost(page);
    await page.context().setOffline(false);
    await connected(page);
  },
  async "dead server"(page) {
    await scene.server.end("SIGKILL");
    await isLost(page);
    scene.server = await scene.server.again();
    await connected(page);
  },
};

/** The log's entries; that the server did not run, which it notes where a time is waited for, changes nothing. */
async function entries(page) {
  const answer = await page.context().request.get(`${new URL(page.url()).pathname.replace("/t/", "/api/tables/")}/log`);
  const { entries } = await answer.json();
  await page.waitForFunction((last) => document.querySelector(".table-page")?.dataset.version === last, String(entries.at(-1).version));
  return entries.filter(({ entry }) => entry.type !== "forgiven").length;
}

/** What the table waits for, as it is shown. */
const shown = async (page) => [
  await entries(page),
  await page.locator(".table-page").getAttribute("data-stage"),
  await page.locator("bastide-bar[data-mine]").count(),
  await page.locator(".layer.tiles img").count(),
  await page.locator(".layer.figures .piece").count(),
  await page.locator(".cell").count(),
];

/** Everything that can happen, one after the other, while the table waits for something. */
async function suffer(page, again = async () => {}) {
  page.expected = LOST;
  const before = await shown(page);
  for (const [name, happen] of Object.entries(mishaps)) {
    await happen(page);
    await again(page);
    assert.deepEqual(await shown(page), before, name);
  }
}

async function finish(page) {
  while (await awaitTurn(page)) await clickTurn(page, { figure: false });
  await page.locator(".ending .panel").waitFor();
  // The last entry of a game is the server's secret; it comes after the one that ended the game.
  await page.waitForFunction(() => document.querySelector("bastide-board").table.log.some(({ entry }) => entry.type === "unsealed"));
}

test("while people gather", async () => {
  const [host, guest] = [await device(), await device()];
  const { sit } = await sitDown(host, [..."UVEW"], [person("Ania"), open]);
  await host.locator(".invitation input").first().waitFor();
  await suffer(host);
  assert.ok(await host.locator(".invitation input").first().inputValue(), "the link is still shown");
  await enter(guest, sit);
  await guest.getByPlaceholder("Your name").fill("Radu");
  await guest.getByRole("button", { name: "Sit down here" }).click();
  await guest.locator(".gathering .hint").waitFor();
  await guest.waitForFunction(() => document.querySelector(".table-page")?.getAttribute("data-version") === "2");
  await suffer(guest);
  await connected(host);
  host.expected = LOST;
  await host.getByRole("button", { name: "Start the game" }).click();
  assert.ok(await awaitTurn(host));
});

test("while a tile is to be placed, put down, and with a figure on it", async () => {
  const page = await device();
  await sitDown(page, [..."UVEWDJ"], TWO);
  assert.ok(await awaitTurn(page));
  await suffer(page);
  await put(page, 1, 0, 0);
  // A reload forgets what was not confirmed; a lost connection does not.
  await suffer(page, async (page) => (await page.locator(".ghost.put").count()) || put(page, 1, 0, 0));
  await chip(page, "thief").click();
  await page.context().setOffline(true);
  await isLost(page);
  assert.equal(await page.locator(".ghost.put").count(), 1, "the tile stays where it was put down");
  assert.equal(await page.locator("bastide-bar .chip.on", { hasText: "Thief" }).count(), 1, "so does the figure");
  await page.context().setOffline(false);
  await connected(page);
  await confirm(page);
  assert.equal(await page.locator(".layer.figures .piece").count(), 1);
  await finish(page);
});

for (const [name, cut, mend] of [
  ["the network is lost", (page) => page.context().setOffline(true), (page) => page.context().setOffline(false)],
  ["the server dies", () => scene.server.end("SIGKILL"), async () => (scene.server = await scene.server.again())],
]) {
  test(`a move that is confirmed while ${name} is made once, later`, async () => {
    const page = await device();
    page.expected = LOST;
    await sitDown(page, [..."UVEWDJ"], TWO);
    assert.ok(await awaitTurn(page));
    await put(page, 1, 0, 0);
    const before = await version(page);
    await cut(page);
    await page.locator(".confirm:not([disabled])").click();
    await isLost(page);
    assert.equal(await version(page), before);
    await mend(page);
    await moved(page, before);
    await connected(page);
    assert.equal(await page.locator(".layer.tiles img").count(), 2);
    await finish(page);
    assert.equal(await page.locator(".layer.tiles img").count(), 7);
  });
}

test("a network that is gone without a word is noticed", async () => {
  const page = await device();
  page.expected = LOST;
  await sitDown(page, [..."UVEW"], TWO);
  assert.ok(await awaitTurn(page));
  await put(page, 1, 0, 0);
  const before = await version(page);
  scene.server.signal("SIGSTOP");
  await page.locator(".confirm:not([disabled])").click();
  await isLost(page);
  scene.server.signal("SIGCONT");
  await moved(page, before);
  await connected(page);
  assert.equal(await page.locator(".layer.tiles img").count(), 2);
});

test("while the figure step waits", async () => {
  const page = await device();
  const { game } = await sitDown(page, [..."UVEW"], TWO);
  assert.ok(await awaitTurn(page));
  const { base } = scene.server;
  const order = { type: "act", seat: 1, actions: [{ type: "place", x: 1, y: 0, rotation: 0 }] };
  const asked = await page
    .context()
    .request.post(`${base}/api/tables/${game}/commands`, { headers: { Origin: base }, data: { id: "a", version: Number(await version(page)), order } });
  assert.equal(asked.status(), 200);
  await page.locator("bastide-bar .confirm").waitFor();
  await page.waitForFunction(() => document.querySelectorAll(".layer.tiles img").length === 2);
  await suffer(page);
  await chip(page, "thief").click();
  await confirm(page);
  assert.equal(await page.locator(".layer.figures .piece").count(), 1);
  await finish(page);
});

test("while the dragon is led", async () => {
  const page = await device();
  await sitDown(page, ["dragon-01", "dragon-16", "V", "V"], TWO);
  assert.ok(await awaitTurn(page));
  await lay(page, 0, -1, 0);
  await lay(page, 1, 0, 0, "thief");
  await page.locator(".cell.step").first().waitFor();
  await suffer(page);
  assert.match(await prompt(page), /Lead the dragon/);
  await finish(page);
});

test("while a second tile is offered", async () => {
  const page = await device();
  await sitDown(page, ["U", "V", "U", "V", "U", "U"], TWO, { setup: { parts: { builder: true }, knobs: { "extra-tile": "may" } } });
  assert.ok(await awaitTurn(page));
  await lay(page, 1, 0, 0, "thief");
  await lay(page, -1, 0, 3);
  await lay(page, 2, 0, 0, "builder");
  await lay(page, -1, -1, 1);
  await lay(page, 3, 0, 0);
  await page.getByRole("button", { name: "Take it" }).waitFor();
  await suffer(page, (page) => page.getByRole("button", { name: "Take it" }).waitFor());
  await finish(page);
});

test("while the computer or somebody else is to move, and while a question waits", async () => {
  const [host, guest] = [await device(), await device()];
  const { sit } = await sitDown(host, [..."UVEW"], [person("Ania"), open]);
  await enter(guest, sit);
  await guest.getByPlaceholder("Your name").fill("Radu");
  await guest.getByRole("button", { name: "Sit down here" }).click();
  await host.getByRole("button", { name: "Start the game" }).click();
  assert.ok(await awaitTurn(host));
  host.expected = LOST;
  await guest.waitForFunction((version) => document.querySelector(".table-page")?.dataset.version === version, await version(host));
  await suffer(guest);
  await connected(host);
  await clickTurn(host);
  await more(host, "table.menu-take-back ");
  await guest.locator(".question", { hasText: "take back" }).waitFor();
  await suffer(guest, (page) => page.locator(".question", { hasText: "take back" }).waitFor());
  await connected(host);
  await guest.locator(".question").getByRole("button", { name: "Yes" }).click();
  assert.ok(await awaitTurn(host));
  assert.equal(await host.locator(".layer.tiles img").count(), 1);
});

test("what happened while the network was away is shown when it is back", async () => {
  const page = await device();
  page.expected = LOST;
  const { game } = await sitDown(page, [..."UVEWDJ"], TWO);
  assert.ok(await awaitTurn(page));
  const { base } = scene.server;
  await page.context().setOffline(true);
  await isLost(page);
  let at = Number(await version(page));
  // Another device of the same person plays on.
  const cookies = await page.context().cookies();
  const headers = { Origin: base, Cookie: cookies.map(({ name, value }) => `${name}=${value}`).join("; "), "Content-Type": "application/json" };
  for (const [seat, x, rotation] of [
    [1, 1, 0],
    [2, -1, 3],
  ]) {
    const order = { type: "act", seat, actions: [{ type: "place", x, y: 0, rotation }, { type: "pass" }] };
    const answer = await fetch(`${base}/api/tables/${game}/commands`, {
      method: "POST",
      headers,
      body: JSON.stringify({ id: `m${seat}`, version: at, order }),
    });
    assert.equal(answer.status, 200, await answer.clone().text());
    at = (await answer.json()).version;
  }
  await page.context().setOffline(false);
  await page.waitForFunction(() => document.querySelectorAll(".layer.tiles img").length === 3);
  await connected(page);
  await finish(page);
});

test("at the end, and in the past", async () => {
  const page = await device();
  await sitDown(page, [..."UV"], [person("Ania"), computer]);
  await finish(page);
  await suffer(page, (page) => page.locator(".ending .panel").waitFor());
  await page.getByRole("button", { name: "Skip" }).click();
  await page.locator(".result").getByRole("button", { name: "Step through" }).click();
  await page.getByRole("button", { name: "To the beginning" }).click();
  await page.locator(".replay").getByRole("button", { name: "Next" }).click();
  const at = await page.locator(".replay .at").textContent();
  await suffer(page, (page) => page.locator(".replay .at", { hasText: at }).waitFor());
});

test("a page that starts again from a snapshot asks for the rest of the log only, and forgets what was erased", async () => {
  const page = await device();
  const { game } = await sitDown(page, [..."UVEWDJ"], TWO);
  assert.ok(await awaitTurn(page));
  const asked = [];
  await page.route(`**/api/tables/${game}/log*`, async (route) => {
    asked.push(new URL(route.request().url()).search);
    const answer = await route.fetch();
    const log = await answer.json();
    // As if the names of the first entry were erased meanwhile.
    const first = await (await page.context().request.get(`${scene.server.base}/api/tables/${game}/log`)).json();
    const { entry, ...line } = first.entries[0];
    const seats = entry.table.seats.map((seat) => ({ ...seat, name: "" }));
    log.entries.unshift({ ...line, entry: { ...entry, table: { ...entry.table, seats } }, erased: true });
    await route.fulfill({ response: answer, json: log });
  });
  // The turns of both seats: the first one's is taken back.
  await clickTurn(page);
  await clickTurn(page);
  const before = Number(await version(page));
  await more(page, "table.menu-take-back ");
  await page.waitForFunction(() => document.querySelectorAll(".layer.tiles img").length === 1);
  await page.waitForFunction((before) => document.querySelector("bastide-board").table.log.length > before, before);
  assert.equal(asked.length, 1);
  assert.match(asked[0], /^\?after=\d+$/);
  assert.ok(Number(asked[0].slice(7)) >= before);
  const answer = await page.context().request.get(`${scene.server.base}/api/tables/${game}/log`);
  const { entries } = await answer.json();
  const log = await page.evaluate(() => document.querySelector("bastide-board").table.log);
  assert.deepEqual(
    log[0].entry.table.seats.map(({ name }) => name),
    ["", ""],
  );
  assert.deepEqual(
    log.slice(1).map(({ version, entry }) => ({ version, entry })),
    entries.slice(1).map(({ version, entry }) => ({ version, entry })),
  );
});
