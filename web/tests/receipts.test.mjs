// What a browser keeps of a deal, and whom that finds out.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { commitment, compare } from "../fair.js";
import { keepDeal, keptDeals, receiptOf } from "../receipts.js";
import { BINARY, PHONE, makeTable, open, person } from "./browser.mjs";
import { device, enter, scene } from "./scene.mjs";

const SMALL = { setup: { seats: 2, bag: { U: 3, V: 3 } } };
const send = (page, path, data) => page.context().request.post(scene.server.base + path, { headers: { Origin: scene.server.base }, data });
const get = async (page, path) => (await page.context().request.get(scene.server.base + path)).json();

/** A table of two devices, the second of which has sat down. */
async function twoDevices(tampered = false) {
  const [ann, bo] = [await device(), await device()];
  if (tampered) await tamper(bo);
  const { game } = await makeTable(ann, scene.server.base, { ...SMALL, seats: [person("Ann"), open] });
  const { secret } = await (await send(ann, `/api/tables/${game}/links`, { purpose: { type: "sit" } })).json();
  await ann.goto(`/t/${game}`);
  await enter(bo, secret);
  await bo.locator("form.sit input").fill("Bo");
  await bo.locator("form.sit button").click();
  await ann.locator("[data-key=start]:not([disabled])").click();
  await ann.locator('.table-page[data-stage="playing"]').waitFor();
  return { game, ann, bo };
}

/** A host who puts a secret of their own in place of what a page sends and what it told nobody yet. */
async function tamper(page) {
  const secret = "5a".repeat(32);
  await page.routeWebSocket(/\/api\/tables\//, (socket) => {
    const server = socket.connectToServer();
    let digest = "";
    socket.onMessage((text) => {
      const message = JSON.parse(text);
      if (message.order?.type === "commit") message.order.hash = commitment(secret, digest);
      if (message.order?.type !== "reveal") server.send(JSON.stringify(message));
    });
    server.onMessage((text) => {
      const { type, entry, now, version } = JSON.parse(text);
      if (entry?.type === "dealing") digest = entry.digest;
      socket.send(text);
      if (type === "update" && now.stage === "revealing" && entry.type === "committed") {
        server.send(JSON.stringify({ type: "do", id: "tampered", version, order: { type: "reveal", secret } }));
      }
    });
  });
}

/** Plays a game to its end, each seat by the first thing that can be done. */
async function playOn(pages, game) {
  for (let n = 0; ; n++) {
    const { now, version } = await get(pages[0], `/api/tables/${game}`);
    if (now.stage === "over") return;
    const { seat } = now.to_act;
    const [place] = now.places;
    const rotation = place && [0, 1, 2, 3].find((turn) => (place[2] >> turn) & 1);
    const action = place ? { type: "place", x: place[0], y: place[1], rotation } : now.actions.at(-1);
    await send(pages[seat - 1], `/api/tables/${game}/commands`, { id: `p${n}`, version, order: { type: "act", seat, actions: [action] } });
  }
}

/** What the page says of the draws. */
async function verdict(page) {
  await page.locator(".ending .panel").waitFor();
  if (await page.locator(".ending [data-key=skip]").count()) await page.locator(".ending [data-key=skip]").click();
  await page.locator(".result [data-key=fair]").click();
  await page.locator("dialog .ticks li").nth(3).waitFor();
  return page.locator("dialog > p").first().textContent();
}

/** Saves the receipt and the log, and lets the program compare them. */
async function program(page, game) {
  const [download] = await Promise.all([page.waitForEvent("download"), page.locator("dialog [data-key=receipt]").click()]);
  const folder = mkdtempSync(join(tmpdir(), "bastide-receipt-"));
  await download.saveAs(join(folder, "receipt.json"));
  writeFileSync(join(folder, "log.json"), JSON.stringify(await get(page, `/api/tables/${game}/log`)));
  try {
    return execFileSync(BINARY, ["check", "--fair", "--mine", join(folder, "receipt.json"), join(folder, "log.json")], { stdio: "pipe" }).toString();
  } catch (error) {
    return String(error.stderr);
  }
}

