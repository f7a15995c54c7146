// What is said of points and moves, in every language: each seat's own points, who had how many, and who went without.
// No browser is needed. Run with: node --test web/tests/words.test.mjs

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

// The page's words come by fetch and know the document's language.
globalThis.document = /** @type {any} */ ({ documentElement: { lang: "en", dataset: {} } });
globalThis.fetch = /** @type {any} */ (async (url) => ({ ok: true, json: async () => JSON.parse(readFileSync(url, "utf8")) }));
const { setLanguage } = await import("../i18n.js");
const { scoredLine } = await import("../table/panels/scored.js");
const { eventLines } = await import("../table/panels/words.js");

const table = /** @type {any} */ ({ nameOf: (seat) => ["Ania", "Radu", "Zoe"][seat - 1], tileAt: () => undefined });
const cells = (n) => Array.from({ length: n }, (_, x) => ({ x, y: 0 }));
const spot = { x: 0, y: 0, segment: 0 };
const city = (n, followers, more = {}) => ({
  type: "feature",
  kind: "city",
  complete: true,
  cells: cells(n),
  followers,
  pennants: 0,
  per_tile: 2,
  spot,
  ...more,
});
const field = (cities, followers, pigs) => ({ type: "field", cities: Array(cities).fill(spot), followers, pigs, per_city: 3, spot });

async function said(reason, points) {
  const lines = [];
  for (const language of ["en", "pl", "ro"]) {
    await setLanguage(language);
    lines.push(scoredLine(table, reason, points).text);
  }
  return lines;
}

test("each seat's own points are told, and whose pig it was", async () => {
  assert.deepEqual(await said(field(2, [1, 1, 0], [true, false, false]), [8, 6, 0]), [
    "Field at 2 finished cities: 8 points for Ania (1 farmer, with the pig); 6 points for Radu (1 farmer).",
    "Łąka (2 ukończone miasta): Ania (1 chłop, ze świnią) – 8 punktów; Radu (1 chłop) – 6 punktów.",
    "Pășune cu 2 cetăți închise: 8 puncte pentru Ania (un fermier, cu porcul); 6 puncte pentru Radu (un fermier).",
  ]);
});

test("who had fewer is told to go without", async () => {
  assert.deepEqual(await said(city(4, [2, 1, 0], { pennants: 1 }), [10, 0, 0]), [
    "City of 4 tiles with 1 pennant finished: 10 points for Ania (2 knights); Radu (1 knight) goes without.",
    "Ukończone miasto (4 płytki, 1 proporzec): Ania (2 rycerzy) – 10 punktów; Radu (1 rycerz) – bez punktów.",
    "Cetate închisă din 4 piese și un steag: 10 puncte pentru Ania (2 cavaleri); Radu (un cavaler) fără puncte.",
  ]);
});

test("one tile is one tile, and a field without a city has an owner", async () => {
  assert.equal((await said(city(1, [0, 1, 0], { complete: false }), [0, 1, 0]))[2], "Cetate neterminată dintr-o piesă: un punct pentru Radu.");
  assert.deepEqual(await said(field(0, [0, 2, 0], [false, false, false]), [0, 0, 0]), [
    "Field without a finished city: Radu goes without.",
    "Łąka bez ukończonego miasta: Radu – bez punktów.",
    "Pășune fără cetate închisă: Radu fără puncte.",
  ]);
});

test("goods are called by their name and counted", async () => {
  assert.deepEqual(await said({ type: "goods", good: "cloth", tokens: [3, 3, 1] }, [10, 10, 0]), [
    "Most cloth: 10 points for Ania (3 tokens); 10 points for Radu (3 tokens); Zoe (1 token) goes without.",
    "Najwięcej sukna: Ania (3 żetony) – 10 punktów; Radu (3 żetony) – 10 punktów; Zoe (1 żeton) – bez punktów.",
    "Cel mai mult postav: 10 puncte pentru Ania (3 jetoane); 10 puncte pentru Radu (3 jetoane); Zoe (un jeton) fără puncte.",
  ]);
});

test("a tile and its figure are one line, and so are points and those who go home", async () => {
  const home = (seat, x) => ({ type: "went-home", figure: "builder", why: "scored", seat, x, y: 0, segment: 0 });
  const events = [
    { type: "placed", seat: 1, tile: "D", x: 1, y: 0, rotation: 0 },
    { type: "deployed", seat: 1, figure: "pig", x: 1, y: 0, segment: 2 },
    { type: "scored", reason: city(2, [1, 0, 0]), points: [4, 0, 0] },
    home(1, 0),
    home(2, 1),
    { type: "went-home", figure: "pig", why: "eaten", seat: 3, x: 2, y: 0, segment: 0 },
  ];
  await setLanguage("en");
  assert.deepEqual(
    eventLines(table, /** @type {any} */ (events)).map(({ text }) => text),
    [
      "Ania lays a tile with nothing but fields and puts the pig in the field.",
      "City of 2 tiles finished: 4 points for Ania. Ania's builder goes home. Radu's builder goes home.",
      "The dragon eats Zoe's pig.",
    ],
  );
});
