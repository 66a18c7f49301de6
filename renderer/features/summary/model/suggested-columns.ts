import { isCodeName } from '../../../lib/column-name.ts';
import type { DataColumn } from '../../../lib/data-column.ts';
import { type KnownColumn, withoutLabelledCodes } from '../../../lib/groups/column-role.ts';
import { kindOf } from '../../../lib/groups/dimension.ts';

const maxSuggested = 4;
/** Groups that a table can be read of. */
const [minGroups, maxGroups] = [2, 200];

/**
 * Columns by which a summary says something: few names before many, then time, then numbers, which are divided. Never what
 * identifies a row.
 * @param all of which the first stand in where a service has no profiles
 */
export function suggestedColumns(known: readonly KnownColumn[], all: readonly DataColumn[]): DataColumn[] {
  if (known.length === 0) return all.filter((column) => kindOf(column) !== 'geometry').slice(0, maxSuggested);
  return withoutLabelledCodes(known)
    .map((one) => ({ column: one.column, score: scoreOf(one) }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, maxSuggested)
    .map(({ column }) => column);
}

function scoreOf({ column, role, facts }: KnownColumn): number {
  const isSparse = facts.missing > facts.rows / 2;
  const penalty = Number(isSparse) + Number(isCodeName(column)) / 2;
  switch (role.kind) {
    case 'category':
      return facts.distinct < minGroups ? 0 : (facts.distinct <= maxGroups ? 4 : 2) - penalty;
    case 'time':
      return 3 - penalty;
    case 'measure':
      return 1.6 - penalty;
    case 'identifier':
    case 'label':
    case 'place':
    case 'constant':
      return 0;
  }
}
