import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { AggregateQuery } from '#shared/aggregate-query.ts';
import { everyRow } from '#shared/row-query.ts';
import type { DatasetDetails } from '#shared/rpc/records.ts';
import { useKnownColumns } from '../../backend/known-columns.ts';
import { type GroupScope, groupsQuery } from '../../backend/statistics.ts';
import type { DataColumn } from '../../lib/data-column.ts';
import { keyOf } from '../../lib/groups/group-query.ts';
import { type KnownTable, possibleKeys, type SeriesKeys } from './model/proposals.ts';

/** A table with what its columns are, and the dimensions that identify its rows. */
export interface ProposalBasis {
  readonly table: KnownTable;
  readonly keys: readonly SeriesKeys[];
}

/** What the first charts of a dataset follow from; null while it is being read. */
export function useProposalBasis(
  { dataset }: DatasetDetails,
  columns: readonly DataColumn[],
  scope: GroupScope,
  version: string | null,
  enabled: boolean,
): ProposalBasis | null {
  const known = useKnownColumns(columns, scope, version, enabled);
  const table = useMemo((): KnownTable | null => {
    if (known === null) return null;
    const rows = known.reduce((most, { facts }) => Math.max(most, facts.rows), 0);
    return { title: dataset.label, rows, columns: known };
  }, [known, dataset.label]);
  const possible = useMemo(() => (table === null ? [] : possibleKeys(table)), [table]);
  const counted = useQueries({
    queries: possible.map((keys) => ({ ...groupsQuery(scope, countQuery(keys, version), 1), enabled })),
    combine: (results) => ({
      isRead: results.every(({ isPending }) => !isPending),
      answers: results.map(({ data }) => data ?? null),
    }),
  });
  return useMemo(() => {
    if (table === null || !counted.isRead) return null;
    const keys = possible.filter((_, at) => {
      const answer = counted.answers[at];
      if (answer == null) return false;
      const rows = answer.basis.kind === 'part' ? answer.basis.rows : table.rows;
      return answer.count === rows;
    });
    return { table, keys };
  }, [table, possible, counted]);
}

function countQuery(keys: SeriesKeys, version: string | null): AggregateQuery {
  const aggregates = [{ name: 'almanac_rows', function: 'Count' as const, column: null }];
  return { rows: { ...everyRow, version }, keys: keys.map(keyOf), aggregates, having: [], ordering: [] };
}
