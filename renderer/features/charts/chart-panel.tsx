import { notifications } from '@mantine/notifications';
import { t } from 'i18next';
import { useMemo } from 'react';
import type { Chart } from '#shared/chart.ts';
import { reportFailure } from '../../backend/failure.ts';
import type { Category } from '../../lib/groups/category.ts';
import { openRowsOfVersion, showDifferingRows } from '../../state/open-view.ts';
import { showRows } from '../../state/query-edits.ts';
import { type BrushedChart, type DatasetTab, selectInChart, useTabState } from '../../state/tab.ts';
import styles from './charts.module.css';
import { sharesScale, withoutScale } from './color-scale.tsx';
import { ChartCanvas } from './drawing/chart-canvas.tsx';
import type { Panel } from './model/chart-data.ts';
import { chartOption } from './model/chart-option.ts';
import type { ChartTexts, Limits } from './model/chart-parts.ts';
import { comparisonOf } from './model/compare.ts';
import { layoutOf, type Place } from './model/layout.ts';
import { panelRows, selectedRows } from './model/panel-rows.ts';
import { useStyledColors } from './use-chart-colors.ts';

interface ChartPanelProps {
  readonly tab: DatasetTab;
  /** With steps and bins that suit the values. */
  readonly chart: Chart;
  /** What others divide their groups by while this chart is brushed. */
  readonly source: BrushedChart;
  /** Slug of the version that the chart shows. */
  readonly version: string;
  readonly title: string;
  readonly panel: Panel;
  readonly texts: ChartTexts;
  /** The value that a small multiple shows; empty for a single chart. */
  readonly name: string;
  readonly sentence: string;
  readonly limits: Limits | null;
  readonly onTable: () => void;
}

const nothing: readonly number[] = [];

/** The drawing of a chart or of one of its small multiples: brushing, keyboard navigation, and access to its rows. */
export function ChartPanel(props: ChartPanelProps) {
  const { tab, chart, source, version, panel, texts, name, title, sentence, limits, onTable } = props;
  const colors = useStyledColors(chart);
  const selected = useTabState(tab.id, ({ brush }) => (brush?.chart === chart.id ? brush.positions : nothing));
  const isStill = useTabState(tab.id, ({ brush }) => brush?.moving === true);
  const option = useMemo(() => {
    const whole = chartOption(chart, panel, texts, colors, limits);
    return sharesScale(chart, limits) ? withoutScale(whole) : whole;
  }, [chart, panel, texts, colors, limits]);
  const { categories, second } = panel;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new one for each of these, whatever they are.
  const frame = useMemo(() => ({}), [chart, categories, second, texts, colors, limits]);
  const layout = useMemo(() => layoutOf(chart, panel), [chart, panel]);
  const textOf = (positions: readonly number[]) => {
    const range = layout.kind === 'map' && positions.length > 1 ? t('charts.places', { count: positions.length }) : '';
    const [first, last] = [panel.categories[positions[0] ?? -1], panel.categories[positions.at(-1) ?? -1]];
    if (first === undefined || last === undefined) return '';
    const text = range === '' ? texts.range(first, last) : range;
    const isCount = chart.measure.function === 'Count' && chart.measure.column === null && chart.y === null;
    const count = isCount && !chart.running ? sumAt(panel, positions) : null;
    return count === null ? text : t('charts.selectedRows', { range: text, count });
  };
  const onSelect = (positions: readonly number[], moving: boolean) => {
    const brush =
      positions.length === 0
        ? null
        : {
            chart: chart.id,
            source,
            positions,
            moving,
            filters: selectedRows(chart, panel, positions),
            text: textOf(positions),
          };
    selectInChart(tab.id, brush);
  };
  const onShowRows = (positions: readonly number[], line: number | null) => {
    const rows = panelRows(chart, panel, positions, line);
    const comparison = comparisonOf(chart, version);
    if (rows === null) notifications.show({ message: t('charts.noFilter') });
    else if (comparison?.as === 'difference') {
      showDifferingRows(tab, { shown: version, other: comparison.version }, rows.filters);
    } else if (rows.version === null || rows.version === version) showRows(tab.id, rows.filters);
    else openRowsOfVersion(tab, rows.filters, rows.version).catch(reportFailure);
  };
  return (
    <figure className={styles.panel}>
      {name !== '' && <figcaption data-tooltip={name}>{name}</figcaption>}
      <ChartCanvas
        option={option}
        frame={frame}
        isStill={isStill}
        label={name === '' ? title : `${title}: ${name}`}
        sentence={`${sentence} ${t('charts.keys')}${layout.lines > 0 || layout.kind === 'map' ? ` ${t('charts.keysAcross')}` : ''}`}
        layout={layout}
        selected={selected}
        textAt={(place) => textAt(panel, chart, texts, place)}
        onSelect={onSelect}
        onShowRows={onShowRows}
        onTable={onTable}
      />
    </figure>
  );
}

function sumAt({ series }: Panel, positions: readonly number[]): number {
  return series.reduce((sum, { values }) => positions.reduce((so, at) => so + (values[at] ?? 0), sum), 0);
}

/** What stands at a place, in words. */
function textAt({ categories, second, series }: Panel, chart: Chart, texts: ChartTexts, { at, line }: Place): string {
  const category = categories[at];
  if (category === undefined) return '';
  const valueText = (value: number | bigint | null | undefined) => (value == null ? '–' : texts.figure(value));
  const name = texts.category(category, 'x');
  if (chart.y !== null) {
    const row = second[line ?? 0];
    const cell = (line ?? 0) * categories.length + at;
    const value = series[0]?.exact.get(cell) ?? series[0]?.values[cell];
    return `${name}, ${row === undefined ? '' : texts.category(row, 'y')}: ${valueText(value)}`;
  }
  const shown = line === null ? series : series.slice(line, line + 1);
  const named = (color: Category | null, text: string) =>
    color === null ? text : `${texts.category(color, 'color')} ${text}`;
  const values = shown.map(({ category: color, values: all, boxes, exact }) =>
    named(color, valueText(exact.get(at) ?? all[at] ?? boxes[at]?.[2])),
  );
  return `${name}: ${values.join(', ')}`;
}
