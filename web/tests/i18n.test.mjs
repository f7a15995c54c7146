// Every language says everything: the same keys, the same holes, the plural forms that it has, and a message for
// every name that the server can send. Run with: node --test web/tests/i18n.test.mjs

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { fill, formsOf, parse } from "../message.js";
import { BOOK, SET_NAMES } from "../pages/rulebook.js";
import { CODES, EDITIONS, FEATURE_KINDS, GOODS, KNOBS, PARTS, PLAYERS, ROLES, SETS } from "../vocabulary.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const read = (path) => readFileSync(join(root, path), "utf8");
const json = (name) => JSON.parse(read(`web/i18n/${name}.json`));
const CATEGORIES = { en: ["one", "other"], pl: ["few", "many", "one"], ro: ["few", "one", "other"] };
const LANGUAGES = Object.keys(CATEGORIES);
const messages = Object.fromEntries(LANGUAGES.map((language) => [language, json(language)]));
const { en } = messages;

/** All parts of a message, those within cases too. */
function parts(message) {
  const all = (list) => list.flatMap((part) => (typeof part === "string" ? [] : [part, ...Object.values(part.cases ?? {}).flatMap(all)]));
  return all(parse(message));
}

const holes = (message) =>
  [
    ...new Set(
      parts(message)
        .map((part) => part.name)
        .filter((name) => name !== "#"),
    ),
  ].sort();

for (const language of LANGUAGES) {
  test(`${language} has the keys and holes of English`, () => {
    assert.deepEqual(Object.keys(messages[language]).sort(), Object.keys(en).sort());
    for (const [key, message] of Object.entries(messages[language])) {
      assert.deepEqual(holes(message), holes(en[key]), key);
      assert.ok(message.length > 0, key);
    }
  });

  test(`${language} has the plural forms it needs`, () => {
    for (const [key, message] of Object.entries(messages[language])) {
      for (const part of parts(message).filter((part) => part.plural)) {
        const forms = Object.keys(part.cases)
          .filter((name) => !name.startsWith("="))
          .sort();
        assert.deepEqual(forms, CATEGORIES[language], key);
      }
    }
  });

  test(`${language} counts without a fault`, () => {
    for (const [key, message] of Object.entries(messages[language])) {
      for (const n of [0, 1, 2, 5, 12, 20, 22, 101, 119, 120]) {
        const text = fill(parse(message), new Proxy({}, { get: () => n }), formsOf(language));
        assert.ok(!/[{}#]|undefined|NaN/.test(text), `${key}: ${text}`);
      }
    }
  });
}

test("Romanian says 20 de", () => {
  for (const [key, message] of Object.entries(messages.ro)) {
    for (const part of parts(message).filter((part) => part.plural)) {
      const { other } = part.cases;
      const at = other.findIndex((piece) => piece.name === "#");
      assert.ok(at < 0 || String(other[at + 1]).startsWith(" de "), key);
    }
  }
});

test("Polish and Romanian are translated", () => {
  const same = (language) => Object.keys(en).filter((key) => /\p{L}{4}/u.test(en[key].replace(/\{\w+\}/g, "")) && messages[language][key] === en[key]);
  for (const language of ["pl", "ro"])
    assert.deepEqual(
      same(language).filter((key) => !["role.dragon"].includes(key) && !/chat/.test(key)),
      [],
    );
});

function scripts(folder = "web") {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return ["node_modules", "tests"].includes(entry.name) ? [] : scripts(path);
    return path.endsWith(".js") ? [path] : [];
  });
}

test("every key that a script names is there", () => {
  const prefixes = [...new Set(Object.keys(en).map((key) => key.split(".")[0]))].join("|");
  const named = new RegExp(`["'](?:${prefixes})\\.[a-z0-9][\\w.-]*["']`, "gi");
  const built = new RegExp(`\`(?:${prefixes})\\.[^\`\\s]*\``, "g");
  for (const path of scripts()) {
    const text = read(path).replace(/^import .*$/gm, "");
    for (const [literal] of text.matchAll(named)) {
      const key = literal.slice(1, -1);
      if (!key.endsWith(".js")) assert.ok(key in en, `${path}: ${key}`);
    }
    for (const [literal] of text.matchAll(built)) {
      const pattern = literal
        .slice(1, -1)
        .split(/\$\{[^}]*\}/)
        .map((piece) => piece.replace(/[.*+?^$()|[\]\\]/g, "\\$&"))
        .join(".+");
      assert.ok(
        Object.keys(en).some((key) => new RegExp(`^${pattern}$`).test(key)),
        `${path}: ${literal}`,
      );
    }
  }
});

