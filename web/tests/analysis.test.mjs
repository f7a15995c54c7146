// A finished game looked at by the computer: the chances to click through, the best move beside the played one, luck apart
// from skill; the same for a record that is opened; nothing of it while a game runs.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { awaitTurn, BINARY, check, clickTurn, computer, person, PHONE, unbracketed, visit } from "./browser.mjs";
import { device, scene, secondTab, sitDown, tab } from "./scene.mjs";

const TILES = ["U", "V", "E", "W"];
const at = (page) => page.locator(".replay .at").textContent();
const done = (page) => page.locator(".decisions .chip").first().waitFor();
const turn = (page) => page.locator(".verdict h3").textContent();

/** A game that is over, played by clicks. */
async function played(page, seats = [person("Ania"), computer]) {
  const made = await sitDown(page, TILES, seats);
  while (await awaitTurn(page)) await clickTurn(page);
  return made;
}

/** A record of whole games; one of them takes a while to analyse. */
function longGame(games = 1) {
  const file = join(mkdtempSync(join(tmpdir(), "bastide-record-")), "game.txt");
  execFileSync(BINARY, ["simulate", String(games), "--record", file], { stdio: "ignore" });
  return readFileSync(file);
}

/** Past the final scoring, to what can be done then. */
async function ended(page) {
  await page.locator(".ending .panel").waitFor();
  if (await page.locator("[data-key=skip]").count()) await page.locator("[data-key=skip]").click();
  await page.locator(".result").waitFor();
}

for (const [size, options] of [
  ["desk", {}],
  ["phone", PHONE],
]) {
  test(`${size}: after the game its chances, its turns and its luck`, async () => {
    const page = await device(options);
    await played(page);
    await ended(page);
    await page.locator(".result [data-key=analyse]").click();
    await page.locator(".analysis").waitFor();
    await done(page);
    await check(page, size);
    assert.equal(await page.locator(".band").count(), 2);
    assert.equal(await page.locator(".decisions .chip").count(), 3);
    for (const label of await page.locator(".decisions .chip").evaluateAll((all) => all.map((chip) => chip.ariaLabel)))
      assert.match(label, /^Turn \d+, [^:]+: (a mistake|an? (un)?lucky tile)$/);
    assert.equal(await page.locator(".sums-up tbody tr").count(), 2);
    assert.match(await page.locator(".sums-up").textContent(), /Moves.*Luck.*Ania/s);

    // The chart leads to the turn, and the slider goes along.
    const box = await page.locator(".chart").boundingBox();
    await page.mouse.click(box.x + 2, box.y + box.height / 2);
    assert.equal(await turn(page), "Turn 1: Ania");
    assert.match(await at(page), new RegExp(`^Turn 1 of ${TILES.length}`));
    await page.locator(".replay [data-key='table.next']").click();
    assert.match(await turn(page), /^Turn 2: /);
    await page.locator(".decisions .chip").first().click();
    assert.equal(await page.locator(".decisions .chip.on").count(), 1);

    await page.locator(".analysis .close").click();
    await page.locator(".analysis").waitFor({ state: "hidden" });
    assert.equal(await page.locator(".advised").count(), 0);
  });
}

test("the best move lies beside the played one, or in its place", async () => {
  const page = await device();
  await played(page, [person("Ania"), person("Radu")]);
  await ended(page);
  await page.locator(".result [data-key=analyse]").click();
  await done(page);
  // Somewhere in a game by clicks something better was there.
  await page.keyboard.press("Home");
  for (let n = 0; n < TILES.length + 1 && !(await page.locator(".move-card.best").count()); n++) await page.keyboard.press("ArrowRight");
  assert.equal(await page.locator(".move-card").count(), 2);
  assert.equal(await page.locator(".move-card.played").getAttribute("aria-pressed"), "true");
  const after = await page.locator(".layer.tiles img").count();
  await page.locator(".move-card.best").click();
  await page.locator(".world .tile.advised.bold").waitFor();
  assert.equal(await page.locator(".layer.tiles img").count(), after - 1, "the played tile is not there");
  await page.locator(".move-card.played").click();
  assert.equal(await page.locator(".layer.tiles img").count(), after);
  assert.match(await page.locator(".verdict-words").textContent(), /Lost against the best move: [\d.]+ points|As good as the best move/);
  // Nothing of it is left on a board of one's own, nor in the present.
  await page.locator(".replay [data-key=try]").click();
  await page.locator(".trial [data-key=leave]").click();
  await page.locator(".trial").waitFor({ state: "hidden" });
  assert.equal(await page.locator(".advised").count(), 0);
});

