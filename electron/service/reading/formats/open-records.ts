import type { Session } from '../../engine/session.ts';
import type { Plan } from '../reading.ts';
import { emptyRelation } from './empty-relation.ts';
import { openJsonLines } from './json/open-json.ts';
import type { OpenedTable } from './relation.ts';
import type { WrittenRecords } from './write-records.ts';

/** Opens the records that a reader has written to `path`, each with its place in the user's file. */
export async function openRecords(
  session: Session,
  path: string,
  { records, names, notes, hasGeometry = false }: WrittenRecords,
  options: Pick<Plan, 'missing'>,
): Promise<OpenedTable> {
  const relation =
    records === 0
      ? emptyRelation(names)
      : await openJsonLines(session, path, 'none', { features: hasGeometry }, options);
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
