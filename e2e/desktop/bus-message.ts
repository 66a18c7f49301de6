/** A message of the D-Bus protocol (D-Bus Specification, Message Protocol), as far as the tests need it. */
export interface BusMessage {
  readonly kind: 'call' | 'return' | 'error' | 'signal';
  readonly serial: number;
  /** Header fields by their code; all that are used here are texts or numbers. */
  readonly fields: ReadonlyMap<number, string | number>;
  readonly body: Buffer;
}

export const field = { path: 1, interface: 2, member: 3, replySerial: 5, destination: 6, sender: 7, signature: 8 };

const kinds = ['call', 'return', 'error', 'signal'] as const;
const littleEndian = 'l'.charCodeAt(0);
/** The type of each header field, by its code. */
const fieldTypes = ['', 'o', 's', 's', 's', 'u', 's', 's', 'g', 'u'];

/** Writes values one after the other, each aligned as its type requires. */
export class BusWriter {
  readonly #bytes: number[] = [];

  align(to: number): this {
    while (this.#bytes.length % to !== 0) this.#bytes.push(0);
    return this;
  }

  byte(value: number): this {
    this.#bytes.push(value);
    return this;
  }

  number(value: number): this {
    this.align(4);
    const written = Buffer.alloc(4);
    written.writeUInt32LE(value);
    this.#bytes.push(...written);
    return this;
  }

  text(value: string): this {
    const written = Buffer.from(value, 'utf8');
    this.number(written.length).#bytes.push(...written, 0);
    return this;
  }

  signature(value: string): this {
    this.#bytes.push(value.length, ...Buffer.from(value, 'latin1'), 0);
    return this;
  }

  /** A list of texts. */
  texts(values: readonly string[]): this {
    const inner = new BusWriter();
    for (const value of values) inner.text(value);
    const written = inner.done();
    this.number(written.length).#bytes.push(...written);
    return this;
  }

  done(): Buffer {
    return Buffer.from(this.#bytes);
  }
}

/** Reads values one after the other, starting at `at`. */
export class BusReader {
  readonly #bytes: Buffer;
  at: number;

  constructor(bytes: Buffer, at = 0) {
    this.#bytes = bytes;
    this.at = at;
  }

  align(to: number): void {
    this.at = Math.ceil(this.at / to) * to;
  }

  byte(): number {
    this.at += 1;
    return this.#bytes.readUInt8(this.at - 1);
  }

  number(): number {
    this.align(4);
    this.at += 4;
    return this.#bytes.readUInt32LE(this.at - 4);
  }

  #textOf(length: number): string {
    this.at += length + 1;
    return this.#bytes.toString('utf8', this.at - length - 1, this.at - 1);
  }

  text(): string {
    return this.#textOf(this.number());
  }

  signature(): string {
    return this.#textOf(this.byte());
  }
}

/** The bytes of a message. */
export function writeMessage({ kind, serial, fields, body }: BusMessage): Buffer {
  const list = new BusWriter();
  for (const [code, value] of fields) {
    const type = fieldTypes[code] ?? '';
    list.align(8).byte(code).signature(type);
    if (typeof value === 'number') list.number(value);
    else if (type === 'g') list.signature(value);
    else list.text(value);
  }
  const written = list.done();
  const head = new BusWriter().byte(littleEndian).byte(kinds.indexOf(kind) + 1);
  // No flags; version 1 of the protocol.
  head.byte(0).byte(1).number(body.length).number(serial).number(written.length);
  const whole = Buffer.concat([head.done(), written]);
  return Buffer.concat([whole, Buffer.alloc((8 - (whole.length % 8)) % 8), body]);
}

/** The first received message, and its size in bytes; null while it is incomplete. */
export function readMessage(bytes: Buffer): { readonly message: BusMessage; readonly length: number } | null {
  if (bytes.length < 16) return null;
  const reader = new BusReader(bytes, 1);
  const kind = kinds[reader.byte() - 1] ?? 'error';
  reader.at = 4;
  const [bodyLength, serial] = [reader.number(), reader.number()];
  const end = reader.number() + reader.at;
  const start = Math.ceil(end / 8) * 8;
  const length = start + bodyLength;
  if (bytes.length < length) return null;
  const fields = new Map<number, string | number>();
  while (reader.at < end) {
    reader.align(8);
    const code = reader.byte();
    const type = reader.signature();
    fields.set(code, type === 'u' ? reader.number() : type === 'g' ? reader.signature() : reader.text());
  }
  return { message: { kind, serial, fields, body: bytes.subarray(start, length) }, length };
}
