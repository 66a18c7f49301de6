import { stat } from 'node:fs/promises';
import { packingOf } from './archive/unpack.ts';
import { readBeginning, recordsIn } from './line-numbers.ts';
import type { OpenedSource } from './open-source.ts';

const beginningBytes = 2 ** 20;

/** Nobody takes a rounded number for a count. */
const roundedTo = 1_000;

/** JSON keeps no line feed within a line. */
const linesOnly = { quote: '', escape: '', skip: 0 };

/**
 * How many rows of a source have been read.
 * @param fraction 0 to 1 of the source; null where the engine cannot tell.
 * @param counted the engine's own count.
 * @returns 0 where that is not known
 */
export type RowsSoFar = (fraction: number | null, counted: number) => number;

/**
 * The engine counts the rows of Parquet. Those of a text it guesses without having seen any: for these it is about as
 * many as follow from how long the first ones are.
 */
export function rowsSoFar(opened: OpenedSource): RowsSoFar {
  if (opened.relation.form === 'parquet') return (_, counted) => counted;
  let expected = 0;
  expectedRecords(opened).then(
    (records) => {
      expected = records;
    },
    // Whatever is wrong with the file is told by whoever reads it whole.
    () => {},
  );
  return (fraction) => Math.round(((fraction ?? 0) * expected) / roundedTo) * roundedTo;
}

/** About how many records a text has; 0 for one that is packed, of which the size is not known. */
export async function expectedRecords({ path, dialect }: Pick<OpenedSource, 'path' | 'dialect'>): Promise<number> {
  if ((await packingOf(path)) !== 'none') return 0;
  const { size } = await stat(path);
  const beginning = await readBeginning(path, 'none', beginningBytes, undefined);
  const records = recordsIn(beginning, dialect ?? linesOnly);
  return beginning.length === 0 ? 0 : (records / beginning.length) * size;
}
