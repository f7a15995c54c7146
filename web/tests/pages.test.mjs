// Start, setup, join and rules in a browser: in every language, on a telephone and on a desk.

import assert from "node:assert/strict";
import { test } from "node:test";
import { PHONE, check, makeTable, newDevice, newPage, unbracketed, visit } from "./browser.mjs";
import { scene } from "./scene.mjs";

const SIZES = { desk: {}, phone: PHONE };
const LANGUAGES = ["en", "pl", "ro", "x-pseudo"];

const device = (language, options, look) => newDevice(scene.browser, scene.server.base, language, options, look);

for (const language of LANGUAGES) {
  for (const [size, options] of Object.entries(SIZES)) {
    test(`${language}, ${size}: start, setup, rules and privacy`, async () => {
      const page = await device(language, options, size === "phone" ? { theme: "winter", light: "dark" } : { light: "light" });
      for (const path of ["/", "/new?for=friends", "/new?for=device", "/help", "/privacy"]) {
        await visit(page, path);
        if (path.startsWith("/new")) {
          await page.locator(".set-card input[type=checkbox]").last().check();
          await page.locator("details.house-rules > summary").click();
          await page.locator("input[name=clock][value=game]").check();
        }
        await check(page, `${path} ${language} ${size}`);
        if (language === "x-pseudo") assert.deepEqual(await unbracketed(page), [], path);
      }
      await page.context().close();
    });
  }
}

test("the language is the browser's, can be changed, and is remembered", async () => {
  const page = await newPage(scene.browser, scene.server.base, { locale: "pl-PL" });
  await visit(page, "/");
  assert.equal(await page.getAttribute("html", "lang"), "pl");
  await page.selectOption("select.language", "ro");
  await page.getByText("Pe acest dispozitiv").waitFor();
  await visit(page, "/help");
  assert.equal(await page.getAttribute("html", "lang"), "ro");
  await page.context().close();
});

test("two clicks lead to a game against the computer", async () => {
  const page = await device("en");
  await visit(page, "/");
  await page.click(".way-computer");
  await page.click("dialog button.primary");
  await page.waitForURL("**/t/*");
  const game = page.url().split("/t/")[1];
  const state = await (await page.context().request.get(`${scene.server.base}/api/tables/${game}`)).json();
  assert.deepEqual(
    state.seats.map((seat) => seat.computer),
    [null, "level-2"],
  );
  await page.context().close();
});

test("at a table that is open to everybody no turn is taken back, and the page says why", async () => {
  const page = await device("en");
  await visit(page, "/new?for=friends");
  const box = page.locator("input[name=take-backs]");
  assert.deepEqual([await box.isChecked(), await box.isDisabled()], [true, false]);
  await page.getByRole("checkbox", { name: /^Open to everybody/ }).check();
  assert.deepEqual([await box.isChecked(), await box.isDisabled()], [false, true]);
  await page.getByText("Not at a table that is open to everybody").waitFor();
  await page.getByRole("checkbox", { name: /^Open to everybody/ }).uncheck();
  assert.deepEqual([await box.isChecked(), await box.isDisabled()], [true, false]);
  await page.context().close();
});

test("a table with everything is made as it was asked for", async () => {
  const page = await device("en");
  await visit(page, "/new?for=device");
  for (const name of ["The River", "Traders & Builders", "The Princess & the Dragon"]) await page.getByLabel(name, { exact: false }).first().check();
  await page.locator(".set-parts").getByLabel("Pig").uncheck();
  await page.getByLabel("Classic 2000", { exact: false }).check();
  await page.locator("details.house-rules > summary").click();
  await page.locator("input[name=knob-fairy][value=on-tile]").check();
  await page.locator("input[name=clock][value=turn]").check();
  await page.locator("input[name=late][value=computer]").check();
  await page.getByLabel("Seat 1: name").fill("Ania");
  await page.getByRole("button", { name: "Add a seat" }).click();
  await page.locator(".setup-bar button").click();
  await page.waitForURL("**/t/*");
  const game = page.url().split("/t/")[1];
  const { table } = await (await page.context().request.get(`${scene.server.base}/api/tables/${game}`)).json();
  assert.deepEqual(table.setup.sets, { base: 1, river: 1, traders: 1, dragon: 1 });
  assert.deepEqual([table.setup.edition, table.setup.knobs, table.setup.parts], ["classic", { fairy: "on-tile" }, { pig: false }]);
  assert.deepEqual([table.clock, table.out_of_time], [{ type: "turn", seconds: 120 }, "computer"]);
  assert.deepEqual(
    table.seats.map(({ name }) => name),
    ["Ania", "", ""],
  );
  await page.context().close();
});

