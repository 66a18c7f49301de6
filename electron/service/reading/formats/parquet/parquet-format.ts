import type { Format } from '../format.ts';
import { openedTable } from '../relation.ts';
import { openParquet } from './open-parquet.ts';

/** Characters that no text header contains. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
const binary = /[\0-\x08\x0e-\x1f]/;

/** The signature (Parquet format, "File format") followed by the binary beginning of a page: not a text header. */
export function isParquet(head: Buffer): boolean {
  return (
    head.subarray(0, 4).toString('latin1') === 'PAR1' &&
    (head.length === 4 || binary.test(head.toString('latin1', 4, 12)))
  );
}

/** Parquet, which says itself what it contains, and can be read in parts. */
export const parquetFormat: Format = {
  recognise: ({ bytes }) => (isParquet(bytes) ? 'parquet' : null),
  plan: async () => ({
    encoding: null,
    layout: { kind: 'stated' },
    beginning: { copy: null, whole: false },
    names: null,
  }),
  read: async (session, plan) => openedTable(await openParquet(session, plan), plan.path),
};
