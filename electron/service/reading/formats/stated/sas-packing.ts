/** Writes a row of known size; what exceeds it is damage, and ignored. */
class Row {
  readonly bytes: Buffer;
  at = 0;

  constructor(size: number) {
    this.bytes = Buffer.alloc(size);
  }

  copy(from: Buffer): void {
    this.at += from.copy(this.bytes, this.at);
  }

  fill(byte: number, count: number): void {
    const to = Math.min(this.bytes.length, this.at + count);
    this.bytes.fill(byte, this.at, to);
    this.at = to;
  }

  /** Repeats what is already there, from a distance. */
  repeat(distance: number, count: number): void {
    for (let number = 0; number < count && this.at < this.bytes.length; number += 1) {
      this.bytes[this.at] = this.bytes[this.at - distance] ?? 0;
      this.at += 1;
    }
  }
}

/** A row that SAS packed by the length of runs (option `COMPRESS=CHAR`). */
export function unpackRle(packed: Buffer, size: number): Buffer {
  const row = new Row(size);
  let at = 0;
  const next = () => {
    at += 1;
    return packed[at - 1] ?? 0;
  };
  const copy = (count: number) => {
    row.copy(packed.subarray(at, at + count));
    at += count;
  };
  while (at < packed.length && row.at < size) {
    const control = next();
    const low = control & 0x0f;
    switch (control >> 4) {
      case 0x0:
        copy(next() + 64 + low * 256);
        break;
      case 0x4: {
        const count = next() + 18 + low * 256;
        row.fill(next(), count);
        break;
      }
      case 0x6:
        row.fill(0x20, next() + 17 + low * 256);
        break;
      case 0x7:
        row.fill(0, next() + 17 + low * 256);
        break;
      case 0x8:
      case 0x9:
      case 0xa:
      case 0xb:
        copy(low + 1 + 16 * ((control >> 4) - 8));
        break;
      case 0xc: {
        row.fill(next(), low + 3);
        break;
      }
      case 0xd:
        row.fill(0x40, low + 2);
        break;
      case 0xe:
        row.fill(0x20, low + 2);
        break;
      case 0xf:
        row.fill(0, low + 2);
        break;
    }
  }
  return row.bytes;
}

/** A row that SAS packed by Ross Data Compression (option `COMPRESS=BINARY`). */
export function unpackRdc(packed: Buffer, size: number): Buffer {
  const row = new Row(size);
  let at = 0;
  let bits = 0;
  let mask = 0;
  const next = () => {
    at += 1;
    return packed[at - 1] ?? 0;
  };
  while (at < packed.length && row.at < size) {
    mask >>= 1;
    if (mask === 0) {
      bits = next() * 256 + next();
      mask = 0x8000;
    }
    if ((bits & mask) === 0) {
      row.fill(next(), 1);
      continue;
    }
    const control = next();
    const [command, low] = [control >> 4, control & 0x0f];
    if (command === 0) row.fill(next(), low + 3);
    else if (command === 1) {
      const count = low + next() * 16 + 19;
      row.fill(next(), count);
    } else {
      const distance = low + 3 + next() * 16;
      row.repeat(distance, command === 2 ? next() + 16 : command);
    }
  }
  return row.bytes;
}
