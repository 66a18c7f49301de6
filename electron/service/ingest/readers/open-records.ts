import type { Explanation } from '#shared/failures.ts';
import type { Session } from '../../store/duckdb/session.ts';
import type { Source } from '../../store/row-store.ts';
import { emptyRelation } from './empty-relation.ts';
import { openJsonLines } from './json/open-json.ts';
import type { OpenedSource } from './opened-source.ts';

/** Records that a reader has written for the reader of JSON lines. */
export interface WrittenRecords {
  readonly records: number;
  /** Names of the columns, which a table without records has too. */
  readonly names: readonly string[];
  /** What the user should know about how the file was read. */
  readonly notes: readonly Explanation[];
}

/** Opens the records that a reader has written to `path`, each with its place in the user's file. */
export async function openRecords(
  session: Session,
  path: string,
  { records, names, notes }: WrittenRecords,
  missing: Source['missing'],
): Promise<OpenedSource> {
  const relation =
    records === 0 ? emptyRelation(names) : await openJsonLines(session, path, 'none', { features: false }, missing);
  return {
    relation: { ...relation, conversions: [...notes, ...relation.conversions] },
    dialect: null,
    path,
    firstLine: null,
    broken: null,
    leftOut: [],
    normalise: null,
  };
}
