import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { t } from 'i18next';
import type { Dataset } from '#shared/api/records/dataset.ts';
import type { Cell } from '#shared/cell.ts';
import { joinList } from '#shared/row-query.ts';
import type { DifferingRow } from '#shared/rpc/calls/insight.ts';
import { reportFailure } from '../../backend/failure.ts';
import { saveTable } from '../../backend/files.ts';
import { readDifferences } from '../../backend/rows.ts';
import type { GroupTable } from '../../lib/groups/table-text.ts';
import { PlainButton } from '../../ui/actions/icon-button.tsx';
import { kindWords, type ShownComparison } from './difference-grid.tsx';

/** Rows that are read at a time, and all that a file has: they pass through the window. */
const [pageRows, maxRows] = [1_000, 100_000];

interface ExportDifferencesProps extends ShownComparison {
  readonly dataset: Dataset;
  /** Number of differing rows. */
  readonly count: number;
}

/** Saves the differing rows with both values and the difference. */
export function ExportDifferences({ comparison, dataset, count, columns, labels }: ExportDifferencesProps) {
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
        table: differenceTable(rows, columns, key, labels),
        credits: { title, source, addresses: [address.href], link: '' },
      };
      const name = await saveTable(file, t('comparing.saveTitle'));
      if (name === null) return;
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
    <PlainButton text={t('comparing.save')} size="compact-sm" loading={save.isPending} onClick={() => save.mutate()} />
  );
}

const isNumber = (cell: Cell) => typeof cell === 'number' || typeof cell === 'bigint';

/** By how much a number has changed, without the digits that binary fractions add; null for other values. */
export function differenceOf(before: Cell, after: Cell): number | bigint | null {
  if (typeof before === 'bigint' || typeof after === 'bigint') {
    const areWhole = [before, after].every((cell) => typeof cell === 'bigint' || Number.isSafeInteger(cell));
    return areWhole ? BigInt(after as number) - BigInt(before as number) : null;
  }
  if (typeof before !== 'number' || typeof after !== 'number') return null;
  const change = after - before;
  return Number.isSafeInteger(change) ? change : Number(change.toPrecision(15));
}

/**
 * Differing rows as a table: the kind of change, the key, and of each other column the value before and after, with the
 * difference of numbers.
 * @param columns names of the values of the rows, in their order
 */
function differenceTable(
  rows: readonly DifferingRow[],
  columns: readonly string[],
  key: readonly string[],
  labels: ReadonlyMap<string, string>,
): GroupTable {
  const labelOf = (name: string) => labels.get(name) ?? name;
  const cell = (row: DifferingRow['before'], at: number) => row?.[at] ?? null;
  const parts = columns.map((name, at) => {
    if (key.includes(name)) {
      return { head: [labelOf(name)], cells: (row: DifferingRow) => [cell(row.after, at) ?? cell(row.before, at)] };
    }
    const hasNumbers = rows.some(({ before, after }) => isNumber(cell(before, at)) && isNumber(cell(after, at)));
    const values = (row: DifferingRow): Cell[] => {
      const [before, after] = [cell(row.before, at), cell(row.after, at)];
      return hasNumbers ? [before, after, differenceOf(before, after)] : [before, after];
    };
    const column = labelOf(name);
    const head = [t('comparing.columnBefore', { column }), t('comparing.columnAfter', { column })];
    return { head: hasNumbers ? [...head, t('comparing.columnDifference', { column })] : head, cells: values };
  });
  return {
    head: [t('comparing.kind'), ...parts.flatMap(({ head }) => head)],
    lines: rows.map((row) => [t(kindWords[row.kind]), ...parts.flatMap(({ cells }) => cells(row))]),
  };
}
