import { open } from 'node:fs/promises';
import type { RowLine } from './sheet-row.ts';

const usualBytes = 1024 * 1024;
const lineEnd = 0x0a;

/** The non-empty lines of a file, in batches as read. The memory is reused for the next batch. */
export async function* linesOf(file: string): AsyncGenerator<Iterable<RowLine>, void, undefined> {
  const handle = await open(file, 'r');
  try {
    let buffer = Buffer.allocUnsafeSlow(usualBytes);
    let kept = 0;
    for (;;) {
      if (kept === buffer.length) {
        const larger = Buffer.allocUnsafeSlow(buffer.length * 2);
        buffer.copy(larger, 0, 0, kept);
        buffer = larger;
      }
      const { bytesRead } = await handle.read(buffer, kept, buffer.length - kept);
      const end = kept + bytesRead;
      const whole = bytesRead === 0 ? end : buffer.lastIndexOf(lineEnd, end - 1) + 1;
      yield linesIn(buffer, whole);
      if (bytesRead === 0) return;
      buffer.copyWithin(0, whole, end);
      kept = end - whole;
    }
  } finally {
    await handle.close();
  }
}

function* linesIn(bytes: Buffer, whole: number): Generator<RowLine, void, undefined> {
  for (let start = 0; start < whole; ) {
    const found = bytes.indexOf(lineEnd, start);
    const end = found < 0 || found > whole ? whole : found;
    if (end > start) yield { bytes, start, end };
    start = end + 1;
  }
}
