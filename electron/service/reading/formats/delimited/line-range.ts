import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { LineRange } from '#shared/rpc/source-file.ts';
import type { LongWork } from '../../../../lib/long-work.ts';
import type { Utf8Text } from '../../values/encoding/to-utf8.ts';
import { readUnpacked } from '../archive/read-unpacked.ts';
import { textLines } from '../text-lines.ts';

/** Some lines of a text in UTF-8 as a text of its own, in `scratch`: empty lines above them keep their numbers. */
export async function onlyLines(
  { path: from, compression, note }: Utf8Text,
  range: LineRange,
  scratch: string,
  work: LongWork,
): Promise<Utf8Text> {
  const path = join(scratch, 'range.csv');
  const lines = Readable.from(linesWithin(readUnpacked(from, compression), range));
  await pipeline(lines, createWriteStream(path), work.signal ? { signal: work.signal } : {});
  return { path, compression: 'none', note };
}

async function* linesWithin(
  pieces: AsyncIterable<unknown>,
  { first, last = Number.POSITIVE_INFINITY }: LineRange,
): AsyncGenerator<string> {
  let number = 0;
  for await (const lines of textLines(pieces)) {
    const kept: string[] = [];
    for (const line of lines) {
      number += 1;
      if (number <= last) kept.push(number < first ? '\n' : `${line}\n`);
    }
    yield kept.join('');
    if (number > last) return;
  }
}