/** The names of a type in wire.d.ts: the strings of a union, or the `type`s of its members. */
function names(type) {
  const wire = read("web/wire.d.ts");
  const start = wire.search(new RegExp(`^export type ${type}\\b`, "m"));
  assert.ok(start >= 0, `wire.d.ts has no ${type}`);
  const rest = wire.slice(start);
  const text = rest.slice(0, rest.slice(1).search(/^export /m) + 1 || rest.length).replace(/\/\*[\s\S]*?\*\//g, "");
  const tagged = [...text.matchAll(/\btype: "([\w-]+)"/g)].map(([, name]) => name);
  return tagged.length > 0 ? tagged : [...text.matchAll(/"([\w-]+)"/g)].map(([, name]) => name);
}

const has = (key) => assert.ok(key in en, `no message for ${key}`);

test("every event has its words", () => {
  const silent = ["turn-began", "drew"];
  const several = {
    deployed: ROLES.map((role) => `deployed-${role}`),
    placed: ["placed", ...[...ROLES, "fairy"].map((role) => `then-${role}`)],
    "went-home": [
      ...["knight", "thief", "monk", "builder"].map((role) => `home-scored-${role}`),
      ...ROLES.map((role) => `home-eaten-${role}`),
      "home-alone-builder",
      "home-alone-pig",
      "home-evicted",
    ],
    now: names("Ending").map((why) => `over-${why}`),
    scored: names("Reason")
      .flatMap((reason) =>
        reason === "feature"
          ? FEATURE_KINDS.filter((kind) => kind !== "field").flatMap((kind) => [kind, `${kind}-open`])
          : reason === "goods"
            ? GOODS.map((good) => `goods-${good}`)
            : [reason],
      )
      .map((what) => `scored-${what}`),
  };
  for (const event of names("Event").filter((event) => !silent.includes(event))) (several[event] ?? [event]).forEach((name) => has(`event.${name}`));
});

test("everything that happens at a table has its words", () => {
  const silent = ["dealing", "committed", "revealed", "played", "said"];
  const several = {
    left: names("Leaving").map((why) => `left-${why}`),
    asked: names("Proposal").map((what) => `asked-${what}`),
    answered: ["agreed", "refused"],
    replaced: ["replaced", "came-back"],
  };
  for (const entry of names("Entry").filter((entry) => !silent.includes(entry))) (several[entry] ?? [entry]).forEach((name) => has(`log.${name}`));
  names("Stage").forEach((stage) => has(`stage.${stage}`));
  [...ROLES, "fairy", "dragon"].forEach((role) => has(`role.${role}`));
  GOODS.forEach((good) => has(`good.${good}`));
});

test("every set, part, edition, knob and player is explained", () => {
  const explained = (/** @type {string} */ key, about = ".about") => ["", about].forEach((end) => has(key + end));
  for (const [knob, { values }] of Object.entries(KNOBS)) {
    has(`knob.${knob}`);
    for (const value of values) has(`knob.${knob}.${value}`);
  }
  for (const part of PARTS) explained(`part.${part}`);
  for (const set of Object.keys(SETS)) explained(`set.${set}`);
  for (const { name } of EDITIONS) explained(`edition.${name}`);
  for (const player of PLAYERS) explained(`player.${player}`, ".how");
});

test("every refusal is told in plain words", () => {
  for (const code of CODES) has(`error.${code}`);
});

test("the rules have the ids of the rule book in every language", () => {
  const book = [...read("docs/rules.md").matchAll(/^\*\*([A-Z]+(?:-[A-Z0-9]+)*)\*\* /gm)].map(([, id]) => id).sort();
  assert.deepEqual(BOOK.flatMap((part) => part.chapters.flatMap((chapter) => chapter.rules)).sort(), book);
  for (const language of LANGUAGES) assert.deepEqual(Object.keys(json(`rules.${language}`)).sort(), book);
  assert.deepEqual([...SET_NAMES].sort(), Object.keys(SETS).sort());
  for (const { set, chapters } of BOOK) chapters.forEach(({ name }) => has(`help.chapter.${name}`) ?? has(`set.${set}`));
});
