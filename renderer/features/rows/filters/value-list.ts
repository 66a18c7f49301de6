import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { RowBasis } from '#shared/rpc/calls/statistics.ts';
import { type ValueCounts, valueCountsQuery } from '../../../api/service/insight.ts';
import { isMoment } from '../../../lib/query/moment-filters.ts';
import type { DatasetTab } from '../../../session/session.ts';

/** The values of a column that may be picked for a condition. */
export interface ValueList {
  readonly values: ValueCounts['values'];
  /** Over which rows they were counted; null while that is unknown. */
  readonly basis: string | null;
}

/** Which rows the counts are of, in words. */
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
 * The most frequent values of a column over all rows of the tab's version, those that hold a text where one is typed.
 * @param kind of the column's values: numbers and dates are listed, and not searched
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
