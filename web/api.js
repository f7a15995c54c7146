// The way to the server: requests, and a table's socket that comes back by itself.

/** Where the page's files are; it changes with every version of them. */
export const assets = new URL(".", import.meta.url).pathname;

/** What the server could not do, in its words. */
export class Failed extends Error {
  /**
   * @param {number} status
   * @param {string} code
   * @param {string} message
   * @param {string} [words] what the host said about it
   */
  constructor(status, code, message, words) {
    super(message);
    this.status = status;
    this.code = code;
    this.words = words;
  }
}

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @param {number} [patience] milliseconds after which the server is taken for lost
 */
async function ask(method, path, body, patience) {
  const signal = patience === undefined ? undefined : AbortSignal.timeout(patience);
  const text = await (await send(method, path, body, signal)).text();
  return text ? JSON.parse(text) : null;
}

/**
 * What the server answers, if it is not that something failed.
 * @param {string} method
 * @param {string} path
 * @param {unknown} body
 * @param {AbortSignal} [signal]
 */
async function send(method, path, body, signal) {
  const json = body !== undefined;
  /** @type {RequestInit} */
  const request = { method, headers: json ? { "Content-Type": "application/json" } : {}, body: json ? JSON.stringify(body) : undefined, signal };
  const response = await fetch(path, request).catch(() => {
    throw new Failed(0, "offline", "the server does not answer");
  });
  if (response.ok) return response;
  const { code, message, words } = readFailure(await response.text());
  throw new Failed(response.status, code, message, words);
}

/** @param {string} text */
function readFailure(text) {
  try {
    const { code = "unknown", message = text, words } = JSON.parse(text);
    return { code, message, words };
  } catch {
    return { code: "unknown", message: text, words: undefined };
  }
}

/** @param {string} path */
export const get = (path) => ask("GET", path);
/**
 * @param {string} path
 * @param {unknown} [body]
 * @param {number} [patience]
 */
export const post = (path, body = {}, patience = undefined) => ask("POST", path, body, patience);

/** Lines come at least so often, empty ones if there is nothing to tell. */
const SILENCE = 20000;

/**
 * Asks for something that comes line by line, and ends if nothing comes for long.
 * @param {string} path
 * @param {unknown} body
 * @param {(line: any) => void} take
 * @param {AbortSignal} signal ends it
 */
export async function lines(path, body, take, signal) {
  const ended = new AbortController();
  const end = () => ended.abort();
  signal.addEventListener("abort", end);
  let silence = setTimeout(end, SILENCE);
  try {
    const { body: stream } = await send("POST", path, body, ended.signal);
    if (!stream) return;
    const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
      const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }));
      if (done) return;
      clearTimeout(silence);
      silence = setTimeout(end, SILENCE);
      const whole = (rest + value).split("\n");
      rest = whole.pop() ?? "";
      for (const line of whole) if (line) take(JSON.parse(line));
    }
  } finally {
    clearTimeout(silence);
    signal.removeEventListener("abort", end);
  }
}

/**
 * A link as a picture.
 * @param {string} link
 * @returns {Promise<string>} the address of the picture
 */
export async function qr(link) {
  const response = await fetch("/api/qr", { method: "POST", body: link });
  if (!response.ok) throw new Failed(response.status, "qr", "no picture");
  return URL.createObjectURL(await response.blob());
}

/** Whether the server has been renewed since the page was loaded, so that its files are of another version. */
export async function isOutdated() {
  const response = await fetch(`${assets}icon.svg`, { cache: "no-store" }).catch(() => null);
  return response?.status === 410;
}

/** A name that nobody else makes. */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

const PROTOCOL = 1;
const FIRST_WAIT = 300;
const LONGEST_WAIT = 8000;
/** After so much silence the server is asked for a sign of life. */
const QUIET = 20000;
/** What is asked must be answered within this time, or the connection is taken for lost. */
const PATIENCE = 8000;
/** The same, when there is reason to think that it is. */
const DOUBT = 3000;

/**
 * @typedef {import("./wire").Input} Input
 * @typedef {Extract<import("./wire").ToServer, {id: string}>} Question what is answered
 */

/**
 * @template {import("./wire").FromServer["type"]} Type
 * @typedef {Extract<import("./wire").FromServer, {type: Type}>} Answer
 */

/**
 * A table's socket. Lost connections come back, with what was missed; what was not answered is sent again under
 * its old id, so nothing is done twice.
 */
export class TableSocket {
  /**
   * @param {string} game
   * @param {{message: (message: import("./wire").FromServer) => void, status: (status: string) => void, failed: (why: Failed) => void, version: () => number|null}} owner
   */
  constructor(game, owner) {
    this.game = game;
    this.owner = owner;
    this.wait = FIRST_WAIT;
    this.closed = false;
    /** @type {WebSocket|null} */
    this.socket = null;
    /** @type {Map<string, {message: Question, done: (answer: any) => void, fail: (why: Failed) => void}>} */
    this.waiting = new Map();
    this.timer = 0;
    this.watch = 0;
    this.wake = () => this.hurry();
    this.cut = () => this.drop();
    addEventListener("online", this.wake);
    addEventListener("offline", this.cut);
    document.addEventListener("visibilitychange", this.wake);
    this.open();
  }

