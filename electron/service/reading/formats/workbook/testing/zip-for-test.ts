import { crc32, deflateRawSync } from 'node:zlib';

/** The form of an archive: compressed or stored parts, sizes after them, or ZIP64 (APPNOTE 4.3 to 4.5). */
export type ZipForm = 'deflated' | 'stored' | 'descriptors' | 'zip64';

interface Part {
  readonly name: string;
  readonly bytes: Buffer;
}

/** Bit 3: sizes and checksum follow the data; bit 11: the name is UTF-8. */
const sizesFollow = 0x0008;
const utf8Name = 0x0800;

/** An archive of files, in any of the forms that ZIP writers choose. */
export function zipOf(parts: readonly Part[], form: ZipForm): Buffer {
  const pieces: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, bytes } of parts) {
    const packed = form === 'stored' ? bytes : deflateRawSync(bytes);
    const entry = { name: Buffer.from(name), packed, bytes: bytes.length, crc: crc32(bytes), offset, form };
    const written = [localHeader(entry), packed, form === 'descriptors' ? descriptor(entry) : Buffer.alloc(0)];
    pieces.push(...written);
    directory.push(centralHeader(entry));
    offset += Buffer.concat(written).length;
  }
  const central = Buffer.concat(directory);
  return Buffer.concat([...pieces, central, endOf(parts.length, central.length, offset, form)]);
}

interface Entry {
  readonly name: Buffer;
  readonly packed: Buffer;
  readonly bytes: number;
  readonly crc: number;
  readonly offset: number;
  readonly form: ZipForm;
}

/** Little-endian numbers, each with its length in bytes. */
function numbers(...fields: readonly (readonly [value: number, bytes: number])[]): Buffer {
  return Buffer.concat(
    fields.map(([value, length]) => {
      const field = Buffer.alloc(length);
      if (length === 8) field.writeBigUInt64LE(BigInt(value));
      else field.writeUIntLE(value, 0, length);
      return field;
    }),
  );
}

const inZip64 = 0xffff_ffff;

function common({ form, crc, packed, bytes, name }: Entry, local: boolean, extra: number): Buffer {
  const follow = form === 'descriptors';
  const left = local && follow;
  const size = (value: number) => (form === 'zip64' ? inZip64 : left ? 0 : value);
  return numbers(
    [form === 'zip64' ? 45 : 20, 2],
    [utf8Name | (follow ? sizesFollow : 0), 2],
    [form === 'stored' ? 0 : 8, 2],
    [0, 2],
    [0x5821, 2],
    [left ? 0 : crc, 4],
    [size(packed.length), 4],
    [size(bytes), 4],
    [name.length, 2],
    [extra, 2],
  );
}

function localHeader(entry: Entry): Buffer {
  const sizes = numbers([0x0001, 2], [16, 2], [entry.bytes, 8], [entry.packed.length, 8]);
  const extra = entry.form === 'zip64' ? sizes : Buffer.alloc(0);
  return Buffer.concat([numbers([0x04034b50, 4]), common(entry, true, extra.length), entry.name, extra]);
}

function descriptor({ crc, packed, bytes }: Entry): Buffer {
  return numbers([0x08074b50, 4], [crc, 4], [packed.length, 4], [bytes, 4]);
}

function centralHeader(entry: Entry): Buffer {
  const isZip64 = entry.form === 'zip64';
  const sizes = numbers([0x0001, 2], [24, 2], [entry.bytes, 8], [entry.packed.length, 8], [entry.offset, 8]);
  const extra = isZip64 ? sizes : Buffer.alloc(0);
  const rest = numbers([0, 2], [0, 2], [0, 2], [0, 4], [isZip64 ? inZip64 : entry.offset, 4]);
  return Buffer.concat([
    numbers([0x02014b50, 4], [isZip64 ? 45 : 20, 2]),
    common(entry, false, extra.length),
    rest,
    entry.name,
    extra,
  ]);
}

function endOf(count: number, size: number, offset: number, form: ZipForm): Buffer {
  const isZip64 = form === 'zip64';
  const end = numbers(
    [0x06054b50, 4],
    [0, 2],
    [0, 2],
    [isZip64 ? 0xffff : count, 2],
    [isZip64 ? 0xffff : count, 2],
    [isZip64 ? inZip64 : size, 4],
    [isZip64 ? inZip64 : offset, 4],
    [0, 2],
  );
  if (!isZip64) return end;
  const record = numbers(
    [0x06064b50, 4],
    [44, 8],
    [45, 2],
    [45, 2],
    [0, 4],
    [0, 4],
    [count, 8],
    [count, 8],
    [size, 8],
    [offset, 8],
  );
  return Buffer.concat([record, numbers([0x07064b50, 4], [0, 4], [offset + size, 8], [1, 4]), end]);
}
