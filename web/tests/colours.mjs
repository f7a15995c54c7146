// PNG files with a palette of 256 colours, a third of the size and as good to look at.

import { crc32, deflateSync, inflateSync } from "node:zlib";

const BITS = 5;

/** The pixels of a PNG as browsers write it: eight bits a channel, not interlaced. */
function read(png) {
  const [width, height, kind] = [png.readUInt32BE(16), png.readUInt32BE(20), png[25]];
  const channels = { 2: 3, 6: 4 }[kind];
  if (png[24] !== 8 || !channels || png[28]) throw new Error("this is not a PNG as browsers write it");
  const data = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    if (png.toString("latin1", at + 4, at + 8) === "IDAT") data.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  }
  return { width, height, channels, lines: inflateSync(Buffer.concat(data)) };
}

/** Undoes what was done to the lines of a picture to make them smaller. */
function pixels({ width, height, channels, lines }) {
  const row = width * channels;
  const out = Buffer.alloc(row * height);
  for (let y = 0; y < height; y++) {
    const filter = lines[y * (row + 1)];
    for (let x = 0; x < row; x++) {
      const left = x >= channels ? out[y * row + x - channels] : 0;
      const up = y ? out[(y - 1) * row + x] : 0;
      const corner = y && x >= channels ? out[(y - 1) * row + x - channels] : 0;
      const near = left + up - corner;
      const [a, b, c] = [Math.abs(near - left), Math.abs(near - up), Math.abs(near - corner)];
      const paeth = a <= b && a <= c ? left : b <= c ? up : corner;
      out[y * row + x] = lines[y * (row + 1) + 1 + x] + [0, left, up, (left + up) >> 1, paeth][filter];
    }
  }
  return out;
}

/** The colours there are, coarsely, with how often each occurs. */
function histogram(out, channels) {
  const found = new Map();
  for (let at = 0; at < out.length; at += channels) {
    const key = ((out[at] >> (8 - BITS)) << (2 * BITS)) | ((out[at + 1] >> (8 - BITS)) << BITS) | (out[at + 2] >> (8 - BITS));
    const entry = found.get(key);
    if (!entry) found.set(key, { key, n: 1, sum: [out[at], out[at + 1], out[at + 2]] });
    else {
      entry.n += 1;
      for (let c = 0; c < 3; c++) entry.sum[c] += out[at + c];
    }
  }
  return [...found.values()].map(({ key, n, sum }) => ({ key, n, colour: sum.map((value) => value / n) }));
}

/** The channel in which a box of colours is widest, and how much it would gain by being split. */
function width(box) {
  const spans = [0, 1, 2].map((c) => Math.max(...box.map(({ colour }) => colour[c])) - Math.min(...box.map(({ colour }) => colour[c])));
  const channel = spans.indexOf(Math.max(...spans));
  return { channel, gain: spans[channel] * Math.sqrt(box.reduce((sum, { n }) => sum + n, 0)) };
}

/** Splits boxes of colours in their middles until there are enough. */
function boxes(colours, count) {
  const all = [{ box: colours, ...width(colours) }];
  while (all.length < count) {
    all.sort((a, b) => b.gain - a.gain);
    const { box, channel } = all[0];
    if (box.length < 2) break;
    box.sort((a, b) => a.colour[channel] - b.colour[channel]);
    const half = box.reduce((sum, { n }) => sum + n, 0) / 2;
    let at = 1;
    for (let sum = box[0].n; at < box.length - 1 && sum + box[at].n / 2 < half; at++) sum += box[at].n;
    const halves = [box.slice(0, at), box.slice(at)];
    all.splice(0, 1, ...halves.map((part) => ({ box: part, ...width(part) })));
  }
  return all.map(({ box }) => box);
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length);
  body.copy(out, 4);
  out.writeUInt32BE(crc32(body), body.length + 4);
  return out;
}

/** The same picture with at most 256 colours. */
export function fewColours(png) {
  const picture = read(png);
  const out = pixels(picture);
  const found = boxes(histogram(out, picture.channels), 256);
  const index = new Map(found.flatMap((box, n) => box.map(({ key }) => [key, n])));
  const palette = Buffer.from(
    found.flatMap((box) =>
      [0, 1, 2].map((c) => Math.round(box.reduce((sum, { n, colour }) => sum + n * colour[c], 0) / box.reduce((sum, { n }) => sum + n, 0))),
    ),
  );
  const lines = Buffer.alloc((picture.width + 1) * picture.height);
  for (let y = 0, at = 0; y < picture.height; y++) {
    for (let x = 0; x < picture.width; x++, at += picture.channels) {
      lines[y * (picture.width + 1) + 1 + x] = index.get(
        ((out[at] >> (8 - BITS)) << (2 * BITS)) | ((out[at + 1] >> (8 - BITS)) << BITS) | (out[at + 2] >> (8 - BITS)),
      );
    }
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(picture.width);
  head.writeUInt32BE(picture.height, 4);
  head.set([8, 3], 8);
  return Buffer.concat([
    png.subarray(0, 8),
    chunk("IHDR", head),
    chunk("PLTE", palette),
    chunk("IDAT", deflateSync(lines, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}