  open() {
    clearTimeout(this.timer);
    const address = new URL(`/api/tables/${this.game}/socket`, location.href);
    address.protocol = address.protocol.replace("http", "ws");
    const socket = new WebSocket(address);
    this.socket = socket;
    let greeted = false;
    socket.onopen = () => {
      const version = this.owner.version();
      this.send(version === null ? { type: "hello", protocol: PROTOCOL } : { type: "hello", protocol: PROTOCOL, version });
    };
    socket.onmessage = (event) => {
      if (!greeted) this.greeted();
      greeted = true;
      this.expect(QUIET, () => this.probe(PATIENCE));
      this.hear(JSON.parse(event.data));
    };
    socket.onclose = (event) => {
      if (this.socket === socket) this.lost(greeted, event);
    };
  }

  /** The connection stands: what was not answered is said again. */
  greeted() {
    this.wait = FIRST_WAIT;
    this.owner.status("open");
    for (const { message } of this.waiting.values()) this.send(message);
  }

  /**
   * @param {boolean} greeted
   * @param {{reason: string}} event
   */
  async lost(greeted, event) {
    this.socket = null;
    clearTimeout(this.watch);
    if (this.closed) return;
    if (event.reason === "revoked" || event.reason === "another protocol") {
      return this.giveUp(new Failed(403, event.reason === "revoked" ? "revoked" : "protocol", event.reason));
    }
    this.owner.status("lost");
    if (!greeted && !(await this.isReachable())) return;
    this.timer = setTimeout(() => this.open(), this.wait * (0.7 + 0.6 * Math.random()));
    this.wait = Math.min(this.wait * 1.7, LONGEST_WAIT);
  }

  /** A socket does not say why it is refused; a request does. */
  async isReachable() {
    try {
      await get(`/api/tables/${this.game}`);
    } catch (error) {
      if (error instanceof Failed && [401, 403, 404, 410].includes(error.status)) {
        this.giveUp(error);
        return false;
      }
    }
    return !this.closed;
  }

  /** @param {Failed} why */
  giveUp(why) {
    this.close();
    this.owner.failed(why);
  }

  hurry() {
    if (this.closed || document.hidden) return;
    if (this.socket) return this.probe(DOUBT);
    this.wait = FIRST_WAIT;
    this.open();
  }

  /**
   * Does something if nothing is heard for so long.
   * @param {number} millis
   * @param {() => void} then
   */
  expect(millis, then) {
    clearTimeout(this.watch);
    this.watch = setTimeout(then, millis);
  }

  /**
   * A network that is gone does not say so. Any answer to a question about nothing shows that the server is there.
   * @param {number} patience
   */
  probe(patience) {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    this.preview([], this.owner.version() ?? 0).catch(() => {});
    this.expect(patience, this.cut);
  }

  /** Takes the connection for lost. */
  drop() {
    const { socket } = this;
    if (!socket || this.closed) return;
    this.lost(true, { reason: "" });
    socket.close();
  }

  /** @param {import("./wire").ToServer} message */
  send(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** @param {import("./wire").FromServer} message */
  hear(message) {
    const question = "id" in message ? this.waiting.get(message.id) : undefined;
    if (question && "id" in message) {
      this.waiting.delete(message.id);
      if (message.type === "rejected") question.fail(new Failed(409, message.code, message.message));
      else question.done(message);
      return;
    }
    this.owner.message(message);
  }

  /**
   * @param {Question} message
   * @returns {Promise<any>} the answer to it
   */
  question(message) {
    return new Promise((done, fail) => {
      this.waiting.set(message.id, { message, done, fail });
      this.send(message);
      if (this.socket?.readyState === WebSocket.OPEN) this.expect(PATIENCE, this.cut);
    });
  }

  /**
   * Orders something, based on a version.
   * @param {import("./wire").Order} order
   * @param {number} version
   * @returns {Promise<Answer<"done">>}
   */
  order(order, version) {
    return this.question({ type: "do", id: newId(), version, order });
  }

  /**
   * @param {Input[]} actions
   * @param {number} version
   * @returns {Promise<Answer<"previewed">>}
   */
  preview(actions, version) {
    return this.question({ type: "preview", id: newId(), version, actions });
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    clearTimeout(this.watch);
    removeEventListener("online", this.wake);
    removeEventListener("offline", this.cut);
    document.removeEventListener("visibilitychange", this.wake);
    this.socket?.close();
    this.socket = null;
  }
}
