// Other tabs of this browser at the same table: they know of each other, so that nobody wonders whose move it was.

export class Twins {
  /**
   * @param {string} game
   * @param {() => void} changed
   */
  constructor(game, changed) {
    this.changed = changed;
    this.found = false;
    this.hidden = false;
    this.channel = "BroadcastChannel" in globalThis ? new BroadcastChannel(`bastide.table.${game}`) : null;
    this.bye = () => this.close();
    if (!this.channel) return;
    this.channel.onmessage = ({ data }) => this.hear(data);
    this.channel.postMessage("hello");
    addEventListener("pagehide", this.bye);
  }

  /** @param {unknown} word */
  hear(word) {
    this.found = word !== "bye";
    if (word === "hello") this.channel?.postMessage("here");
    // Who else is there says so again.
    if (word === "bye") this.channel?.postMessage("hello");
    this.changed();
  }

  /** Whether somebody is to be told of them. */
  areShown() {
    return this.found && !this.hidden;
  }

  hide() {
    this.hidden = true;
    this.changed();
  }

  close() {
    removeEventListener("pagehide", this.bye);
    this.channel?.postMessage("bye");
    this.channel?.close();
    this.channel = null;
  }
}
