import { useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Dataset } from '#shared/api/records/dataset.ts';
import { type CodeList, codeListOf } from '#shared/codes/code-list.ts';
import type { ResultOf } from '#shared/rpc/backend.ts';
import type { DatasetReference } from '#shared/rpc/records.ts';
import { type ColumnCodes, type DataColumn, describedColumns } from '../lib/data-column.ts';
import { callQuery } from './port.ts';

/** The code lists of a dataset's columns; null if its service has none at all. */
export function codeListsQuery(reference: DatasetReference) {
  return callQuery('readCodeLists', { reference }, { staleTime: 60_000, gcTime: 10 * 60_000 });
}

/** Values of a column that are in no list, or not valid in the period of their row. */
interface UnlistedValues {
  readonly column: string;
  readonly count: number;
  /** The most frequent of them. */
  readonly values: readonly string[];
}

/** What is in no list in the columns of a version that have one; null for the newest version. */
export function useUnlistedCodes(reference: DatasetReference, version: string | null): readonly UnlistedValues[] {
  const { data: lists } = useQuery(codeListsQuery(reference));
  const columns = (lists ?? []).flatMap((one) => one.columns);
  const found = useQueries({
    queries: columns.map((column) => callQuery('readUnlistedCodes', { reference, column, version })),
    combine: (results) => results.map(({ data }) => data),
  });
  return columns.flatMap((column, at) => {
    const { count = 0, values = [] } = found[at] ?? {};
    return count === 0 ? [] : [{ column, count, values }];
  });
}

/** The columns of a dataset that have a list, and its codes. */
export type ListedCodes = NonNullable<ResultOf<'readCodeLists'>>[number];

type Listed = Parameters<typeof codeListOf>[0];

const known = new WeakMap<Listed, CodeList>();

/** The list that was read, once for all who show its codes. */
export function listIn(listed: Listed): CodeList {
  const list = known.get(listed) ?? codeListOf(listed);
  known.set(listed, list);
  return list;
}

/** The columns of a version of a dataset, those of codes with their lists once they are read. */
export function useDescribedColumns(
  reference: DatasetReference,
  dataset: Dataset,
  version: string | null,
): readonly DataColumn[] {
  const { data: lists = null } = useQuery(codeListsQuery(reference));
  const described = describedColumns(dataset, version);
  return useMemo(() => {
    if (lists === null || lists.length === 0) return described;
    const names = new Set(described.map(({ name }) => name));
    const codes = new Map<string, ColumnCodes>();
    for (const { columns, list, codes: listed } of lists) {
      for (const name of columns) {
        const shown = names.has(`${name}_label`) ? 'code' : 'label';
        codes.set(name, { list: listIn(listed), dataset: list, shown });
      }
    }
    return described.map((column) => {
      const own = codes.get(column.name);
      return own === undefined ? column : { ...column, codes: own };
    });
  }, [lists, described]);
}