/** An analysis as the server tells it, with these turns as those that mattered most. */
function told(seats, decisive) {
  const chances = Array(seats).fill(1 / seats);
  const turns = [...Array(40).keys()].map((n) => ({
    type: "turn",
    number: n + 1,
    input: 3 * n + 1,
    seat: (n % seats) + 1,
    played: [{ type: "place", x: 0, y: 1, rotation: 0 }, { type: "pass" }],
    margin: 0,
    best: 1,
    loss: n % 3,
    luck: 0,
    fortune: 0,
    chances,
    best_chance: 0.5,
    candidates: [],
  }));
  const done = { type: "done", seats: chances.map(() => ({ player: null, loss: 1, luck: 1, turns: 10 })), decisive };
  return [{ type: "began", inputs: 120 }, ...turns, done].map((line) => `${JSON.stringify(line)}\n`).join("");
}

test("phone: what a chart with four seats means can be read", async () => {
  const page = await device(PHONE);
  await visit(page, "/record");
  const file = join(mkdtempSync(join(tmpdir(), "bastide-record-")), "game.txt");
  execFileSync(BINARY, ["simulate", "1", "--seats", "4", "--record", file], { stdio: "ignore" });
  await page.locator("#record-file").setInputFiles(file);
  await page.route("**/analysis", (route) => route.fulfill({ status: 200, contentType: "application/x-ndjson", body: told(4, [33, 34, 35]) }));
  await page.locator(".replay [data-key=analyse]").click();
  await done(page);
  await check(page, "four seats");
  assert.ok(await page.getByText("The turns that mattered most").isVisible());
  assert.ok(await page.getByText("Strokes under the chart").isVisible());
  assert.deepEqual(await page.locator(".scale").allTextContents(), ["100%", "25%", "0%"]);
  assert.equal(await page.locator(".even").count(), 3);
  assert.equal(await page.locator(".band-name:visible").count(), 0);
  const flags = await page.locator(".flag").evaluateAll((all) => all.map((flag) => flag.getBoundingClientRect().toJSON()));
  assert.equal(flags.length, 3);
  for (const n of [1, 2]) assert.ok(flags[n].left >= flags[n - 1].right, "none lies over another");
  // What is cut off has a sign as long as it is.
  const panel = page.locator(".analysis");
  assert.match(await panel.getAttribute("class"), /goes-on/);
  await panel.evaluate((panel) => panel.scrollTo({ top: panel.scrollHeight }));
  await page.waitForFunction(() => !document.querySelector(".analysis").classList.contains("goes-on"));
});

for (const [size, options] of [
  ["desk", {}],
  ["phone", PHONE],
]) {
  test(`${size}: from turn to turn the chart stays where it is`, async () => {
    const page = await device({ language: "pl", ...options });
    await visit(page, "/record");
    await page.locator("#record-file").setInputFiles({ name: "game.txt", mimeType: "text/plain", buffer: longGame() });
    await page.locator(".replay [data-key=analyse]").click();
    await page.waitForFunction(() => Number(document.querySelector(".chart").getAttribute("aria-valuemax")) > 11);
    await page.keyboard.press("Home");
    const places = new Set();
    for (let n = 0; n < 10; n++) {
      await page.locator(".chart").focus();
      await page.keyboard.press("ArrowUp");
      const { y, height } = await page.locator(".chart").boundingBox();
      places.add(`${y} ${height}`);
    }
    assert.equal(places.size, 1, [...places].join("; "));
  });
}

