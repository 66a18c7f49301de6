import { t } from 'i18next';
import { useEffect, useMemo } from 'react';
import type { Cell } from '#shared/cell.ts';
import type { Chart } from '#shared/chart.ts';
import type { Category } from '../../lib/groups/category.ts';
import type { GroupTable } from '../../lib/groups/table-text.ts';
import { LongTable, useLines } from '../../ui/layout/long-table.tsx';
import styles from './charts.module.css';
import type { ChartData, Series } from './model/chart-data.ts';
import type { ChartTexts } from './model/chart-parts.ts';
import { boxQuantiles } from './model/chart-query.ts';
import { isOfVersions } from './model/compare.ts';

/** The names of categories as a file has them: programs read dates and numbers, not their words. */
export function storedNames(chart: Chart, texts: ChartTexts): CellOf {
  return (category, which) => {
    const dimension = chart[which] ?? chart.x;
    const text = texts.category(category, which);
    if (category.kind !== 'value' || isOfVersions(dimension)) return text;
    const { value } = category;
    if (typeof value === 'string') return dimension.function === 'Hour' ? `${value}:00` : value;
    const isItself = dimension.function === null || dimension.function === 'Year';
    return isItself && typeof value !== 'object' ? value : text;
  };
}

type CellOf = (category: Category, which: 'x' | 'y' | 'color') => Cell;

/**
 * The data of a chart as a table.
 * @param nameOf what stands for a category
 */
export function dataTable(
  chart: Chart,
  data: ChartData,
  texts: ChartTexts,
  facetTitle: string,
  nameOf: CellOf = texts.category,
): GroupTable {
  const [first] = data.panels;
  const hasColors = chart.color !== null;
  const values = chart.mark === 'box' ? boxQuantiles.map((quantile) => `${quantile * 100} %`) : [texts.measure];
  const isBelow = data.panels.some(({ series }) => series[0]?.isSecond === true);
  const hasOther = isBelow || (first?.series.some(({ isSecond }) => isSecond === true) ?? false);
  const columns =
    hasColors && first !== undefined
      ? first.series.map(({ category }) => (category === null ? texts.measure : texts.category(category, 'color')))
      : values;
  const head = [
    ...(chart.facet === null ? [] : [facetTitle]),
    texts.x,
    ...(chart.y === null ? [] : [texts.y]),
    ...columns,
    ...(hasOther ? [texts.second] : []),
  ];
  // Values in a panel below stand beside those of the first.
  const below = isBelow ? (data.panels[1]?.series ?? []) : [];
  const lines = (isBelow ? data.panels.slice(0, 1) : data.panels).flatMap(({ facet, categories, second, series }) => {
    const prefix = facet === null ? [] : [texts.category(facet, 'x')];
    if (chart.y !== null) {
      return second.flatMap((line, row) =>
        categories.flatMap((category, at) => {
          const value = valueAt(series[0], row * categories.length + at);
          return value === null ? [] : [[...prefix, nameOf(category, 'x'), nameOf(line, 'y'), value]];
        }),
      );
    }
    return categories.map((category, at) => [
      ...prefix,
      nameOf(category, 'x'),
      ...(chart.mark === 'box'
        ? (series[0]?.boxes[at] ?? [null, null, null, null, null])
        : [...series, ...below].map((one) => valueAt(one, at))),
    ]);
  });
  return { head, lines };
}

function valueAt(series: Series | undefined, at: number): number | bigint | null {
  return series?.exact.get(at) ?? series?.values[at] ?? null;
}

function cellText(value: Cell | undefined, figure: ChartTexts['figure']): string {
  if (value == null) return '–';
  return typeof value === 'number' || typeof value === 'bigint' ? figure(value) : String(value);
}

const lineHeight = 26;

interface ChartTableProps {
  readonly table: GroupTable;
  readonly label: string;
  readonly figure: ChartTexts['figure'];
}

/** A chart's data as a table of as many lines as there are. */
export function ChartTable({ table, label, figure }: ChartTableProps) {
  const lines = useLines({ count: table.lines.length, height: lineHeight, overscan: 10 });
  const { scroller } = lines;
  // The drawing that had the keyboard is gone where its key has opened the table.
  useEffect(() => {
    if (document.activeElement === document.body) scroller.current?.focus();
  }, [scroller]);
  const isNumber = useMemo(
    () => table.head.map((_, at) => table.lines.some((line) => ['number', 'bigint'].includes(typeof line[at]))),
    [table],
  );
  return (
    <LongTable
      lines={lines}
      label={t('charts.table', { chart: label })}
      className={styles.table}
      rows={table.lines.length + 1}
    >
      <thead>
        <tr aria-rowindex={1}>
          {table.head.map((name, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two values may be called alike; the columns do not move.
            <th key={at} scope="col" data-number={isNumber[at] || undefined}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.shown.map((index) => (
          <tr key={index} aria-rowindex={index + 2}>
            {table.lines[index]?.map((value, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a cell is known by its column.
              <td key={at} data-number={isNumber[at] || undefined}>
                {cellText(value, figure)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </LongTable>
  );
}
