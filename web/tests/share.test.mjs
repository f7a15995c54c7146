// What can be taken away from a game: links to a turn, pictures, and the certainty that the draws were fair.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { verify } from "../fair.js";
import { arranged, awaitTurn, clickTurn, makeTable, newPage, person, visit } from "./browser.mjs";
import { scene } from "./scene.mjs";

const BINARY = process.env.BASTIDE ?? fileURLToPath(new URL("../../target/debug/bastide", import.meta.url));
const get = async (page, path) => (await page.context().request.get(scene.server.base + path)).json();

test("a link to a turn, pictures and the record", async () => {
  const page = await newPage(scene.browser, scene.server.base);
  const { game } = await makeTable(page, scene.server.base, { ...arranged(["U", "V", "E", "W"], 2), seats: [person("Ania"), person("Radu")] });
  await page.goto(`/t/${game}`);
  while (await awaitTurn(page)) await clickTurn(page);
  await page.locator(".ending .panel").waitFor();
  while (await page.getByRole("button", { name: "Next" }).count()) await page.getByRole("button", { name: "Next" }).click();
  await page.locator(".result [data-key=replay]").click();
  await page.locator('.replay [data-key="table.previous"]').click();
  await page.locator('.replay [data-key="table.previous"]').click();
  await page.locator(".replay [data-key=share]").click();
  const link = await page.locator("dialog input").inputValue();
  assert.match(link, /\/join#\w+\/3$/);

  const other = await newPage(scene.browser, scene.server.base);
  await other.goto(link);
  await other.locator(".replay .at", { hasText: "Turn 2 of 4" }).waitFor();
  assert.equal(await other.locator(".layer.tiles img").count(), 3);
  await other.locator(".replay [data-key=share]").click();
  assert.match(await other.locator("dialog input").inputValue(), new RegExp(`/t/${game}#3$`), "a guest has no links to give");

  const files = await page.locator("dialog .downloads a").evaluateAll((all) => all.map((a) => a.getAttribute("href")));
  const [svg, png, record, log] = await Promise.all(files.map((path) => page.context().request.get(scene.server.base + path)));
  assert.match(await svg.text(), /^<svg[\s\S]*Ania/);
  assert.match(svg.headers()["content-disposition"], /attachment; filename="\w+-move-2\.svg"/);
  assert.deepEqual([...(await png.body()).subarray(1, 4)], [...Buffer.from("PNG")]);
  assert.match(await record.text(), /Player2 "?Radu/);
  assert.equal((await log.json()).game, game);
  assert.deepEqual([page.faults, other.faults], [[], []]);
  for (const one of [page, other]) await one.context().close();
});

/** Plays a table over HTTP, at random and with a turn taken back; the page takes part in the deal. */
async function playThrough(page, game) {
  let n = 0;
  const order = async (version, order) => {
    const answer = await page
      .context()
      .request.post(`${scene.server.base}/api/tables/${game}/commands`, { headers: { Origin: scene.server.base }, data: { id: `t${++n}`, version, order } });
    if (answer.status() === 429) await new Promise((done) => setTimeout(done, 1000));
    return answer.json();
  };
  let tookBack = false;
  for (;;) {
    const snapshot = await get(page, `/api/tables/${game}`);
    if (!snapshot.now) {
      await new Promise((done) => setTimeout(done, 1000));
      continue;
    }
    const { now, version } = snapshot;
    if (now.stage === "over") return;
    if (now.stage !== "playing") {
      await new Promise((done) => setTimeout(done, 100));
      continue;
    }
    const { seat } = now.to_act;
    const pick = (list) => list[(n * 7919) % list.length];
    if (!tookBack && snapshot.view.tiles.length > 20) {
      tookBack = true;
      await order(version, { type: "ask", seat, proposal: { type: "take-back" } });
    } else if (now.places.length) {
      const [x, y, bits] = pick(now.places);
      await order(version, { type: "act", seat, actions: [{ type: "place", x, y, rotation: [0, 1, 2, 3].find((r) => (bits >> r) & 1) }] });
    } else await order(version, { type: "act", seat, actions: [pick(now.actions)] });
  }
}

test("the draws are checked here as the program checks them, and nothing false is believed", async () => {
  const page = await newPage(scene.browser, scene.server.base);
  // A river first; dragon tiles that are held back until the only volcano comes.
  const bag = { "river-01": 1, "river-07": 2, "river-10": 2, "river-02": 1, "dragon-01": 1, "dragon-16": 12, E: 6, U: 10, V: 10, C: 3 };
  const setup = { seats: 2, bag, knobs: { unfit: "return" } };
  const { game } = await makeTable(page, scene.server.base, { setup, title: 'Łódź ⟦"\\ é', seats: [person("Ania „ż"), person("Radu")] });
  await page.goto(`/t/${game}`);
  await playThrough(page, game);
  await page.locator(".ending .panel").waitFor();
  const [log, start] = [await get(page, `/api/tables/${game}/log`), await get(page, `/api/tables/${game}/start`)];
  assert.ok(log.entries.some(({ entry }) => entry.type === "took-back"));
  await page.locator('.scoring [data-key="skip"]').click();
  await page.locator(".result .taken-back", { hasText: "One turn was taken back" }).waitFor();

  const bad = (found) => found.checks.filter(({ ok }) => !ok).map(({ name }) => name);
  const found = verify(log.entries, start);
  assert.deepEqual(bad(found), []);
  const file = join(mkdtempSync(join(tmpdir(), "bastide-fair-")), "log.json");
  writeFileSync(file, JSON.stringify(log));
  const said = execFileSync(BINARY, ["check", "--fair", file]).toString();
  assert.equal(said.match(/: (\d+) draws follow/)?.[1], String(found.checks.at(-1).draws));

  const changed = (change) => {
    const copy = structuredClone(log.entries);
    change(Object.fromEntries(copy.map(({ entry }) => [entry.type, entry])), copy);
    return bad(verify(copy, start));
  };
  const other = "00".repeat(32);
  assert.deepEqual(
    changed(({ opened }) => (opened.table.title = "Kraków")),
    ["table"],
  );
  assert.ok(changed(({ unsealed }) => (unsealed.secret = other)).includes("server"));
  assert.ok(changed(({ revealed }) => (revealed.secret = other)).includes("device"));
  assert.ok(changed(({ committed }) => (committed.hash = other)).includes("device"));
  const swapped = changed((_, copy) => {
    const drew = copy.flatMap(({ entry }) => entry.events ?? []).filter(({ type }) => type === "drew");
    const at = drew.findLastIndex(({ tile }, n) => n > 0 && tile !== drew[n - 1].tile);
    [drew[at].tile, drew[at - 1].tile] = [drew[at - 1].tile, drew[at].tile];
  });
  assert.deepEqual(swapped, ["draws"]);

  await page.locator(".result [data-key=fair]").click();
  await page.locator("dialog .tick").nth(3).waitFor();
  assert.equal(await page.locator("dialog .cross").count(), 0);
  assert.match(await page.locator("dialog").textContent(), /nobody chose the order of the tiles, not even the host/);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("before the end the server's secret is not told", async () => {
  const page = await newPage(scene.browser, scene.server.base);
  const { game } = await makeTable(page, scene.server.base, { ...arranged(["U", "V"], 2), seats: [person("Ania"), person("Radu")] });
  await page.goto(`/t/${game}`);
  await awaitTurn(page);
  await page.locator(".tabs [data-key=more]").click();
  await page.locator(".more [data-key=fair]").click();
  await page.locator("dialog", { hasText: "when the game is over" }).waitFor();
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("a turn that was taken back is told in one's list, and with the record", async () => {
  const page = await newPage(scene.browser, scene.server.base);
  const { game } = await makeTable(page, scene.server.base, { setup: { seats: 2, bag: { U: 12, V: 12 } }, seats: [person("Ania"), person("Radu")] });
  await page.goto(`/t/${game}`);
  await playThrough(page, game);
  await visit(page, "/");
  await page.locator(".games", { hasText: "one turn taken back" }).waitFor();
  const answer = await page.context().request.get(`${scene.server.base}/api/tables/${game}/record`);
  await visit(page, "/record");
  await page.locator("#record-file").setInputFiles({ name: "game.txt", mimeType: "text/plain", buffer: Buffer.from(await answer.text()) });
  await page.locator("bastide-sheet .taken-back, .taken-back", { hasText: "One turn was taken back" }).first().waitFor();
});