test("turns are counted alike above and below, with second tiles by the builder and steps of the dragon", async () => {
  const page = await device();
  const file = join(mkdtempSync(join(tmpdir(), "bastide-record-")), "game.txt");
  execFileSync(BINARY, ["simulate", "1", "--player", "greedy", "--seed", "1", "--sets", "base,traders,dragon", "--record", file], { stdio: "ignore" });
  await visit(page, "/record");
  await page.locator("#record-file").setInputFiles(file);
  const text = readFileSync(file, "utf8");
  assert.ok(/^14\+ /m.test(text) && /^8\. .* dragon 2E 1S/m.test(text), "there are some");
  await page.locator(".replay [data-key=analyse]").click();
  const told = [];
  const seen = () => page.evaluate(() => [document.querySelector(".verdict h3")?.textContent, document.querySelector(".replay .at").textContent]);
  for (const step of Array(22).keys()) {
    await page.waitForFunction((least) => Number(document.querySelector(".chart").getAttribute("aria-valuemax")) > least, step);
    await page.locator(".chart").focus();
    if (step === 0) await page.keyboard.press("Home");
    await page.keyboard.press("ArrowRight");
    const [above, below] = await seen();
    if (above) told.push([/Turn (\d+)/.exec(above)[1], /Turn (\d+) of/.exec(below)[1]]);
  }
  assert.ok(told.length > 18);
  for (const [above, below] of told) assert.equal(above, below);
});

test("by keyboard alone: the chart is a slider, arrows go from turn to turn, Escape closes", async () => {
  const page = await device({ language: "x-pseudo" });
  await played(page);
  await tab(page, "more");
  await page.locator(".more [data-key=analyse]").focus();
  await page.keyboard.press("Enter");
  await done(page);
  await page.locator(".chart").focus();
  await page.keyboard.press("Home");
  assert.equal(await page.locator(".chart").getAttribute("aria-valuenow"), "0");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.locator(".chart").getAttribute("aria-valuenow"), "1");
  assert.match(await page.locator(".chart").getAttribute("aria-valuetext"), /Turn 1, Ania.*%/);
  assert.ok(await page.evaluate(() => document.activeElement?.classList.contains("chart")), "the focus stays");
  assert.deepEqual(await unbracketed(page, ["Ania", "Bastide"]), []);
  await page.keyboard.press("Escape");
  await page.locator(".analysis").waitFor({ state: "hidden" });
});

test("the chart is drawn along, and what is pressed stays while turns come in", async () => {
  const page = await device();
  await visit(page, "/record");
  await page.locator("#record-file").setInputFiles({ name: "game.txt", mimeType: "text/plain", buffer: longGame() });
  await page.locator(".replay [data-key=analyse]").click();
  await page.locator(".chart").waitFor();
  assert.ok(await page.evaluate(() => document.activeElement?.classList.contains("chart")), "the focus goes along");
  const valuemax = async () => Number(await page.locator(".chart").getAttribute("aria-valuemax"));
  while ((await valuemax()) < 6) await page.waitForTimeout(50);
  const marked = await page.locator(".analysis .close").evaluateHandle((button) => button);
  const box = await page.locator(".chart").boundingBox();
  const until = await valuemax();
  await page.mouse.move(box.x + 1, box.y + 20);
  await page.mouse.down();
  assert.match(await turn(page), /^Turn 1: /);
  while ((await valuemax()) < until + 3) await page.waitForTimeout(50);
  await page.mouse.move(box.x + box.width / 2, box.y + 20, { steps: 4 });
  await page.mouse.up();
  assert.doesNotMatch(await turn(page), /^Turn 1: /, "drawn on to a later one");
  assert.ok(await marked.evaluate((button) => button.isConnected), "the button is the same one all the time");
  await page.locator(".analysis .close").click();
  assert.ok(await page.evaluate(() => document.activeElement?.matches(".replay [data-key=analyse]")), "and back");
});

test("an analysis that breaks off says so and can be asked for again", async () => {
  const page = await device();
  page.expected = /503|ERR_/;
  await played(page);
  await ended(page);
  await page.route("**/analysis", (route) =>
    route.fulfill({ status: 503, contentType: "application/json", body: JSON.stringify({ code: "analysts-busy", message: "later" }) }),
  );
  await page.locator(".result [data-key=analyse]").click();
  await page.locator(".trouble", { hasText: "too many games to look at" }).waitFor();
  await page.unroute("**/analysis");
  await page.route("**/analysis", (route) => route.fulfill({ status: 200, contentType: "application/x-ndjson", body: '{"type":"began","inputs":9}\n' }));
  await page.locator(".trouble [data-key=again]").click();
  await page.locator(".trouble", { hasText: "does not answer" }).waitFor();
  await page.unroute("**/analysis");
  await page.locator(".trouble [data-key=again]").click();
  await done(page);
});

