import type { EChartsOption } from 'echarts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Chart } from '#shared/chart.ts';
import { numberText } from '../../lib/groups/category-text.ts';
import { rowsBehind } from '../../lib/groups/rows-behind.ts';
import type { DatasetTab } from '../../session/session.ts';
import { showRows } from '../../session/show-rows.ts';
import { ChartCanvas, type Span } from './chart-canvas.tsx';
import { setBrush, useCharts } from './charts-store.ts';
import type { Panel } from './model/chart-data.ts';
import { type ChartTexts, chartOption } from './model/chart-option.ts';
import { useChartColors } from './use-chart-colors.ts';

interface ChartPanelProps {
  readonly tab: DatasetTab;
  /** With steps and bins that suit the values. */
  readonly chart: Chart;
  readonly title: string;
  readonly panel: Panel;
  readonly texts: ChartTexts;
  /** The value that a small multiple shows; empty for a single chart. */
  readonly name: string;
  readonly sentence: string;
  readonly limits: { readonly min: number; readonly max: number } | null;
  readonly onTable: () => void;
}

/** The drawing of a chart or of one of its small multiples: brushing, keyboard navigation, and access to its rows. */
export function ChartPanel({ tab, chart, panel, texts, name, title, sentence, limits, onTable }: ChartPanelProps) {
  const { t } = useTranslation();
  const colors = useChartColors();
  const brush = useCharts((charts) => charts.brush);
  const option = useMemo(
    (): EChartsOption => chartOption(chart, panel, texts, colors, limits),
    [chart, panel, texts, colors, limits],
  );
  const isBrushed = brush !== null && brush.tab === tab.id && brush.chart === chart.id;
  const filtersOf = (span: Span) => rowsBehind(chart.x, panel.categories.slice(span.from, span.to + 1));
  const textOf = ({ from, to }: Span) => {
    const [first, last] = [panel.categories[from], panel.categories[to]];
    if (first === undefined || last === undefined) return '';
    const [start, end] = [texts.category(first, 'x'), texts.category(last, 'x')];
    return from === to ? start : t('charts.rangeOf', { first: start, last: end });
  };
  return (
    <figure className="chart-panel">
      {name !== '' && <figcaption>{name}</figcaption>}
      <ChartCanvas
        option={option}
        label={name === '' ? title : `${title}: ${name}`}
        sentence={`${sentence} ${t('charts.keys')}`}
        count={panel.categories.length}
        span={isBrushed ? { from: brush.from, to: brush.to } : null}
        textAt={(position) => textAt(panel, texts, position)}
        onSpan={(span, moving) =>
          setBrush(
            span === null
              ? null
              : { tab: tab.id, chart: chart.id, ...span, moving, filters: filtersOf(span), text: textOf(span) },
          )
        }
        onShowRows={(span) => {
          const filters = filtersOf(span);
          if (filters !== null) showRows(tab, filters);
        }}
        onTable={onTable}
      />
    </figure>
  );
}

function textAt({ categories, series }: Panel, texts: ChartTexts, position: number): string {
  const category = categories[position];
  if (category === undefined) return '';
  const values = series.map(({ category: color, values: all, boxes }) => {
    const value = all[position] ?? boxes[position]?.[2] ?? null;
    const text = value === null ? '–' : numberText(value, texts.locale);
    return color === null ? text : `${texts.category(color, 'color')} ${text}`;
  });
  return `${texts.category(category, 'x')}: ${values.join(', ')}`;
}
