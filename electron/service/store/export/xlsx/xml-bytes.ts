/** Bytes of XML that are being put together. */
export class XmlBytes {
  bytes: Buffer;
  end = 0;

  constructor(size: number) {
    this.bytes = Buffer.allocUnsafeSlow(size);
  }

  /** Makes room for so many bytes more. */
  reserve(more: number): void {
    if (this.end + more <= this.bytes.length) return;
    const larger = Buffer.allocUnsafeSlow((this.end + more) * 2);
    this.bytes.copy(larger, 0, 0, this.end);
    this.bytes = larger;
  }

  /** Puts bytes for which there is room. */
  put(part: Uint8Array): void {
    this.bytes.set(part, this.end);
    this.end += part.length;
  }

  /** Puts a few bytes of others, the end not included, for which there is room. */
  copy(from: Uint8Array, start: number, end: number): void {
    for (let at = start; at < end; at += 1) {
      this.bytes[this.end] = from[at] ?? 0;
      this.end += 1;
    }
  }

  /** Puts any text, which must be fit for XML already. */
  putText(text: string): void {
    this.reserve(text.length * 3);
    this.end += this.bytes.write(text, this.end, 'utf8');
  }
}
