/** A value of the compact protocol (Apache Thrift, thrift-compact-protocol.md), as Parquet's metadata is written. */
export type Value = boolean | number | Buffer | List | Struct;

export interface List {
  /** Kind of the items. */
  readonly kind: number;
  readonly items: readonly Value[];
}

export interface Field {
  readonly kind: number;
  readonly value: Value;
}

/** Fields by their numbers, ascending. */
export type Struct = ReadonlyMap<number, Field>;

/** Kinds of values, by their codes. */
export const kinds = {
  true: 1,
  false: 2,
  byte: 3,
  i16: 4,
  i32: 5,
  i64: 6,
  double: 7,
  binary: 8,
  list: 9,
  set: 10,
  map: 11,
  struct: 12,
} as const;
export const { i32: i32Kind, i64: i64Kind, binary: binaryKind, list: listKind, struct: structKind } = kinds;

/** Reads a structure. Only for what the engine wrote: neither depth nor length is checked. Integers to 2^53. */
export function readStruct(bytes: Buffer): Struct {
  let at = 0;

  function unsigned(): number {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = bytes[at] ?? 0;
      at += 1;
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
    }
  }

  function signed(): number {
    const value = unsigned();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  function take(length: number): Buffer {
    at += length;
    return bytes.subarray(at - length, at);
  }

  function list(): List {
    const head = bytes[at] ?? 0;
    at += 1;
    const kind = head & 0x0f;
    const count = head >> 4 === 15 ? unsigned() : head >> 4;
    return { kind, items: Array.from({ length: count }, () => item(kind)) };
  }

  /** A truth value takes a byte in a list and none as a field. */
  function item(kind: number): Value {
    return kind === kinds.true || kind === kinds.false ? take(1)[0] === kinds.true : value(kind);
  }

  function value(kind: number): Value {
    switch (kind) {
      case kinds.true:
      case kinds.false:
        return kind === kinds.true;
      case kinds.byte:
        return take(1)[0] ?? 0;
      case kinds.i16:
      case kinds.i32:
      case kinds.i64:
        return signed();
      case kinds.double:
        return take(8);
      case kinds.binary:
        return take(unsigned());
      case kinds.list:
      case kinds.set:
        return list();
      case kinds.struct:
        return struct();
      default:
        throw new RangeError(`Parquet's metadata has no values of kind ${kind}.`);
    }
  }

  function struct(): Struct {
    const fields = new Map<number, Field>();
    let number = 0;
    for (;;) {
      const head = bytes[at] ?? 0;
      at += 1;
      if (head === 0) return fields;
      const kind = head & 0x0f;
      number = head >> 4 === 0 ? signed() : number + (head >> 4);
      fields.set(number, { kind, value: value(kind) });
    }
  }

  return struct();
}

/** The bytes of a structure. */
export function writeStruct(written: Struct): Buffer {
  const pieces: Buffer[] = [];

  function unsigned(value: number): void {
    const digits: number[] = [];
    let rest = value;
    while (rest >= 0x80) {
      digits.push((rest % 128) | 0x80);
      rest = Math.floor(rest / 128);
    }
    pieces.push(Buffer.from([...digits, rest]));
  }

  function signed(value: number): void {
    unsigned(value >= 0 ? value * 2 : -value * 2 - 1);
  }

  function item(kind: number, given: Value): void {
    if (kind === kinds.true || kind === kinds.false) pieces.push(Buffer.from([given ? kinds.true : kinds.false]));
    else value(kind, given);
  }

  function value(kind: number, given: Value): void {
    if (typeof given === 'boolean') return;
    if (typeof given === 'number') {
      if (kind === kinds.byte) pieces.push(Buffer.from([given]));
      else signed(given);
    } else if (Buffer.isBuffer(given)) {
      if (kind === kinds.binary) unsigned(given.length);
      pieces.push(given);
    } else if (given instanceof Map) {
      struct(given);
    } else {
      const { kind: itemKind, items } = given as List;
      pieces.push(Buffer.from([(Math.min(items.length, 15) << 4) | itemKind]));
      if (items.length >= 15) unsigned(items.length);
      for (const one of items) item(itemKind, one);
    }
  }

  function struct(given: Struct): void {
    let before = 0;
    for (const [number, field] of given) {
      const kind = typeof field.value === 'boolean' ? (field.value ? kinds.true : kinds.false) : field.kind;
      const step = number - before;
      if (step > 0 && step < 16) pieces.push(Buffer.from([(step << 4) | kind]));
      else {
        pieces.push(Buffer.from([kind]));
        signed(number);
      }
      value(kind, field.value);
      before = number;
    }
    pieces.push(Buffer.from([0]));
  }

  struct(written);
  return Buffer.concat(pieces);
}
