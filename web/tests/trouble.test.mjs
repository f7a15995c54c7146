// Everything that can be wrong is said in plain words, with the way on.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { arranged, awaitTurn, clickTurn, computer, makeTable, newPage, open, person, PHONE, startBrowser, startServer } from "./browser.mjs";

let server;
let browser;

before(async () => {
  [server, browser] = await Promise.all([startServer(), startBrowser()]);
});

after(async () => {
  await browser?.close();
  await server?.stop();
});

const SIX = ["U", "V", "E", "W", "D", "J"];
const banner = (page, text) => page.locator(".banner", { hasText: text }).waitFor();
const notice = (page, text) => page.locator(".notice h1", { hasText: text }).waitFor();
const speak = (page, language) => page.addInitScript((language) => localStorage.setItem("bastide.language", language), language);

/** A table of two, of which one seat is for whoever comes. */
async function two() {
  const [host, guest] = [await newPage(browser, server.base), await newPage(browser, server.base)];
  const made = await makeTable(host, server.base, { ...arranged(SIX, 2), seats: [person("Ania"), open] });
  await host.goto(`/t/${made.game}`);
  await guest.goto(`/join#${made.sit}`);
  await guest.fill("#join-name", "Radu");
  await guest.click("form.join button.primary");
  await guest.waitForURL("**/t/*");
  await guest.locator(".gathering").waitFor();
  return { host, guest, ...made };
}

async function alone(base = server.base, options = {}) {
  const page = await newPage(browser, base, options);
  const made = await makeTable(page, base, { ...arranged(SIX, 2), seats: [person("Ania"), computer] });
  await page.goto(`${base}/t/${made.game}`);
  assert.ok(await awaitTurn(page));
  return { page, ...made };
}

for (const [language, words, options] of [
  ["en", "There is no such table", {}],
  ["pl", "Nie ma takiego stołu", PHONE],
  ["ro", "Nu există o asemenea masă", PHONE],
]) {
  test(`${language}: no such game`, async () => {
    const page = await newPage(browser, server.base, options);
    await speak(page, language);
    await page.goto("/t/zw00000000000001");
    await notice(page, words);
    await page.locator(".notice .ways a.primary").click();
    await page.waitForURL(`${server.base}/`);
    await page.context().close();
  });
}

test("a link that was taken back", async () => {
  const { host, guest, game, watch } = await two();
  const watcher = await newPage(browser, server.base);
  await watcher.goto(`/join#${watch}`);
  await watcher.locator(".gathering").waitFor();
  await host.context().request.delete(`${server.base}/api/tables/${game}/links?purpose=watch`, { headers: { Origin: server.base } });
  await notice(watcher, "The link you came by was taken back");
  assert.equal(await watcher.locator(".notice .ways a").count(), 2);
  assert.equal(await guest.locator(".gathering").count(), 1, "whoever sits stays");
  await watcher.goto(`/join#${watch}`);
  await notice(watcher, "This link leads nowhere any more");
  for (const page of [host, guest, watcher]) await page.context().close();
});

test("whoever is sent away is told, and cannot sit down again", async () => {
  const { host, guest } = await two();
  await host.getByRole("button", { name: "Send away" }).click();
  await banner(guest, "You cannot sit down here again");
  await guest.getByRole("button", { name: "Sit down here" }).click();
  await banner(guest, "Whoever made this table has sent you away");
  for (const page of [host, guest]) await page.context().close();
});

test("links of a waiting table are made once", async () => {
  const page = await newPage(browser, server.base);
  const asked = [];
  page.on("request", (request) => request.url().endsWith("/links") && asked.push(request.method()));
  await page.goto("/new?for=friends");
  await page.locator(".setup-bar button").click();
  await page.waitForURL("**/t/*");
  const link = () => page.locator(".invitation input").first().inputValue();
  const first = await link();
  await page.reload();
  assert.equal(await link(), first);
  assert.deepEqual(asked, []);
  await page.context().close();
});

