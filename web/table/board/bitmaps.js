// The drawings of tiles as bitmaps. A browser draws an SVG anew whenever something near it changes, all lines of it, a
// millisecond and more for each tile; bitmaps are only copied. They are made in idle moments, one for each drawing, and
// shown when all are there; until then, and where a tile is larger on the screen than its bitmap, the drawing is.

/** How large a tile is on the screen, at most, to be shown as a bitmap. */
const SIDE = 128;
/** Screens with finer dots get finer bitmaps, up to this. */
const FINEST = 256;
/** Room for all of them together, in dots: 64 MB. */
const ROOM = 2 ** 24;
/** So many are made at a time: about as long as a frame takes. */
const FEW = 4;

/** The dots along the side of a bitmap. */
const dots = () => Math.min(FINEST, Math.ceil(SIDE * (window.devicePixelRatio || 1)));

export class Bitmaps {
  /** @type {Map<string, HTMLImageElement|null>} by the address of the drawing; nothing while it is not ready */
  made = new Map();
  /** @type {string[]} drawings that wait */
  wanted = [];
  busy = false;

  /** @param {() => void} ready is told when all that were asked for are there */
  constructor(ready) {
    this.ready = ready;
  }

  /**
   * Whether bitmaps do for tiles of this size on the screen.
   * @param {number} side
   */
  suffice(side) {
    return side * (window.devicePixelRatio || 1) <= dots();
  }

  /**
   * The address of a drawing's bitmap; as long as there is none, that of the drawing.
   * @param {string} drawing
   */
  of(drawing) {
    const made = this.made.get(drawing);
    if (made === undefined) this.ask(drawing);
    return made?.src ?? drawing;
  }

  /** @param {string} drawing */
  ask(drawing) {
    if (this.made.size * dots() ** 2 >= ROOM) return;
    this.made.set(drawing, null);
    this.wanted.push(drawing);
    if (!this.busy) this.work();
  }

  /** Makes what is wanted, a few at a time. Where that cannot be done, drawings stay drawings. */
  async work() {
    this.busy = true;
    while (this.wanted.length) {
      await idle();
      await Promise.all(this.wanted.splice(0, FEW).map((drawing) => this.make(drawing)));
    }
    this.busy = false;
    this.ready();
  }

  /** @param {string} drawing */
  async make(drawing) {
    const bitmap = await draw(drawing).catch(() => null);
    if (!bitmap) return;
    // It may not be wanted any more.
    if (this.made.get(drawing) === null) this.made.set(drawing, bitmap);
    else URL.revokeObjectURL(bitmap.src);
  }

  /** Gives back all room. */
  clear() {
    for (const bitmap of this.made.values()) if (bitmap) URL.revokeObjectURL(bitmap.src);
    this.made.clear();
    this.wanted = [];
  }
}

/** Waits for a moment in which the browser has nothing to do. */
const idle = () => new Promise((done) => ("requestIdleCallback" in window ? requestIdleCallback(done, { timeout: 250 }) : setTimeout(done, 20)));

/** @param {string} drawing */
async function draw(drawing) {
  const side = dots();
  const canvas = new OffscreenCanvas(side, side);
  const context = canvas.getContext("2d", { willReadFrequently: true });
  context?.drawImage(await picture(drawing), 0, 0, side, side);
  // Some browsers silently draw nothing of an SVG that does not say how large it is.
  if (!context?.getImageData(side / 2, side / 2, 1, 1).data[3]) throw new Error("nothing was drawn");
  return picture(URL.createObjectURL(await canvas.convertToBlob()));
}

/** @param {string} address */
async function picture(address) {
  const image = new Image();
  image.src = address;
  await image.decode();
  return image;
}
