/** A value of Thrift's compact protocol (thrift-compact-protocol.md), in which Parquet's metadata is written. */
export type Value = boolean | number | Buffer | List | Struct;

export interface List {
  readonly kind: number;
  readonly items: readonly Value[];
}

export interface ThriftField {
  readonly kind: number;
  readonly value: Value;
}

/** Fields by id, ascending. */
export type Struct = ReadonlyMap<number, ThriftField>;

/** Types of values, by code. */
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

/** Maximum nesting of structures; the engine's own reader has the same limit. */
const maxDepth = 64;

/** Reads a structure. Integers to 2^53. @throws {RangeError} if the bytes are not one */
export function readStruct(bytes: Buffer): Struct {
  return new CompactReader(bytes).struct();
}

/** Reads values in sequence, each of which is checked to be within the bytes. */
export class CompactReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get position(): number {
    return this.#at;
  }

  #byte(): number {
    return this.#take(1)[0] ?? 0;
  }

  #take(length: number): Buffer {
    if (length > this.#bytes.length - this.#at) throw new RangeError('The metadata ends before it is complete.');
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }

  #unsigned(): number {
    let value = 0;
    for (let shift = 0; shift < 70; shift += 7) {
      const byte = this.#byte();
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
    throw new RangeError('A number of the metadata is too long.');
  }

  /** A zigzag-encoded number. */
  signed(): number {
    const value = this.#unsigned();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  /** The header of a list, whose items follow. */
  list(): { readonly count: number; readonly kind: number } {
    const head = this.#byte();
    const count = head >> 4 === 15 ? this.#unsigned() : head >> 4;
    if (count > this.#bytes.length - this.#at) throw new RangeError('A list of the metadata is too long.');
    return { count, kind: head & 0x0f };
  }

  /** Iterates over the fields of a structure. @param onField reads the field's value; returns false if it has not */
  fields(onField: (field: number, kind: number) => boolean, depth = 0): void {
    let field = 0;
    for (;;) {
      const head = this.#byte();
      if (head === 0) return;
      const kind = head & 0x0f;
      field = head >> 4 === 0 ? this.signed() : field + (head >> 4);
      if (!onField(field, kind)) this.#value(kind, depth);
    }
  }

  struct(depth = 0): Struct {
    const found = new Map<number, ThriftField>();
    this.fields((field, kind) => {
      found.set(field, { kind, value: this.#value(kind, depth) });
      return true;
    }, depth);
    return found;
  }

  #value(kind: number, depth: number): Value {
    if (depth > maxDepth) throw new RangeError('The metadata is nested too deep.');
    switch (kind) {
      case kinds.true:
      case kinds.false:
        return kind === kinds.true;
      case kinds.byte:
        return this.#byte();
      case kinds.i16:
      case kinds.i32:
      case kinds.i64:
        return this.signed();
      case kinds.double:
        return this.#take(8);
      case kinds.binary:
        return this.#take(this.#unsigned());
      case kinds.list:
      case kinds.set: {
        const { count, kind: itemKind } = this.list();
        return { kind: itemKind, items: Array.from({ length: count }, () => this.#item(itemKind, depth + 1)) };
      }
      case kinds.struct:
        return this.struct(depth + 1);
      default:
        throw new RangeError(`Parquet's metadata has no values of kind ${kind}.`);
    }
  }

  /** A boolean takes a byte in a list and none as a field. */
  #item(kind: number, depth: number): Value {
    return kind === kinds.true || kind === kinds.false ? this.#byte() === kinds.true : this.#value(kind, depth);
  }
}

/** A number among the fields of a structure. */
export function thriftNumber(fields: Struct, field: number): number | undefined {
  const value = fields.get(field)?.value;
  return typeof value === 'number' ? value : undefined;
}

/** A text; empty for none. */
export function thriftText(fields: Struct, field: number): string {
  const found = fields.get(field);
  return found?.kind === binaryKind ? String(found.value) : '';
}

/** A structure within another one. */
export function thriftStruct(fields: Struct, field: number): Struct | undefined {
  const found = fields.get(field);
  return found?.kind === structKind ? (found.value as Struct) : undefined;
}

/** The items of a list; none if there is no list. */
export function thriftList(fields: Struct, field: number): readonly Value[] {
  const value = fields.get(field)?.value;
  return typeof value === 'object' && 'items' in value ? value.items : [];
}

/** Serialises a structure. */
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