test("a full table is said so, and can be watched", async () => {
  const { host, guest, sit } = await two();
  const late = await newPage(browser, server.base);
  await late.goto(`/join#${sit}`);
  await notice(late, "All seats are taken");
  await late.getByRole("link", { name: "Just watch" }).click();
  await late.locator(".gathering").waitFor();
  for (const page of [host, guest, late]) await page.context().close();
});

test("a server that goes and comes back", async () => {
  const own = await startServer();
  const { page } = await alone(own.base);
  const again = await own.restart();
  await page.waitForFunction(() => document.querySelector(".banner")?.textContent === "");
  await clickTurn(page);
  await page.context().close();
  await again.stop();
});

test("an old tab after the server was renewed", async () => {
  const own = await startServer();
  const { page } = await alone(own.base);
  // What a server of another version says of this page's files.
  await page.route("**/assets/**", (route) =>
    route.fulfill({ status: 410, contentType: "application/json", body: '{"code":"other-version","message":"load again"}' }),
  );
  const again = await own.restart();
  await banner(page, "The server has been renewed");
  await page.locator(".banner").getByRole("button", { name: "Load again" }).waitFor();
  await page.locator(".tabs [data-key=more]").click();
  await page.locator(".more a[href='/']").click();
  await page.locator(".notice", { hasText: "The server has been renewed" }).waitFor();
  await page.unroute("**/assets/**");
  await page.getByRole("button", { name: "Load again" }).click();
  await page.locator(".hero").waitFor();
  await page.context().close();
  await again.stop();
});

test("a tab that speaks an old protocol", async () => {
  const page = await newPage(browser, server.base);
  await page.addInitScript(() => {
    const { send } = WebSocket.prototype;
    WebSocket.prototype.send = function (text) {
      return send.call(this, String(text).replace('"protocol":1', '"protocol":0'));
    };
  });
  const { game } = await makeTable(page, server.base, { ...arranged(SIX, 2), seats: [person("Ania"), computer] });
  await page.goto(`/t/${game}`);
  await notice(page, "This page is older than the server");
  await page.locator(".notice").getByRole("button", { name: "Load again" }).waitFor();
  await page.context().close();
});

test("a second tab on the same seat", async () => {
  const { page, game } = await alone();
  const twin = await page.context().newPage();
  await twin.goto(`${server.base}/t/${game}`);
  for (const tab of [page, twin]) await banner(tab, "This game is open in another tab, too");
  await clickTurn(page);
  assert.ok(await awaitTurn(twin));
  await clickTurn(twin);
  assert.ok(await awaitTurn(page));
  assert.equal(await page.locator(".layer.tiles img").count(), 5);
  await twin.close();
  await page.waitForFunction(() => document.querySelector(".banner")?.textContent === "");
  await page.context().close();
});

test("what the server refuses is said in the player's language", async () => {
  const page = await newPage(browser, server.base);
  await speak(page, "pl");
  const { game } = await makeTable(page, server.base, { ...arranged(SIX, 2), seats: [person("Ania"), person("Radu")] });
  await page.goto(`/t/${game}`);
  assert.ok(await awaitTurn(page));
  await page.locator(".tabs [data-key=more]").click();
  await page.locator('.more [data-key^="table.menu-take-back"]').click();
  await banner(page, "Nie masz");
  await page.context().close();
});

test("the rules of the sets in play, one key away", async () => {
  const page = await newPage(browser, server.base);
  const { game } = await makeTable(page, server.base, { setup: { seats: 2, sets: ["base", "river"] }, seats: [person("Ania"), person("Radu")] });
  await page.goto(`/t/${game}`);
  assert.ok(await awaitTurn(page));
  const [rules] = await Promise.all([page.context().waitForEvent("page"), page.keyboard.press("?")]);
  await rules.locator("#R-1").waitFor();
  assert.equal(await rules.locator("#D-MOVE-1").count(), 0);
  assert.equal(await rules.locator("#B-TURN-1").count(), 1);
  await page.context().close();
});
