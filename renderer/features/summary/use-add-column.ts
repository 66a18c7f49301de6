import { notifications } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';
import type { Summary } from '#shared/summary.ts';
import type { DataColumn } from '../../lib/data-column.ts';
import { countOfRows } from '../../lib/groups/dimension.ts';
import { changeSummary } from '../../state/tab.ts';
import { isFull, type SummaryPlace, withColumn, withMeasures } from './model/edit-summary.ts';

/**
 * Adds a column to a field of a summary; a full field says so.
 * @returns a function that takes null for the number of rows, which can only be measured
 */
export function useAddColumn(tab: string, summary: Summary): (place: SummaryPlace, column: DataColumn | null) => void {
  const { t } = useTranslation();
  return (place, column) => {
    if (isFull(summary, place)) {
      notifications.show({
        message: t('summary.full', { count: summary[place].length, place: t(`summary.${place}`) }),
      });
    } else if (column !== null) changeSummary(tab, (before) => withColumn(before, place, column));
    else if (place === 'measures') {
      changeSummary(tab, (before) => withMeasures(before, [...before.measures, countOfRows]));
    }
  };
}
