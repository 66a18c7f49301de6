import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Transform } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { packingOf, zstdUnpacker } from '../readers/archive/unpack.ts';
import { recordsIn } from '../readers/delimited/line-numbers.ts';
import type { Quoting } from '../readers/delimited/scan-records.ts';
import { readBeginning } from '../readers/encoding/text-pieces.ts';
import type { Relation } from '../readers/relation.ts';

const beginningBytes = 2 ** 20;
const pieceBytes = 2 ** 13;

/** A rounded number is not mistaken for an exact count. */
const roundedTo = 1_000;

/** JSON keeps no line feed within a line. */
const linesOnly = { delimiter: ',', quote: '', escaping: '', newline: '\n', skip: 0 } as const;

/** How far the reading of a source is. */
export interface SoFar {
  /** 0 where that is not known. */
  readonly rows: number;
  /** 0 to 1; null where that is not known. */
  readonly fraction: number | null;
}

/**
 * Says how far a source is read.
 * @param fraction 0 to 1 of what the engine reads; null where unknown
 * @param counted the engine's own count
 * @param written bytes of the file that is made of it
 */
export type ReadSoFar = (fraction: number | null, counted: number, written: number) => SoFar;

function rounded(rows: number): number {
  return Math.round(rows / roundedTo) * roundedTo;
}

/** A number that is there after a while; 0 until then. Errors in the file are reported by the full read. */
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
 * The engine counts the rows of Parquet. Those of a text it guesses without having seen any: for these it is about as
 * many as follow from how long the first ones are.
 */
export function rowsSoFar(opened: TextToCount & { readonly relation: Pick<Relation, 'form' | 'place'> }): ReadSoFar {
  // Of several files the engine reads what was made of them, which is Parquet.
  if (opened.relation.form === 'parquet' || opened.relation.place?.file !== undefined)
    return (fraction, counted) => ({ rows: counted, fraction });
  const expected = later(expectedRecords(opened));
  return (fraction) => ({ rows: rounded((fraction ?? 0) * expected()), fraction });
}

/**
 * Work of reading a row of a text, where writing one is 1: measured with tables of three to ten columns. Reading a row
 * of Parquet is so little beside it that it does not count.
 */
const readingWork = { text: 2.5, parquet: 0 } as const;

/**
 * How far rows are read that come behind those of a stored version. The engine copies those first, then reads the new
 * ones, and has read them all before it writes most of them: what is read and what is written both count, by the work
 * that they are. What is written is seen from the size of the file: about as many bytes a row as before.
 * @param coming how many there will be, about
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
 * Share of the new rows that is read. The engine's fraction is that of all rows by its own guess, in which those of a
 * text may be a handful beside the stored ones, whose number it knows.
 */
function addedShare(fraction: number, counted: number, stored: number): number {
  if (fraction >= 1) return 1;
  const guessed = fraction === 0 ? 0 : counted / fraction - stored;
  return guessed < 1 ? 0 : Math.min(1, Math.max(0, (counted - stored) / guessed));
}

/** What has to be known of a text for its records to be counted, about. */
interface TextToCount {
  readonly path: string;
  readonly dialect: (Quoting & { readonly skip: number }) | null;
}

/** About how many records a text has; packed ones are taken to be packed alike from beginning to end. */
export async function expectedRecords({ path, dialect }: TextToCount): Promise<number> {
  const { size } = await stat(path);
  const { text, taken } = await beginningOf(path);
  return taken === 0 ? 0 : (recordsIn(text, dialect ?? linesOnly) / taken) * size;
}

interface Beginning {
  /** The first bytes of a text, unpacked. */
  readonly text: Buffer;
  /** How many bytes of the file they were made of. */
  readonly taken: number;
}

async function beginningOf(path: string): Promise<Beginning> {
  const packing = await packingOf(path);
  if (packing === 'gzip') return unpackBeginning(path, createGunzip());
  if (packing === 'zstd') return unpackBeginning(path, zstdUnpacker());
  // An archive is unpacked before anything of it is read.
  if (packing === 'zip') return { text: Buffer.alloc(0), taken: 0 };
  const { bytes } = await readBeginning(path, 'none', beginningBytes);
  return { text: bytes, taken: bytes.length };
}

/** Piece by piece, so that no more of the file is counted than what came out was made of. */
async function unpackBeginning(path: string, unpacker: Transform): Promise<Beginning> {
  const parts: Buffer[] = [];
  let length = 0;
  let taken = 0;
  unpacker.on('data', (part: Buffer) => {
    parts.push(part);
    length += part.length;
  });
  // The writer need not learn that it cannot be unpacked.
  const failed = new Promise<never>((_, reject) => unpacker.once('error', reject));
  failed.catch(() => undefined);
  for await (const piece of createReadStream(path, { highWaterMark: pieceBytes })) {
    await Promise.race([new Promise((resolve) => unpacker.write(piece, resolve)), failed]);
    taken += (piece as Buffer).length;
    if (length >= beginningBytes) break;
  }
  unpacker.destroy();
  return { text: Buffer.concat(parts), taken };
}
