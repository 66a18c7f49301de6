import { createReadStream, createWriteStream } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import type { FileOptions } from '#shared/rpc/source-file.ts';
import { beginningOf } from './received-file.ts';

/** Bytes that are read to look at the first record of a text. */
const headBytes = 64 * 2 ** 10;

function isPacked(head: Buffer): boolean {
  const magic = head.subarray(0, 4).toString('hex');
  return magic.startsWith('1f8b') || magic === '28b52ffd' || magic === '504b0304';
}

/** The first records of a delimited text. @throws if it is not as the options say */
export function recordsOfText(text: string, options: FileOptions, count: number): readonly (readonly string[])[] {
  const { delimiter = ',', quote = '"', skip = 0, comment = '' } = options;
  const lines = text
    .split(/\r\n|\n|\r/)
    .slice(skip)
    .join('\n');
  return parse(lines, {
    delimiter,
    quote: quote === '' ? false : quote,
    ...(comment === '' ? {} : { comment }),
    to: count,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  });
}

/** The first record of an uncompressed delimited text; null where that cannot be told. */
export async function firstRecord(file: string, options: FileOptions): Promise<readonly string[] | null> {
  const head = await beginningOf(file, headBytes);
  if (isPacked(head)) return null;
  try {
    const text = new TextDecoder(options.encoding ?? 'utf-8').decode(head);
    return recordsOfText(text, options, 1)[0] ?? null;
  } catch {
    // An unknown encoding, or a record longer than what was read: the file itself is read by its own rules later.
    return null;
  }
}

/** Copies texts one after the other into a new file, below a header if one is given. */
async function joinTexts(
  files: readonly string[],
  target: string,
  header: readonly string[] | null,
  delimiter: string,
): Promise<void> {
  async function* pieces(): AsyncGenerator<Buffer | string> {
    if (header !== null) yield stringify([[...header]], { delimiter });
    let last: number | undefined;
    for (const file of files) {
      // A part that ends without a line break does not run into the next one.
      if (last !== undefined && last !== 10 && last !== 13) yield '\n';
      for await (const piece of createReadStream(file) as AsyncIterable<Buffer>) {
        last = piece.at(-1) ?? last;
        yield piece;
      }
    }
  }
  await pipeline(Readable.from(pieces()), createWriteStream(target, { flags: 'wx' }));
}

/** Options without columns that the file does not have: descriptions are not always of the same age as the data. */
export function withKnownColumns(options: FileOptions, header: readonly string[] | null): FileOptions {
  const { columns, ...rest } = options;
  if (columns === undefined || header === null) return rest;
  const names = new Set(header);
  const known = columns.filter(({ source }) => names.has(source));
  return known.length === 0 ? rest : { ...rest, columns: known };
}

/**
 * The files of one table with a header: adds one that only a description has, and joins parts of which only the first
 * one has a header.
 * @param names of the columns in the description
 * @returns with the names in the header; null if they are not known
 */
export async function withHeader(
  files: readonly string[],
  options: FileOptions,
  names: readonly string[],
  folder: string,
) {
  const [first = null, second = null] = await Promise.all(files.slice(0, 2).map((file) => firstRecord(file, options)));
  const isBare = options.header === false && names.length > 0 && first?.length === names.length;
  const isSplit = second !== null && first !== null && JSON.stringify(first) !== JSON.stringify(second);
  if (!isBare && !isSplit) return { files, options, header: first };
  const target = path.join(folder, 'table.csv');
  const delimiter = options.delimiter ?? ',';
  await joinTexts(files, target, isBare ? names : null, delimiter);
  if (!isBare) return { files: [target], options, header: first };
  const { skip: _, ...rest } = options;
  return { files: [target], options: { ...rest, header: true, delimiter }, header: names };
}
