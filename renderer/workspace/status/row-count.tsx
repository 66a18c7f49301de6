import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { datasetQuery } from '../../backend/records.ts';
import { knownCount } from '../../lib/format/known-count.ts';
import { useRowCount, useShownTab } from '../../state/row-count.ts';
import type { DatasetTab } from '../../state/tab.ts';

/** The number of rows that a tab shows, and the total if a filter or search excludes some. */
export function RowCount({ tab }: { tab: DatasetTab }) {
  const { t } = useTranslation();
  const known = useRowCount(useShownTab(tab));
  // A file that is still being read is not a dataset yet.
  const { data: details } = useQuery({ ...datasetQuery(tab.reference), enabled: known !== null });
  if (known === null) return null;
  const { count } = known;
  if (!known.exact) return t('status.atLeast', { count });
  const { query } = tab;
  const all = details === undefined ? null : knownCount({ ...query, filters: [], search: '' }, details);
  // Rows beside charts may be those of a selection, which is not a filter of the tab.
  const isPart = query.filters.length > 0 || query.search !== '' || (tab.view === 'charts' && all !== count);
  return all === null || !isPart ? t('common.rows', { count }) : t('figures.rowsOf', { shown: count, count: all });
}
