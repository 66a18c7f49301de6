import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { explain } from '#shared/failures.ts';
import type { LongWork } from '../../../../lib/long-work.ts';
import { bytesAt } from '../../formats/file-bytes.ts';
import { IngestError } from '../../reading.ts';
import { type DetectedEncoding, detectEncoding } from './detect-encoding.ts';

const headBytes = 1 << 18;
const sliceBytes = 1 << 15;
const slices = 12;
const maxSampleBytes = 1 << 16;

/** Detects the encoding of a text file from its beginning, and from samples throughout. */
export async function detectFileEncoding(path: string): Promise<DetectedEncoding> {
  const { size } = await stat(path);
  const head = await bytesAt(path, 0, Math.min(headBytes, size));
  if (size <= headBytes) return detectEncoding(head);
  const pieces: Buffer[] = [head.subarray(0, head.lastIndexOf(0x0a) + 1 || head.length)];
  for (let number = 1; number <= slices; number += 1) {
    const position = headBytes + Math.floor(((size - headBytes - sliceBytes) * number) / slices);
    pieces.push(wholeLines(await bytesAt(path, Math.max(headBytes, position), sliceBytes)));
  }
  return detectEncoding(Buffer.concat(pieces));
}

/** In the encodings that are detected by their letters, no byte of a multi-byte character is a line feed. */
function wholeLines(bytes: Buffer): Buffer {
  const start = bytes.indexOf(0x0a) + 1;
  const end = bytes.lastIndexOf(0x0a) + 1;
  return start === 0 || end <= start ? Buffer.alloc(0) : bytes.subarray(start, end);
}

/** The invalid parts of a text that was assumed to be UTF-8. */
export interface InvalidText {
  /** Number of lines with bytes that are not UTF-8. */
  readonly lines: number;
  /** The first of them, from 1. */
  readonly firstLine: number;
  /** The likely encoding; null if the other lines are UTF-8 beyond ASCII, so that these are damaged. */
  readonly encoding: DetectedEncoding | null;
}

/** Reads all of a text that is assumed to be UTF-8; null if it is valid. */
export async function findInvalidText(path: string, work: LongWork): Promise<InvalidText | null> {
  const kept: Buffer[] = [];
  let cachedBytes = 0;
  let invalid = 0;
  let firstLine = 0;
  let nonAscii = 0;
  let line = 1;
  let rest: Buffer = Buffer.alloc(0);
  const judge = (bytes: Buffer) => {
    if (isUtf8(bytes)) {
      // Counted exactly only where it matters.
      if (invalid === 0) nonAscii += bytes.some((byte) => byte >= 0x80) ? 1 : 0;
      line += countLines(bytes);
      return;
    }
    for (const one of linesOf(bytes)) {
      const valid = isUtf8(one);
      if (valid && one.some((byte) => byte >= 0x80)) nonAscii += 1;
      if (!valid) {
        invalid += 1;
        if (firstLine === 0) firstLine = line;
        if (cachedBytes < maxSampleBytes) kept.push(one);
        cachedBytes += one.length;
      }
      line += 1;
    }
  };
  for await (const piece of createReadStream(path, { highWaterMark: headBytes })) {
    work.signal?.throwIfAborted();
    const bytes = Buffer.concat([rest, piece as Buffer]);
    const end = bytes.lastIndexOf(0x0a) + 1;
    judge(bytes.subarray(0, end));
    rest = Buffer.from(bytes.subarray(end));
  }
  judge(rest);
  if (invalid === 0) return null;
  const encoding = nonAscii > 2 * invalid ? null : detectEncoding(Buffer.concat(kept));
  // Single lines do not reveal the width of characters, because the others are ASCII.
  return { lines: invalid, firstLine, encoding: encoding?.name.startsWith('utf-') ? null : encoding };
}

function countLines(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(0x0a); at !== -1; at = bytes.indexOf(0x0a, at + 1)) count += 1;
  return count;
}

function* linesOf(bytes: Buffer): Generator<Buffer> {
  let start = 0;
  while (start < bytes.length) {
    const found = bytes.indexOf(0x0a, start);
    const end = found === -1 ? bytes.length : found + 1;
    yield bytes.subarray(start, end);
    start = end;
  }
}

/** A text that is partly invalid UTF-8 cannot be read until the user chooses its encoding. */
export function damagedTextError({ lines, firstLine }: InvalidText): IngestError {
  return new IngestError(explain('some-no-utf8', { count: lines, line: firstLine }));
}
