import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import type { Dialect } from './open-delimited.ts';

/**
 * The 1-based lines that stand at positions of a text file; lines end with a line feed, or with a carriage return
 * where no line feed follows.
 * @param positions in bytes of the uncompressed text, ascending
 */
export async function lineNumbers(
  path: string,
  compression: Dialect['compression'],
  positions: readonly number[],
  signal: AbortSignal | undefined,
): Promise<number[]> {
  const lines: number[] = [];
  let line = 1;
  let before = 0;
  let afterReturn = false;
  for await (const chunk of textOf(path, compression)) {
    signal?.throwIfAborted();
    const bytes = chunk as Buffer;
    for (let at = 0; at < bytes.length; at += 1) {
      const byte = bytes[at];
      if (afterReturn && byte !== 0x0a) line += 1;
      while (lines.length < positions.length && (positions[lines.length] ?? 0) <= before + at) lines.push(line);
      if (byte === 0x0a) line += 1;
      afterReturn = byte === 0x0d;
    }
    before += bytes.length;
    if (lines.length === positions.length) break;
  }
  while (lines.length < positions.length) lines.push(line);
  return lines;
}

/**
 * The 1-based lines on which records of a delimited file begin; a quoted value may go on over several lines, and an
 * empty line is no record.
 * @param records 1-based numbers, a header and what is above it not counted, ascending
 */
export async function recordLines(
  path: string,
  dialect: Dialect,
  records: readonly number[],
  signal: AbortSignal | undefined,
): Promise<number[]> {
  const lines: number[] = [];
  const wanted = records.map((record) => record + (dialect.header ? 1 : 0));
  const walk = startOfFile();
  for await (const chunk of textOf(path, dialect.compression)) {
    signal?.throwIfAborted();
    walkRecords(walk, chunk as Buffer, dialect, () => {
      while (lines.length < wanted.length && (wanted[lines.length] ?? 0) <= walk.record) lines.push(walk.line);
    });
    if (lines.length === wanted.length) break;
  }
  while (lines.length < wanted.length) lines.push(walk.line);
  return lines;
}

/** The parts of a dialect that say where records begin. */
type Quoting = Pick<Dialect, 'quote' | 'escape' | 'skip'>;

/** The records that begin in the first bytes of a delimited file, a header among them. */
export function recordsIn(beginning: Buffer, quoting: Quoting): number {
  const walk = startOfFile();
  walkRecords(walk, beginning, quoting, () => {});
  return walk.record;
}

interface Walk {
  line: number;
  record: number;
  started: boolean;
  quoted: boolean;
  escaped: boolean;
}

function startOfFile(): Walk {
  return { line: 1, record: 0, started: false, quoted: false, escaped: false };
}

/** Calls `onRecord` at the first byte of every record. A quote that is doubled closes and opens again. */
function walkRecords(walk: Walk, bytes: Buffer, dialect: Quoting, onRecord: () => void): void {
  const quote = dialect.quote.charCodeAt(0);
  const escaping = dialect.escape === dialect.quote ? -1 : dialect.escape.charCodeAt(0);
  for (const byte of bytes) {
    const ends = byte === 0x0a;
    if (!walk.started && !ends && byte !== 0x0d && walk.line > dialect.skip) {
      walk.started = true;
      walk.record += 1;
      onRecord();
    }
    if (walk.escaped) walk.escaped = false;
    else if (byte === escaping && walk.quoted) walk.escaped = true;
    else if (byte === quote) walk.quoted = !walk.quoted;
    if (!ends) continue;
    walk.line += 1;
    if (!walk.quoted) walk.started = false;
  }
}

/** The first bytes of a text file, at most `most` and a little more. */
export async function readBeginning(
  path: string,
  compression: Dialect['compression'],
  most: number,
  signal: AbortSignal | undefined,
): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const chunk of textOf(path, compression)) {
    signal?.throwIfAborted();
    parts.push(chunk as Buffer);
    length += (chunk as Buffer).length;
    if (length >= most) break;
  }
  return Buffer.concat(parts);
}

function textOf(path: string, compression: Dialect['compression']) {
  const bytes = createReadStream(path, { highWaterMark: 1 << 18 });
  return compression === 'gzip' ? bytes.pipe(createGunzip()) : bytes;
}