test("alone, the chart shows points and nothing was decided", async () => {
  const page = await device({ language: "x-pseudo" });
  await played(page, [person("Ania")]);
  await ended(page);
  await page.locator(".result [data-key=analyse]").click();
  await page.locator(".sums-up").waitFor();
  assert.equal(await page.locator(".decisions .chip").count(), 0);
  assert.equal(await page.locator(".band").count(), 1);
  await page.keyboard.press("Home");
  await page.locator(".chart").focus();
  await page.keyboard.press("ArrowUp");
  assert.match(await page.locator(".chart").getAttribute("aria-valuetext"), /Turn 1, Ania.*points/);
  assert.deepEqual(await unbracketed(page, ["Ania", "Bastide"]), []);
});

test("while a game runs nothing is analysed", async () => {
  const page = await device();
  const { game } = await sitDown(page, TILES, [person("Ania"), computer]);
  await awaitTurn(page);
  await tab(page, "more");
  assert.equal(await page.locator("[data-key=analyse]").count(), 0);
  await page.locator(".more [data-key=replay]").click();
  assert.equal(await page.locator("[data-key=analyse]").count(), 0);
  const { base } = scene.server;
  const answer = await page.context().request.post(`${base}/api/tables/${game}/analysis`, { headers: { Origin: base } });
  assert.equal(answer.status(), 409);
});

test("who leaves ends the analysis", async () => {
  const page = await device();
  const under = async () => Number(/bastide_analyses (\d+)/.exec(await (await page.context().request.get(scene.server.metrics)).text())[1]);
  await visit(page, "/record");
  await page.locator("#record-file").setInputFiles({ name: "game.txt", mimeType: "text/plain", buffer: longGame() });
  await page.locator(".replay [data-key=analyse]").click();
  // The page shows the progress before the server has been asked.
  while ((await under()) === 0) await page.waitForTimeout(50);
  assert.equal(await under(), 1);
  const watcher = await secondTab(page);
  await watcher.goto("/");
  await page.close();
  while ((await under()) > 0) await watcher.waitForTimeout(100);
});

for (const [size, options] of [
  ["desk", {}],
  ["phone", PHONE],
]) {
  test(`${size}: a record is opened, stepped through, tried and analysed`, async () => {
    const page = await device(options);
    const { game } = await played(page);
    const { base } = scene.server;
    const record = await (await page.context().request.get(`${base}/api/tables/${game}/record`)).text();
    await visit(page, "/");
    await page.locator(".foot a[href='/record']").click();
    await page.locator(".record-text").waitFor();
    await check(page, `${size} record`);
    await page.locator("#record-file").setInputFiles({ name: "game.txt", mimeType: "text/plain", buffer: Buffer.from(record) });
    await page.locator(".replay").waitFor();
    assert.match(await at(page), new RegExp(`^Turn ${TILES.length} of ${TILES.length}`));
    assert.equal(await page.locator(".layer.tiles img").count(), TILES.length + 1);
    await page.locator(".replay [data-key=analyse]").click();
    await done(page);
    await page.locator(".decisions .chip").first().click();
    await check(page, `${size} record analysed`);
    // The log goes along with the game.
    const lines = (hasText) => page.locator(".lines .line:not([hidden])", { hasText }).count();
    const log = async () => [await lines("lays a tile"), await lines("the game is over")];
    await page.keyboard.press("Home");
    assert.deepEqual(await log(), [0, 0]);
    for (let n = 0; n < 3; n++) await page.keyboard.press("ArrowRight");
    assert.deepEqual(await log(), [2, 0]);
    await page.keyboard.press("End");
    assert.deepEqual(await log(), [TILES.length, 1]);
    assert.match(await page.locator(".sums-up tbody").textContent(), /Ania.*Careful computer/, "who played by the name they had");
    // It is still there after a reload.
    await page.reload();
    await page.locator(".replay").waitFor();
    await page.keyboard.press("Home");
    assert.equal(await at(page), "Start");
    await page.locator(".replay [data-key=try]").click();
    await page.locator(".draw").first().click();
    await page.locator(".cell.place").first().waitFor();
    await page.locator(".trial [data-key=leave]").click();
    await page.locator(".replay").waitFor();
    assert.equal(await at(page), "Start", "and where it was left");
  });
}

