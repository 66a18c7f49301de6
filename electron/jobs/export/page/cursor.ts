/** A place in the bytes of a page, and one in those that are being made of it. */
export class Cursor {
  readonly input: Buffer;
  at = 0;
  output: Buffer;
  end = 0;

  constructor(input: Buffer) {
    this.input = input;
    // Outside the pool of small buffers, so that the memory can be handed over to another thread.
    this.output = Buffer.allocUnsafeSlow(input.length + (input.length >> 4) + 4096);
  }

  /**
   * Makes room for `bytes` beside what the rest of the page can become. Whoever copies values writes no more than they
   * read (a quoted field is as long as the string that it comes from), so that a row needs to ask only once.
   */
  reserve(bytes: number): void {
    const needed = this.end + bytes + (this.input.length - this.at);
    if (needed <= this.output.length) return;
    const larger = Buffer.allocUnsafeSlow(needed + (needed >> 2));
    this.output.copy(larger, 0, 0, this.end);
    this.output = larger;
  }

  /** Puts bytes for which there is room. */
  put(bytes: Uint8Array): void {
    const { output } = this;
    let { end } = this;
    for (let index = 0; index < bytes.length; index += 1) {
      output[end] = bytes[index] ?? 0;
      end += 1;
    }
    this.end = end;
  }

  /** Puts any text. */
  putText(text: string): void {
    this.reserve(text.length * 3);
    this.end += this.output.write(text, this.end, 'utf8');
  }

  /** Passes the very bytes given, or nothing; says which. */
  passes(bytes: Uint8Array): boolean {
    const { input, at } = this;
    for (let index = 0; index < bytes.length; index += 1) if (input[at + index] !== bytes[index]) return false;
    this.at = at + bytes.length;
    return true;
  }
}
