import { stat } from 'node:fs/promises';
import { recordsIn } from '../formats/delimited/line-numbers.ts';
import { readBeginning } from '../formats/file-bytes.ts';
import type { Quoting } from '../formats/layouts.ts';
import type { Relation } from '../formats/relation.ts';

const beginningBytes = 2 ** 20;

/** A rounded number must not look like an exact count. */
const roundedTo = 1_000;

/** JSON strings contain no line feed. */
const linesOnly = { delimiter: ',', quote: '', escaping: '', newline: '\n', skip: 0 } as const;

/** The progress of reading a source. */
export interface SoFar {
  /** 0 if unknown. */
  readonly rows: number;
  /** 0 to 1; null if unknown. */
  readonly fraction: number | null;
}

/**
 * Reports the progress of reading a source.
 * @param fraction 0 to 1 of what the engine reads; null if unknown
 * @param counted the engine's own count
 * @param written bytes of the output file
 */
export type ReadSoFar = (fraction: number | null, counted: number, written: number) => SoFar;

function rounded(rows: number): number {
  return Math.round(rows / roundedTo) * roundedTo;
}

/** A number that becomes available later; 0 until then. Errors in the file are reported by the full read. */
function later(number: Promise<number>): () => number {
  let known = 0;
  number.then(
    (found) => {
      known = found;
    },
    () => {},
  );
  return () => known;
}

/**
 * The engine knows the row count of Parquet. For text its estimate ignores the content, so the count is extrapolated
 * from the length of the first rows.
 */
export function rowsSoFar(opened: TextToCount & { readonly relation: Pick<Relation, 'form' | 'place'> }): ReadSoFar {
  // Of several files the engine reads the converted copies, which are Parquet.
  if (opened.relation.form === 'parquet' || opened.relation.place?.file !== undefined)
    return (fraction, counted) => ({ rows: counted, fraction });
  const expected = later(expectedRecords(opened));
  return (fraction) => ({ rows: rounded((fraction ?? 0) * expected()), fraction });
}

/**
 * Cost of reading a row of text relative to writing one: measured with tables of three to ten columns. The cost of
 * reading a row of Parquet is negligible.
 */
const readingWork = { text: 2.5, parquet: 0 } as const;

/**
 * The progress of appending rows to a stored version. The engine copies the stored rows, then reads all new ones before
 * it writes most of them: reading and writing both count, weighted by cost. Written rows are estimated from the file
 * size, at the same number of bytes per row as before.
 * @param coming estimated number of new rows
 */
export function appendedSoFar(
  before: { readonly rows: number; readonly bytes: number },
  coming: Promise<number>,
  form: keyof typeof readingWork,
): ReadSoFar {
  const expected = later(coming);
  return (fraction, counted, writtenBytes) => {
    const added = expected();
    if (before.rows === 0 || added === 0 || fraction === null) return { rows: 0, fraction: null };
    const all = before.rows + added;
    const read = Math.min(counted, before.rows) + addedShare(fraction, counted, before.rows) * added;
    const written = Math.min(read, writtenBytes / (before.bytes / before.rows));
    const reading = readingWork[form];
    const share = (written + reading * Math.max(0, read - before.rows)) / (all + reading * added);
    return { rows: rounded(share * all), fraction: share };
  };
}

/**
 * Share of the new rows that have been read. The engine's fraction covers all rows by its own estimate, in which a text
 * may have only a handful beside the stored rows, whose number is known.
 */
function addedShare(fraction: number, counted: number, stored: number): number {
  if (fraction >= 1) return 1;
  const guessed = fraction === 0 ? 0 : counted / fraction - stored;
  return guessed < 1 ? 0 : Math.min(1, Math.max(0, (counted - stored) / guessed));
}

/** What is needed to estimate the number of records of a text. */
interface TextToCount {
  readonly path: string;
  readonly dialect: (Quoting & { readonly skip: number }) | null;
}

/** Estimated number of records of a text. */
export async function expectedRecords({ path, dialect }: TextToCount): Promise<number> {
  const { size } = await stat(path);
  const { bytes } = await readBeginning(path, beginningBytes);
  return bytes.length === 0 ? 0 : (recordsIn(bytes, dialect ?? linesOnly) / bytes.length) * size;
}