for (const [size, options] of [
  ["desk", {}],
  ["phone", PHONE],
]) {
  test(`${size}: of several games in a file one is chosen, and then another`, async () => {
    const page = await device({ language: "x-pseudo", ...options });
    page.expected = /422/;
    await visit(page, "/record");
    const text = longGame(3).toString();
    const results = [...text.matchAll(/^result \S+ (\d+)-(\d+)/gm)].map(([, first, second]) => [first, second]);
    await page.locator("#record-file").setInputFiles({ name: "games.txt", mimeType: "text/plain", buffer: Buffer.from(text) });
    const games = page.locator(".record-games button");
    await games.first().waitFor();
    await check(page, size);
    assert.deepEqual(await unbracketed(page), []);
    assert.deepEqual(await games.locator("b").allTextContents(), ["⟦Game 1 of 3⟧", "⟦Game 2 of 3⟧", "⟦Game 3 of 3⟧"]);
    assert.match(await games.nth(1).textContent(), new RegExp(`Careless computer⟧ ${results[1][0]}⟦Careless computer⟧ ${results[1][1]}$`));
    const scores = async () => {
      await page.locator(".replay").waitFor();
      return page.locator(".seats .score").allTextContents();
    };
    // By keyboard the second.
    assert.ok(await games.first().evaluate((button) => button === document.activeElement), "the focus goes along");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    assert.deepEqual(await scores(), results[1]);
    await page.reload();
    assert.deepEqual(await scores(), results[1], "still there after a reload");
    await tab(page, "more");
    await page.locator(".more a[href='/record']").click();
    await games.nth(2).click();
    assert.deepEqual(await scores(), results[2]);
    await page.goBack();
    await games.first().click();
    assert.deepEqual(await scores(), results[0]);
    // A fault is told where it stands in the file.
    await page.goBack();
    const lines = text.split("\n");
    const at = lines.findLastIndex((line) => line.startsWith("5. "));
    lines[at] = "5. 1: nonsense";
    await page.locator(".record-text").fill(lines.join("\n"));
    await page.locator(".record-form .primary").click();
    await games.nth(2).click();
    await page.locator(".error", { hasText: `Line ${at + 1}, column` }).waitFor();
  });
}

test("the computer is called by its level in records of the terminal, and no name is cut", async () => {
  const page = await device();
  const names = ["Red", "Blue (computer, level-5)", "Yellow (computer, level-1)", "Green (computer, level-1)"];
  const file = join(mkdtempSync(join(tmpdir(), "bastide-record-")), "game.txt");
  execFileSync(BINARY, ["simulate", "1", "--seats", "4", "--record", file], { stdio: "ignore" });
  const text = readFileSync(file, "utf8").replace(/\[Player(\d) "\w+"\]/g, (_, seat) => `[Player${seat} "${names[seat - 1]}"]`);
  await visit(page, "/record");
  await page.locator(".record-text").fill(text);
  await page.locator(".record-form .primary").click();
  await page.locator(".replay").waitFor();
  assert.deepEqual(await page.locator(".seats .name").allTextContents(), ["Red", "Grand Master", "Apprentice 1", "Apprentice 2"]);
  assert.match((await page.locator(".seats .score").allTextContents()).join(" "), /\d\d/);
  assert.deepEqual(
    await page.locator(".seats .name").evaluateAll((all) => all.filter((name) => name.scrollWidth > name.clientWidth).map((name) => name.textContent)),
    [],
  );
});

test("what is no record is told in plain words", async () => {
  const page = await device({ language: "x-pseudo" });
  page.expected = /422|413/;
  await visit(page, "/record");
  await page.locator(".record-form .primary").click();
  await page.locator(".error", { hasText: "no game in this text" }).waitFor();
  await page.locator(".record-text").fill('[Seats "2"]\n\n1. 1: U@9,9 pass');
  await page.locator(".record-form .primary").click();
  await page.locator(".error", { hasText: "Line 3, column" }).waitFor();
  await page.locator("#record-file").setInputFiles({ name: "big.txt", mimeType: "text/plain", buffer: Buffer.alloc(70000, 65) });
  await page.locator(".error", { hasText: "more than the server reads" }).waitFor();
  assert.deepEqual(await unbracketed(page), []);
});
