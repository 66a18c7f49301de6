import { useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { AggregateQuery } from '#shared/aggregate-query.ts';
import { everyRow } from '#shared/row-query.ts';
import type { DatasetDetails } from '#shared/rpc/records.ts';
import { columnProfileQuery, type GroupScope, groupsQuery } from '../../backend/statistics.ts';
import type { DataColumn } from '../../lib/data-column.ts';
import { factsOf, roleOf } from '../../lib/groups/column-role.ts';
import { keyOf } from '../../lib/groups/group-query.ts';
import { type KnownTable, possibleKeys, type SeriesKeys } from './model/proposals.ts';

/** A table with what its columns are, and the dimensions that identify its rows. */
export interface ProposalBasis {
  readonly table: KnownTable;
  readonly keys: readonly SeriesKeys[];
}

/** Further columns have no charts of their own at first sight. */
const maxColumns = 40;
const maxEnds = 16;

/**
 * What the first charts of a dataset follow from: all rows of a version, whatever a tab selects of them. Null while it is
 * being read.
 */
export function useProposalBasis(
  { dataset }: DatasetDetails,
  columns: readonly DataColumn[],
  scope: GroupScope,
  version: string | null,
  enabled: boolean,
): ProposalBasis | null {
  const { reference } = scope;
  const first = useMemo(() => columns.slice(0, maxColumns), [columns]);
  const profiles = useQueries({
    queries: first.map(({ name }) => ({ ...columnProfileQuery(reference, version, name), enabled })),
    combine: (results) => ({
      isRead: results.every(({ isPending }) => !isPending),
      found: results.map(({ data }) => data ?? null),
    }),
  });
  const endless = useMemo(
    () =>
      first.filter((column, at) => isWithoutSamples(column, profiles.found[at]?.frequent?.length)).slice(0, maxEnds),
    [first, profiles.found],
  );
  const ends = useQuery({
    ...groupsQuery(scope, endsQuery(endless, version), 1),
    enabled: enabled && profiles.isRead && endless.length > 0,
  });
  const isKnown = profiles.isRead && (endless.length === 0 || !ends.isPending);
  const table = useMemo((): KnownTable | null => {
    if (!isKnown) return null;
    const texts = ends.data?.groups[0] ?? [];
    const known = first.flatMap((column, at) => {
      const profile = profiles.found[at] ?? null;
      if (profile === null) return [];
      const place = endless.indexOf(column);
      const own = place < 0 ? [] : texts.slice(2 * place, 2 * place + 2).filter((text) => typeof text === 'string');
      const facts = factsOf(profile, own);
      return [{ column, facts, role: roleOf(column, facts) }];
    });
    const rows = known.reduce((most, { facts }) => Math.max(most, facts.rows), 0);
    return { title: dataset.label, rows, columns: known };
  }, [isKnown, first, profiles.found, endless, ends.data, dataset.label]);
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

/** Texts of which a profile has no frequent ones, as they are all distinct. */
function isWithoutSamples({ type, moment }: DataColumn, frequent: number | undefined): boolean {
  return (type === 'char' || type === 'text') && moment === undefined && frequent === 0;
}

function endsQuery(columns: readonly DataColumn[], version: string | null): AggregateQuery {
  const aggregates = columns.flatMap(({ name: column }, at) => [
    { name: `first${at}`, function: 'Min' as const, column },
    { name: `last${at}`, function: 'Max' as const, column },
  ]);
  return { rows: { ...everyRow, version }, keys: [], aggregates, having: [], ordering: [] };
}

function countQuery(keys: SeriesKeys, version: string | null): AggregateQuery {
  const aggregates = [{ name: 'almanac_rows', function: 'Count' as const, column: null }];
  return { rows: { ...everyRow, version }, keys: keys.map(keyOf), aggregates, having: [], ordering: [] };
}
