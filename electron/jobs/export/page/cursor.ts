/** A position in the bytes of a page, and one in the output. */
export class Cursor {
  readonly input: Buffer;
  at = 0;
  output: Buffer;
  end = 0;

  constructor(input: Buffer) {
    this.input = input;
    // Not from the pool of small buffers, so that the memory can be transferred to another thread.
    this.output = Buffer.allocUnsafeSlow(input.length + (input.length >> 4) + 4096);
  }

  /**
   * Reserves `bytes` beyond the remaining size of the page. Copied values never grow (a quoted field is as long as the
   * string that it comes from), so one call per row is enough.
   */
  reserve(bytes: number): void {
    const needed = this.end + bytes + (this.input.length - this.at);
    if (needed <= this.output.length) return;
    const larger = Buffer.allocUnsafeSlow(needed + (needed >> 2));
    this.output.copy(larger, 0, 0, this.end);
    this.output = larger;
  }

  /** Writes bytes within the reserved space. */
  put(bytes: Uint8Array): void {
    const { output } = this;
    let { end } = this;
    for (let index = 0; index < bytes.length; index += 1) {
      output[end] = bytes[index] ?? 0;
      end += 1;
    }
    this.end = end;
  }

  /** Writes any text. */
  putText(text: string): void {
    this.reserve(text.length * 3);
    this.end += this.output.write(text, this.end, 'utf8');
  }

  /** Skips exactly these bytes, or nothing; returns which. */
  passes(bytes: Uint8Array): boolean {
    const { input, at } = this;
    for (let index = 0; index < bytes.length; index += 1) if (input[at + index] !== bytes[index]) return false;
    this.at = at + bytes.length;
    return true;
  }
}
