import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { explain } from '#shared/failures.ts';
import { excerpt } from '../../../../lib/excerpt.ts';
import { IngestError, type LongWork } from '../../../store/row-store.ts';
import { readUnpacked } from '../archive/read-unpacked.ts';
import { maxRecordBytes } from './scan-records.ts';

/**
 * Where columns of fixed width begin: behind the spaces that all lines have in common. Positions of characters from 1;
 * fewer than two if there is no such column.
 */
export function fixedColumnStarts(lines: readonly string[]): number[] {
  const rows = lines.map((line) => Array.from(line.trimEnd()));
  const width = Math.max(0, ...rows.map(({ length }) => length));
  const isFree = Array.from({ length: width }, (_, at) => rows.every((row) => (row[at] ?? ' ') === ' '));
  return isFree.flatMap((free, at) => (!free && (at === 0 || isFree[at - 1] === true) ? [at + 1] : []));
}

/** Where the columns begin, and which lines are none of the table's. */
export interface ColumnCut {
  /** Positions of characters, from 1, in ascending order. */
  readonly starts: readonly number[];
  /** Number of lines above the header, which stay whole. */
  readonly skip: number;
  /** Prefix of comment lines, which stay whole; empty for none. */
  readonly comment: string;
}

/**
 * Writes a text in UTF-8 with columns of fixed width as CSV, line by line, without the spaces around the values.
 * @returns the path of the new file, in `scratch`
 * @throws {IngestError} `column-start-inside` if a value crosses the beginning of a column: the positions were found in
 * the first lines, and cutting the sign from a longer number further down would change it
 */
export async function cutColumns(
  text: { readonly path: string; readonly compression: 'none' | 'gzip' | 'zstd' },
  cut: ColumnCut,
  scratch: string,
  work: LongWork,
): Promise<string> {
  const { starts } = cut;
  if (starts.some((start, at) => start <= (starts[at - 1] ?? 0))) throw new IngestError(explain('column-starts-order'));
  const path = join(scratch, 'cut.csv');
  const lines = cutLines(readUnpacked(text.path, text.compression), cut);
  await pipeline(Readable.from(lines), createWriteStream(path), work.signal ? { signal: work.signal } : {});
  return path;
}

async function* cutLines(pieces: AsyncIterable<unknown>, cut: ColumnCut): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8');
  let rest = '';
  let line = 0;
  const written = (text: string): string => {
    line += 1;
    const isWhole = line <= cut.skip || (cut.comment !== '' && text.startsWith(cut.comment));
    return `${isWhole ? quoted(text) : cutLine(text, line, cut.starts)}\n`;
  };
  for await (const piece of pieces) {
    rest += decoder.decode(piece as Buffer, { stream: true });
    const lines = rest.split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > maxRecordBytes) throw new IngestError(explain('record-too-long'));
    if (lines.length > 0) yield lines.map(written).join('');
  }
  rest += decoder.decode();
  if (rest !== '') yield written(rest);
}

function quoted(field: string): string {
  return /[",\r]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}

/** An empty line remains one. */
function cutLine(text: string, line: number, starts: readonly number[]): string {
  if (text.trim() === '') return '';
  // Only characters beyond the basic plane take two units.
  const characters = /[\ud800-\udbff]/.test(text) ? Array.from(text) : text;
  const isBlank = (at: number) => (characters[at] ?? ' ').trim() === '';
  const fields = starts.map((start, at) => {
    const [from, to] = [start - 1, (starts[at + 1] ?? Number.POSITIVE_INFINITY) - 1];
    if (from > 0 && !isBlank(from - 1) && !isBlank(from)) {
      throw new IngestError(
        explain('column-start-inside', { line, position: start, text: excerpt(text.trimEnd(), 80) }),
      );
    }
    const part = characters.slice(from, to);
    return (typeof part === 'string' ? part : part.join('')).trim();
  });
  return fields.map(quoted).join(',');
}
