/** A buffer for XML. */
export class XmlBytes {
  bytes: Buffer;
  end = 0;

  constructor(size: number) {
    this.bytes = Buffer.allocUnsafeSlow(size);
  }

  /** Reserves space for more bytes. */
  reserve(more: number): void {
    if (this.end + more <= this.bytes.length) return;
    const larger = Buffer.allocUnsafeSlow((this.end + more) * 2);
    this.bytes.copy(larger, 0, 0, this.end);
    this.bytes = larger;
  }

  /** Writes bytes for which space is reserved. */
  put(part: Uint8Array): void {
    this.bytes.set(part, this.end);
    this.end += part.length;
  }

  /** Writes a range of other bytes, `end` exclusive, for which space is reserved. */
  copy(from: Uint8Array, start: number, end: number): void {
    for (let at = start; at < end; at += 1) {
      this.bytes[this.end] = from[at] ?? 0;
      this.end += 1;
    }
  }

  /** Writes any text, which must be valid XML. */
  putText(text: string): void {
    this.reserve(text.length * 3);
    this.end += this.bytes.write(text, this.end, 'utf8');
  }
}
