import { useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { AggregateQuery } from '#shared/aggregate-query.ts';
import { everyRow } from '#shared/row-query.ts';
import type { DataColumn } from '../lib/data-column.ts';
import { factsOf, type KnownColumn, roleOf } from '../lib/groups/column-role.ts';
import { groupQuery } from '../lib/groups/group-query.ts';
import { columnProfileQuery, type GroupScope, groupsQuery } from './statistics.ts';

/** Further columns are not looked at. */
const maxColumns = 40;
const maxEnds = 16;

/**
 * What the first columns of a dataset are, by the profiles of all rows of a version, whatever a tab selects of them.
 * @returns null while they are read; columns without a profile are left out
 */
export function useKnownColumns(
  columns: readonly DataColumn[],
  scope: GroupScope,
  version: string | null,
  enabled: boolean,
): readonly KnownColumn[] | null {
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
  return useMemo(() => {
    if (!isKnown) return null;
    const texts = ends.data?.groups[0] ?? [];
    return first.flatMap((column, at) => {
      const profile = profiles.found[at] ?? null;
      if (profile === null) return [];
      const place = endless.indexOf(column);
      const own = place < 0 ? [] : texts.slice(2 * place, 2 * place + 2).filter((text) => typeof text === 'string');
      const facts = factsOf(profile, own);
      return [{ column, facts, role: roleOf(column, facts) }];
    });
  }, [isKnown, first, profiles.found, endless, ends.data]);
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
  return groupQuery({ ...everyRow, version }, aggregates);
}
