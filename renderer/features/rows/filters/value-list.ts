import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { RowBasis } from '#shared/rpc/calls/statistics.ts';
import { type ValueCounts, valueCountsQuery } from '../../../backend/statistics.ts';
import { isMoment } from '../../../lib/query/moment-filters.ts';
import type { DatasetTab } from '../../../state/tab.ts';

/** The values of a column that can be chosen for a condition. */
export interface ValueList {
  readonly values: ValueCounts['values'];
  /** The number of rows over which they were counted; null if unknown. */
  readonly basis: string | null;
}

/** Describes which rows were counted. */
function useBasisText(basis: RowBasis | undefined): string | null {
  const { t } = useTranslation();
  switch (basis?.kind) {
    case undefined:
      return null;
    case 'all':
      return t('figures.valuesOfAll');
    case 'copy':
      return t('figures.valuesOfCopy');
    case 'part':
      return basis.of === null
        ? t('figures.valuesOfPart', { rows: basis.rows })
        : t('figures.valuesOfSome', { rows: basis.rows, all: basis.of });
  }
}

/**
 * The most frequent values of a column over all rows of the tab's version, restricted to those that contain the search
 * text.
 * @param kind of the column's values: numbers and dates are listed but not searched
 */
export function useValueList(
  tab: DatasetTab,
  column: string,
  kind: string,
  search: string,
  enabled: boolean,
): ValueList {
  const isSearched = kind === 'char' || kind === 'text' || isMoment(kind);
  const { data } = useQuery({
    ...valueCountsQuery(tab.reference, tab.query.version, column, isSearched ? search.trim() : ''),
    enabled,
  });
  return { values: data?.values ?? [], basis: useBasisText(data?.basis) };
}
