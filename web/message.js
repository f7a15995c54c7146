// @ts-check
// How a message is written: text with holes. {name} stands for a value; {n, plural, one {# tile} other {# tiles}} for
// what depends on a number, where # is the number and =0 {...} an exact one; {kind, select, a {...} other {...}} for
// what depends on a word.

/** @typedef {string | { name: string, cases?: Record<string, Part[]>, plural?: boolean }} Part */

/**
 * The parts of a message.
 * @param {string} message
 * @returns {Part[]}
 */
export function parse(message) {
  let at = 0;
  /** @param {boolean} nested @returns {Part[]} */
  function parts(nested) {
    /** @type {Part[]} */
    const found = [];
    let text = "";
    while (at < message.length && !(nested && message[at] === "}")) {
      if (message[at] === "{") {
        if (text) found.push(text);
        text = "";
        found.push(hole());
      } else if (nested && message[at] === "#") {
        if (text) found.push(text);
        text = "";
        found.push({ name: "#" });
        at += 1;
      } else {
        text += message[at];
        at += 1;
      }
    }
    if (text) found.push(text);
    return found;
  }
  /** @returns {Part} */
  function hole() {
    const head = /^\{\s*(\w+)\s*(?:,\s*(plural|select)\s*,\s*|\})/.exec(message.slice(at));
    if (!head) throw new SyntaxError(`a hole is {name} or {name, plural, ...}: ${message}`);
    at += head[0].length;
    if (!head[2]) return { name: head[1] };
    /** @type {Record<string, Part[]>} */
    const cases = {};
    while (message[at] !== "}") {
      const start = /^\s*(=?\w[\w-]*|=\d+)\s*\{/.exec(message.slice(at));
      if (!start) throw new SyntaxError(`a case is name {...}: ${message}`);
      at += start[0].length;
      cases[start[1]] = parts(true);
      if (message[at] !== "}") throw new SyntaxError(`a case is not closed: ${message}`);
      at += 1;
      while (message[at] === " ") at += 1;
    }
    at += 1;
    return { name: head[1], cases, plural: head[2] === "plural" };
  }
  return parts(false);
}

/**
 * How a language counts and writes numbers.
 * @param {string} locale
 */
export function formsOf(locale) {
  return { plurals: new Intl.PluralRules(locale), numbers: new Intl.NumberFormat(locale) };
}

/**
 * The text of a message.
 * @param {Part[]} parts
 * @param {Record<string, string | number>} params
 * @param {ReturnType<typeof formsOf>} forms
 * @param {number} [counted] the number that # stands for
 * @returns {string}
 */
export function fill(parts, params, forms, counted) {
  return parts
    .map((part) => {
      if (typeof part === "string") return part;
      if (part.name === "#") return forms.numbers.format(counted ?? 0);
      const value = params[part.name];
      if (!part.cases) return typeof value === "number" ? forms.numbers.format(value) : String(value ?? "");
      const found = part.plural ? pluralCase(part.cases, Number(value), forms.plurals) : part.cases[String(value)];
      return fill(found ?? part.cases.other ?? [], params, forms, part.plural ? Number(value) : counted);
    })
    .join("");
}

/**
 * @param {Record<string, Part[]>} cases
 * @param {number} n
 * @param {Intl.PluralRules} plurals
 */
function pluralCase(cases, n, plurals) {
  return cases[`=${n}`] ?? cases[plurals.select(n)] ?? cases.many;
}
