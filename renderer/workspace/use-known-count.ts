import { useQuery } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef } from 'react';
import type { DatasetDetails } from '#shared/rpc/records.ts';
import { rowCountQuery } from '../backend/service/records.ts';
import { knownCount } from '../lib/format/known-count.ts';
import { type DatasetTab, noteRowCount, type RowCount, useSession } from '../state/session.ts';

/** Reads the row count if no view reads rows. */
function useRequestedCount({ id, reference, query, view }: DatasetTab, newest: string, isUnknown: boolean): void {
  // The grid and the map determine it themselves, and show the first rows before it is known.
  const enabled = isUnknown && view !== 'rows' && view !== 'map';
  const { data: count } = useQuery({ ...rowCountQuery(reference, query, newest), enabled });
  useEffect(() => {
    if (enabled && count !== undefined && count !== null) noteRowCount(id, { count, exact: true });
  }, [enabled, id, count]);
}

/**
 * Sets a tab's row count as soon as its record has it, whichever view is shown, and clears the count of the previous
 * query: views that read rows set what they find.
 */
export function useKnownCount(tab: DatasetTab, details: DatasetDetails | undefined): void {
  const { id, query } = tab;
  const rowsKey = JSON.stringify([query.filters, query.join, query.search, query.version]);
  const newest = details?.dataset.versions.find((version) => version.ready)?.slug;
  const count = details === undefined ? null : knownCount(query, details);
  // Before painting: the count of another query would be wrong.
  // biome-ignore lint/correctness/useExhaustiveDependencies: other filters and another version have other rows.
  useLayoutEffect(() => noteRowCount(id, count === null ? null : { count, exact: true }), [id, rowsKey, newest, count]);
  useRequestedCount(tab, newest ?? '', details !== undefined && count === null);
}

/**
 * The same for rows that are selected in another view of a tab and shown beside it. Afterwards the tab has the row
 * count of its own query again.
 * @param selected the tab with the selection
 */
export function useCountBeside(selected: DatasetTab, details: DatasetDetails): void {
  useKnownCount(selected, details);
  const { id, query } = selected;
  const whole = useRef<RowCount | null>(null);
  const isWhole = useSession(({ tabs }) => tabs.find((tab) => tab.id === id)?.query === query);
  const known = useSession(({ rowCounts }) => rowCounts[id]);
  useEffect(() => {
    if (isWhole && known !== undefined) whole.current = known;
  }, [isWhole, known]);
  useEffect(() => () => noteRowCount(id, whole.current), [id]);
}
