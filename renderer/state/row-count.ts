import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { datasetQuery, listedDetails } from '../backend/records.ts';
import { type RowCount, rowCountQuery } from '../backend/rows.ts';
import { knownCount } from '../lib/format/known-count.ts';
import { narrowedQuery } from '../lib/query/narrowed-query.ts';
import { newestVersion } from '../lib/versions/version-metadata.ts';
import { type DatasetTab, useTabState } from './tab.ts';

/** The views that find the number of rows themselves, and show the first ones before it is known. */
const countingViews: ReadonlySet<DatasetTab['view']> = new Set(['rows', 'map']);

/**
 * The number of rows of a tab's query: from the record of the dataset if that implies it, otherwise as it was found by
 * reading rows. Null while nothing is known.
 */
export function useRowCount({ reference, query, view }: DatasetTab): RowCount | null {
  const { data: details } = useQuery({
    ...datasetQuery(reference),
    placeholderData: () => listedDetails(reference),
    // The panel of the tab reads it: a file that is still being read is not a dataset yet.
    enabled: false,
  });
  const implied = details === undefined ? null : knownCount(query, details);
  const { data: found = null } = useQuery({
    ...rowCountQuery(reference, query, details === undefined ? '' : newestVersion(details.dataset)),
    enabled: details !== undefined && implied === null && !countingViews.has(view),
  });
  return useMemo(
    () => (implied === null || found?.exact === true ? found : { count: implied, exact: true }),
    [implied, found],
  );
}

/** A tab with the rows alone that are selected in one of its charts, once the pointer is up. */
export function useSelectedTab(tab: DatasetTab): DatasetTab {
  const filters = useTabState(tab.id, ({ settled }) => settled?.filters ?? null);
  return useMemo(
    () => (filters === null ? tab : { ...tab, query: { ...tab.query, ...narrowedQuery(tab.query, filters) } }),
    [tab, filters],
  );
}

/** A tab as its rows are shown: beside charts, those selected in them. */
export function useShownTab(tab: DatasetTab): DatasetTab {
  const selected = useSelectedTab(tab);
  const isBeside = useTabState(tab.id, ({ beside }) => beside.length > 0);
  return tab.view === 'charts' && isBeside ? selected : tab;
}
