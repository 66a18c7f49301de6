import { useLayoutEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Chart } from '#shared/chart.ts';
import type { RowQuery } from '#shared/row-query.ts';
import type { GroupScope } from '../../backend/statistics.ts';
import type { DataColumn } from '../../lib/data-column.ts';
import { useLocale } from '../../state/settings.ts';
import styles from './charts.module.css';
import { drawingIn } from './drawing/drawing.ts';
import { usePixelRatio } from './drawing/use-pixel-ratio.ts';
import { chartOption } from './model/chart-option.ts';
import { mapNameOf } from './model/code-map.ts';
import { smallOption } from './model/small-option.ts';
import { chartTitle, columnWords } from './model/title.ts';
import { type ReadyChart, useChart, useChartTexts } from './use-chart.ts';
import { useChartColors } from './use-chart-colors.ts';
import { useWorld } from './use-world.ts';

interface ProposalStripProps {
  readonly charts: readonly Chart[];
  /** The one that is shown large; null for none. */
  readonly shown: string | null;
  readonly columns: readonly DataColumn[];
  readonly scope: GroupScope;
  readonly rows: RowQuery;
  readonly onChoose: (chart: Chart) => void;
}

/** Charts for a first look at a dataset, drawn small. */
export function ProposalStrip({ charts, shown, onChoose, ...of }: ProposalStripProps) {
  const { t } = useTranslation();
  return (
    <section className={styles.proposals} aria-label={t('charts.proposals')}>
      {charts.map((chart) => (
        <SmallChart
          key={chart.id}
          chart={chart}
          isShown={chart.id === shown}
          onChoose={() => onChoose(chart)}
          {...of}
        />
      ))}
    </section>
  );
}

interface SmallChartProps extends Omit<ProposalStripProps, 'charts' | 'shown' | 'onChoose'> {
  readonly chart: Chart;
  readonly isShown: boolean;
  readonly onChoose: () => void;
}

function SmallChart({ chart, isShown, columns, scope, rows, onChoose }: SmallChartProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const state = useChart('', chart, columns, scope, rows);
  const drawn = state.kind === 'ready' ? state.chart : chart;
  const title = chartTitle(t, drawn, columnWords(columns, locale), rows.version ?? scope.newest, (version) => version);
  return (
    <button type="button" className={styles.proposal} aria-pressed={isShown} data-tooltip={title} onClick={onChoose}>
      {state.kind === 'ready' ? <SmallDrawing state={state} columns={columns} /> : <span className={styles.small} />}
      <span>{title}</span>
    </button>
  );
}

const sameName = (version: string) => version;

/** A chart without words, of the size of a stamp. */
export function SmallDrawing({
  state: { drawn, data },
  columns,
}: {
  state: ReadyChart;
  columns: readonly DataColumn[];
}) {
  const surface = useRef<HTMLDivElement>(null);
  const colors = useChartColors();
  const texts = useChartTexts(drawn, columns, false, sameName);
  const hasWorld = useWorld(mapNameOf(drawn, data.panels[0]?.categories ?? []));
  const ratio = usePixelRatio();
  const [panel] = data.panels;
  const option = useMemo(
    () =>
      panel === undefined || panel.categories.length === 0
        ? null
        : smallOption(chartOption(drawn, panel, texts, colors, null)),
    [drawn, panel, texts, colors],
  );
  useLayoutEffect(() => {
    if (surface.current === null || option === null || !hasWorld) return;
    const drawing = drawingIn(surface.current, ratio);
    drawing.draw(option, option, false);
    return () => drawing.dispose();
  }, [option, hasWorld, ratio]);
  return <div className={styles.small} ref={surface} aria-hidden />;
}
