import iconv from 'iconv-lite';

/** Reads numbers and texts of a binary file one after the other. Positions beyond its end are a `RangeError`. */
export class BytesReader {
  at = 0;
  little: boolean;
  readonly bytes: Buffer;

  constructor(bytes: Buffer, little = true) {
    this.bytes = bytes;
    this.little = little;
  }

  u8(): number {
    this.at += 1;
    return this.bytes.readUInt8(this.at - 1);
  }

  u16(): number {
    this.at += 2;
    return this.little ? this.bytes.readUInt16LE(this.at - 2) : this.bytes.readUInt16BE(this.at - 2);
  }

  i16(): number {
    this.at += 2;
    return this.little ? this.bytes.readInt16LE(this.at - 2) : this.bytes.readInt16BE(this.at - 2);
  }

  i32(): number {
    this.at += 4;
    return this.little ? this.bytes.readInt32LE(this.at - 4) : this.bytes.readInt32BE(this.at - 4);
  }

  u32(): number {
    return this.i32() >>> 0;
  }

  /** An integer of 64 bits; beyond 53 of them it is no position in a file. */
  u64(): number {
    this.at += 8;
    return Number(this.little ? this.bytes.readBigUInt64LE(this.at - 8) : this.bytes.readBigUInt64BE(this.at - 8));
  }

  f64(): number {
    this.at += 8;
    return this.little ? this.bytes.readDoubleLE(this.at - 8) : this.bytes.readDoubleBE(this.at - 8);
  }

  /** @throws {RangeError} if there are fewer */
  take(count: number): Buffer {
    const taken = this.bytes.subarray(this.at, this.at + count);
    if (count < 0 || taken.length < count) throw new RangeError('it ends in the middle of a part');
    this.at += count;
    return taken;
  }
}

/** The number with the fewest digits for the same float of 32 bits: 0.1 instead of 0.10000000149. */
export function shortestFloat(value: number): number {
  if (Number.isInteger(value)) return value;
  for (let digits = 6; digits < 9; digits += 1) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return short;
  }
  return value;
}

/** Bytes up to the first zero. */
export function untilZero(bytes: Buffer): Buffer {
  const end = bytes.indexOf(0);
  return end < 0 ? bytes : bytes.subarray(0, end);
}

/** The text of a field, which is Latin where it is not of an encoding. */
export function likelyText(bytes: Buffer, encoding: string): string {
  const text = iconv.decode(bytes, encoding);
  return unpadded(text.includes('\ufffd') ? iconv.decode(bytes, 'windows-1252') : text);
}

/** A text without the blanks and zeros that fill its field. */
export function unpadded(text: string): string {
  let end = text.length;
  while (end > 0 && (text[end - 1] === '\0' || text[end - 1]?.trim() === '')) end -= 1;
  return text.slice(0, end);
}

/** The record count of a block: larger ones would be held in memory as texts. */
export const blockRecords = 1000;

/** Records in blocks, made one by one. */
export function* inBlocks<Item>(count: number, make: (at: number) => Item): Generator<Item[]> {
  for (let from = 0; from < count; from += blockRecords)
    yield Array.from({ length: Math.min(blockRecords, count - from) }, (_, at) => make(from + at));
}
