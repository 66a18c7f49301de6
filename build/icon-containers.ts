/** PNG pictures by their size in pixels. */
export type Pictures = ReadonlyMap<number, Uint8Array>;

/** Windows: a directory of pictures up to 256 pixels (where the size byte is 0), each a PNG. */
export function asIco(pictures: Pictures): Uint8Array {
  const entries = [...pictures].filter(([size]) => size <= 256);
  const header = Buffer.alloc(6 + 16 * entries.length);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(entries.length, 4);
  let offset = header.length;
  for (const [position, [size, picture]] of entries.entries()) {
    const at = 6 + 16 * position;
    header.writeUInt8(size % 256, at);
    header.writeUInt8(size % 256, at + 1);
    header.writeUInt16LE(1, at + 4);
    header.writeUInt16LE(32, at + 6);
    header.writeUInt32LE(picture.length, at + 8);
    header.writeUInt32LE(offset, at + 12);
    offset += picture.length;
  }
  return Buffer.concat([header, ...entries.map(([, picture]) => picture)]);
}

/** Names of macOS's icon slots with their size in pixels; the second of a pair is for double-density screens. */
const slots: readonly (readonly [string, number])[] = [
  ['icp4', 16],
  ['icp5', 32],
  ['ic07', 128],
  ['ic08', 256],
  ['ic09', 512],
  ['ic11', 32],
  ['ic12', 64],
  ['ic13', 256],
  ['ic14', 512],
  ['ic10', 1024],
];

/** macOS: a sequence of named pictures, each a PNG. @throws if a size is missing */
export function asIcns(pictures: Pictures): Uint8Array {
  const parts = slots.map(([name, size]) => {
    const picture = pictures.get(size);
    if (picture === undefined) throw new Error(`There is no picture of ${size} pixels for the macOS icon`);
    return part(name, picture);
  });
  return part('icns', Buffer.concat(parts));
}

function part(name: string, content: Uint8Array): Buffer {
  const header = Buffer.alloc(8);
  header.write(name, 0, 'latin1');
  header.writeUInt32BE(8 + content.length, 4);
  return Buffer.concat([header, content]);
}
