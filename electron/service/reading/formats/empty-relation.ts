import { plainNumbers } from '../values/text-conversion.ts';
import type { Relation } from './relation.ts';

/** Columns without any record. */
export function emptyRelation(names: readonly string[]): Relation {
  const columns = names.map((name, at) => ({
    form: 'text' as const,
    name,
    reference: `c${at}`,
    kind: 'guess' as const,
  }));
  const nothing = columns.map(({ reference }) => `NULL::VARCHAR AS ${reference}`);
  return {
    from: `(SELECT ${nothing.join(', ')} LIMIT 0)`,
    columns,
    form: 'json',
    numbers: plainNumbers,
    conversions: [],
  };
}