test("a page that took part proves it, also after a reload; the program says the same; who took no part claims nothing", async () => {
  const { game, ann, bo } = await twoDevices();
  await playOn([ann, bo], game);
  await bo.reload();
  assert.match(await verdict(bo), /^Yes\. .*not even the host/);
  assert.match(await program(bo, game), /fair: the log agrees with the receipt/);
  await ann.evaluate(() => localStorage.clear());
  assert.match(await verdict(ann), /cannot be said here/);
  assert.equal(await ann.locator("dialog [data-key=receipt]").count(), 0);
});

test("a host who writes a guest's commitment and secret anew is found by the guest's page and by the program", async () => {
  const { game, ann, bo } = await twoDevices(true);
  await playOn([ann, bo], game);
  assert.match(await verdict(ann), /^Yes\./, "nothing was changed for the other one");
  assert.match(await verdict(bo), /^No\. The log does not hold what this browser gave/);
  assert.equal(await bo.locator("dialog .cross").count(), 1);
  assert.match(await program(bo, game), /another secret for this device than it gave/);
});

test("starts that were called off again and again are shown to everyone at the table", async () => {
  const [ann, bo] = [await device(), await device(PHONE)];
  const { game } = await makeTable(ann, scene.server.base, { ...SMALL, seats: [person("Ann"), open] });
  const { secret } = await (await send(ann, `/api/tables/${game}/links`, { purpose: { type: "sit" } })).json();
  await bo.route(`**/api/tables/${game}/log*`, async (route) => {
    const answer = await route.fetch();
    const log = await answer.json();
    const dealing = { type: "dealing", digest: "00".repeat(32), server: "00".repeat(32) };
    const calledOff = { type: "called-off", devices: [0] };
    // Versions of their own, before the first entry.
    const lost = [dealing, calledOff, dealing, calledOff].map((entry, n) => ({ version: (n + 1) / 10, at: 0, entry }));
    await route.fulfill({ response: answer, json: { ...log, entries: [...log.entries, ...lost] } });
  });
  await enter(bo, secret);
  const told = await bo.locator(".called-off").textContent();
  assert.match(told, /called off 2 times.*No answer from Ann, 2 times/);
});

const deal = (number, more = {}) => ({
  number,
  device: 0,
  digest: `${number}`.padStart(64, "0"),
  server: "11".repeat(32),
  secret: "22".repeat(32),
  hashes: [],
  given: true,
  ...more,
});

test("receipts are bounded: the oldest games and deals go first", () => {
  for (let n = 0; n < 60; n++) keepDeal(`game${n}`, deal(1));
  const kept = Array.from({ length: 60 }, (_, n) => keptDeals(`game${n}`).length);
  assert.equal(kept.filter(Boolean).length, 50);
  assert.equal(kept.at(-1), 1);
  for (let n = 1; n <= 30; n++) keepDeal("game59", deal(n));
  assert.deepEqual(
    keptDeals("game59").map(({ number }) => number),
    Array.from({ length: 20 }, (_, n) => n + 11),
  );
  keepDeal("other", deal(1, { given: false }));
  assert.equal(receiptOf("other", []), null, "what the server did not take proves nothing");
});

test("a start that was called off after the own secret was told leaves the host a choice", () => {
  const start = (number) => ({ entry: { type: "dealing", digest: deal(number).digest, server: deal(number).server } });
  const hash = (number) => commitment(deal(number).secret, deal(number).digest);
  const mine = (number) => deal(number, { hashes: [[0, hash(number)]] });
  const parts = (number) => [start(number), { entry: { type: "committed", device: 0, hash: hash(number) } }];
  const told = { entry: { type: "revealed", device: 0, secret: deal(1).secret } };
  const log = [...parts(1), { entry: { type: "called-off", devices: [1] } }, ...parts(2), told];
  assert.deepEqual(compare(log, [mine(1), mine(2)]), { proves: "agrees", decks: 2, calledOff: [{ number: 1, devices: [1], known: true }] });
  assert.deepEqual(compare(log, [deal(1), mine(2)]), { proves: "agrees", decks: 1, calledOff: [{ number: 1, devices: [1], known: false }] });
  assert.equal(compare(log, [mine(1)]).proves, "nothing");
  assert.equal(compare(log.slice(3), [mine(1), mine(2)]).proves, "differs", "a deal was removed");
});