test("a mistake is told where it was made", async () => {
  const page = await device("pl");
  page.expected = /422/;
  await visit(page, "/new?for=device");
  await page.locator(".set-card input[type=checkbox]").first().uncheck();
  await page.locator(".setup-bar button").click();
  await page.locator(".setup-sets .error").getByText("Tak nie można zagrać").waitFor();
  await page.context().close();
});

for (const language of LANGUAGES) {
  for (const [size, options] of Object.entries(SIZES)) {
    test(`${language}, ${size}: joining, a full table, a link that is gone`, async () => {
      const host = await device("en");
      const made = await makeTable(host, scene.server.base, { setup: { seats: 2 }, seats: [{ type: "device", name: "Ania" }] });
      const guest = await device(language, options);
      await visit(guest, `/join#${made.sit}`);
      await guest.locator("#join-name").waitFor();
      assert.equal(new URL(guest.url()).hash, "");
      await check(guest, `join ${language} ${size}`);
      if (language === "x-pseudo") assert.deepEqual(await unbracketed(guest), []);
      await guest.fill("#join-name", "Radu <b>");
      await guest.click("form.join button.primary");
      await guest.waitForURL("**/t/*");
      const late = await device(language, options);
      await visit(late, `/join#${made.sit}`);
      await late.locator(".notice").waitFor();
      await check(late, `full ${language} ${size}`);
      if (language === "x-pseudo") assert.deepEqual(await unbracketed(late), []);
      await late.goto("/help");
      await visit(late, "/join#nothing");
      await late.locator(".notice").waitFor();
      late.faults = late.faults.filter((fault) => !fault.includes("404"));
      await check(late, `gone ${language} ${size}`);
      for (const page of [host, guest, late]) await page.context().close();
    });
  }
}

test("a link to watch leads straight to the table", async () => {
  const host = await device("en");
  const made = await makeTable(host, scene.server.base, { setup: { seats: 2 }, seats: [{ type: "device", name: "Ania" }] });
  const guest = await device("ro");
  await guest.goto(`/join#${made.watch}`);
  await guest.waitForURL(`**/t/${made.game}`);
  for (const page of [host, guest]) await page.context().close();
});

test("a server that is away is told of, with the way on", async () => {
  const page = await device("en");
  page.expected = /ERR_FAILED|404/;
  await visit(page, "/help");
  await page.route("**/api/enter", (route) => route.abort());
  await visit(page, "/join#something");
  await page.getByText("The server does not answer").first().waitFor();
  await page.unroute("**/api/enter");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText("This link leads nowhere any more").waitFor();
  await page.context().close();
});

test("a question mark leads to the rules, but not while somebody writes", async () => {
  const page = await device("en");
  await visit(page, "/new?for=device");
  await page.getByLabel("Seat 1: name").press("?");
  assert.ok(page.url().includes("/new"));
  await page.locator("h1").focus();
  await page.keyboard.press("?");
  await page.waitForURL("**/help");
  await page.context().close();
});

test("the rules can be searched and narrowed to sets", async () => {
  const page = await device("pl");
  await visit(page, "/help?sets=river");
  assert.equal(await page.locator(".rule").count(), 7);
  await page.fill("input[type=search]", "zrodlo");
  await page.locator("[role=status]").getByText(/zasad/).waitFor();
  assert.ok((await page.locator(".rule").count()) < 7);
  await page.context().close();
});
