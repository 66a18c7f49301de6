import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Explanation, explain } from '#shared/failures.ts';
import { excerpt } from '../../../../lib/excerpt.ts';
import type { LongWork } from '../../../../lib/long-work.ts';
import { IngestError } from '../../reading.ts';
import { textLines } from '../file-bytes.ts';

/**
 * Where fixed-width columns begin: after the spaces that all lines have in common. Character positions from 1; fewer
 * than two if there are no such columns.
 */
export function fixedColumnStarts(lines: readonly string[]): number[] {
  const rows = lines.map((line) => Array.from(line.trimEnd()));
  const width = Math.max(0, ...rows.map(({ length }) => length));
  const isFree = Array.from({ length: width }, (_, at) => rows.every((row) => (row[at] ?? ' ') === ' '));
  return isFree.flatMap((free, at) => (!free && (at === 0 || isFree[at - 1] === true) ? [at + 1] : []));
}

/** Where the columns begin, and which lines do not belong to the table. */
export interface ColumnCut {
  /** Character positions, from 1, in ascending order. */
  readonly starts: readonly number[];
  /** Number of lines above the header, which are not split. */
  readonly skip: number;
  /** Prefix of comment lines, which are not split; empty for none. */
  readonly comment: string;
  /** Whether values may touch those of the next column, because the user said so. */
  readonly packed: boolean;
}

/** A text that was split into columns, and a note on the lines without a space between two columns. */
export interface CutText {
  readonly path: string;
  readonly note: Explanation | null;
}

interface Touching {
  count: number;
  /** The first line in which values touch. */
  line: number;
  position: number;
}

/**
 * Writes a UTF-8 text with fixed-width columns as CSV, line by line, without the spaces around the values.
 * @returns the new file, in `scratch`
 * @throws {IngestError} `column-start-inside` if a value crosses the beginning of a column, unless columns may touch:
 * the positions were found in the first lines, and splitting a longer number further down would change it
 */
export async function cutColumns(from: string, cut: ColumnCut, scratch: string, work: LongWork): Promise<CutText> {
  const { starts } = cut;
  if (starts.some((start, at) => start <= (starts[at - 1] ?? 0))) throw new IngestError(explain('column-starts-order'));
  const path = join(scratch, 'cut.csv');
  const touching: Touching = { count: 0, line: 0, position: 0 };
  const lines = cutLines(createReadStream(from), cut, touching);
  await pipeline(Readable.from(lines), createWriteStream(path), work.signal ? { signal: work.signal } : {});
  return { path, note: touching.count === 0 ? null : explain('columns-touch', { ...touching }) };
}

async function* cutLines(pieces: AsyncIterable<unknown>, cut: ColumnCut, touching: Touching): AsyncGenerator<string> {
  let line = 0;
  const written = (text: string): string => {
    line += 1;
    const isWhole = line <= cut.skip || (cut.comment !== '' && text.startsWith(cut.comment));
    return `${isWhole ? quoted(text) : cutLine(text, line, cut, touching)}\n`;
  };
  for await (const lines of textLines(pieces)) yield lines.map(written).join('');
}

function quoted(field: string): string {
  return /[",\r]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}

/** Cuts a line into its values; an empty line stays empty. */
function cutLine(text: string, line: number, { starts, packed }: ColumnCut, touching: Touching): string {
  if (text.trim() === '') return '';
  // Only characters beyond the basic plane take two units.
  const characters = /[\ud800-\udbff]/.test(text) ? Array.from(text) : text;
  const isBlank = (at: number) => (characters[at] ?? ' ').trim() === '';
  const inside = starts.find((start) => start > 1 && !isBlank(start - 2) && !isBlank(start - 1));
  if (inside !== undefined) {
    if (!packed) {
      const values = { line, position: inside, text: excerpt(text.trimEnd(), 80) };
      throw new IngestError(explain('column-start-inside', values));
    }
    if (touching.count === 0) Object.assign(touching, { line, position: inside });
    touching.count += 1;
  }
  const fields = starts.map((start, at) => {
    const [from, to] = [start - 1, (starts[at + 1] ?? Number.POSITIVE_INFINITY) - 1];
    const part = characters.slice(from, to);
    return (typeof part === 'string' ? part : part.join('')).trim();
  });
  return fields.map(quoted).join(',');
}
