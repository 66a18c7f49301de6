import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Dataset } from '#shared/api/records/dataset.ts';
import { joinList } from '#shared/row-query.ts';
import type { DifferingRow } from '#shared/rpc/calls/insight.ts';
import { reportFailure } from '../../backend/report-failure.ts';
import { type Comparison, readDifferences } from '../../backend/service/comparing.ts';
import { saveTable } from '../../backend/window/save-table.ts';
import { differenceTable } from './difference-table.ts';

/** Rows that are read at a time, and all that a file has: they pass through the window. */
const [pageRows, maxRows] = [1_000, 100_000];

interface ExportDifferencesProps {
  readonly comparison: Comparison;
  readonly dataset: Dataset;
  /** Number of differing rows. */
  readonly count: number;
  readonly columns: readonly string[];
  readonly labels: ReadonlyMap<string, string>;
}

/** Saves the differing rows with both values and the difference. */
export function ExportDifferences({ comparison, dataset, count, columns, labels }: ExportDifferencesProps) {
  const { t } = useTranslation();
  const { before, after, key } = comparison;
  const save = useMutation({
    async mutationFn() {
      const rows: DifferingRow[] = [];
      while (rows.length < Math.min(count, maxRows)) {
        const page = await readDifferences(comparison, columns, rows.length, pageRows);
        if (page.length === 0) break;
        rows.push(...page);
      }
      const address = new URL(`version/${after}/diff/`, dataset.url);
      address.searchParams.set('against', before);
      address.searchParams.set('key', joinList(key));
      const title = t('comparing.title', { dataset: dataset.label, before, after });
      const source = [title, new Date().toISOString().slice(0, 10)].join(' · ');
      const file = {
        name: `${dataset.slug} ${before} ${after}`,
        table: differenceTable(t, rows, columns, key, labels),
        credits: { title, source, addresses: [address.href], link: '' },
      };
      const target = await saveTable(file, t('comparing.saveTitle'));
      if (target === null) return;
      const name = target.split(/[\\/]/).at(-1) ?? '';
      const isPart = rows.length < count;
      notifications.show({
        message: isPart
          ? t('comparing.savedPart', { name, rows: rows.length, all: count })
          : t('comparing.saved', { name }),
      });
    },
    onError: reportFailure,
  });
  return (
    <Button variant="default" size="compact-sm" loading={save.isPending} onClick={() => save.mutate()}>
      {t('comparing.save')}
    </Button>
  );
}
