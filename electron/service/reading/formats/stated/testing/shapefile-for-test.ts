import { strToU8 } from 'fflate';

/** Two points with a name and a number each (ESRI, "Shapefile Technical Description"; dBase III). */
export function shapefileForTest(): {
  readonly 'towns.shp': Uint8Array;
  readonly 'towns.dbf': Uint8Array;
  readonly 'towns.cpg': Uint8Array;
} {
  const shapes = Buffer.alloc(100 + 2 * 28);
  shapes.writeInt32BE(9994, 0);
  shapes.writeInt32LE(1000, 28);
  for (const [at, [x, y]] of (
    [
      [6.96, 50.94],
      [9.99, 48.4],
    ] as const
  ).entries()) {
    const from = 100 + at * 28;
    shapes.writeInt32BE(at + 1, from);
    shapes.writeInt32BE(10, from + 4);
    shapes.writeInt32LE(1, from + 8);
    shapes.writeDoubleLE(x, from + 12);
    shapes.writeDoubleLE(y, from + 20);
  }
  const fields = [
    ['name', 'C', 10],
    ['people', 'N', 8],
  ] as const;
  const header = Buffer.alloc(32 + 32 * fields.length + 1);
  header.writeUInt8(3, 0);
  header.writeUInt32LE(2, 4);
  header.writeUInt16LE(header.length, 8);
  header.writeUInt16LE(19, 10);
  for (const [at, [name, type, length]] of fields.entries()) {
    header.write(name, 32 + 32 * at, 'latin1');
    header.write(type, 32 + 32 * at + 11, 'latin1');
    header.writeUInt8(length, 32 + 32 * at + 16);
  }
  header.writeUInt8(0x0d, header.length - 1);
  const rows = [' Köln      1084831', ' Ulm              '].map((row) => {
    const bytes = Buffer.alloc(19, 0x20);
    Buffer.from(row, 'utf8').copy(bytes);
    return bytes;
  });
  // Two bytes of a letter make the name one byte longer.
  rows[0]?.write('1084831 ', 11, 'latin1');
  return { 'towns.shp': shapes, 'towns.dbf': Buffer.concat([header, ...rows]), 'towns.cpg': strToU8('UTF-8') };
}
