import { useInViewport } from '@mantine/hooks';
import { useQueries, useQuery } from '@tanstack/react-query';
import type { EChartsOption } from 'echarts';
import { t } from 'i18next';
import { type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { AggregateQuery } from '#shared/aggregate-query.ts';
import type { Chart } from '#shared/chart.ts';
import { everyRow, type RowQuery } from '#shared/row-query.ts';
import type { DatasetDetails, DatasetReference } from '#shared/rpc/records.ts';
import { useKnownColumns } from '../../backend/known-columns.ts';
import { datasetQuery, useConnection } from '../../backend/records.ts';
import { type GroupScope, groupsQuery } from '../../backend/statistics.ts';
import { type DataColumn, describedColumns } from '../../lib/data-column.ts';
import { withoutLabelledCodes } from '../../lib/groups/column-role.ts';
import { groupQuery, keyOf } from '../../lib/groups/group-query.ts';
import { useLocale } from '../../state/settings.ts';
import styles from './charts.module.css';
import { drawingIn, usePixelRatio } from './drawing/drawing.ts';
import { chartOption } from './model/chart-option.ts';
import { mapNameOf } from './model/code-map.ts';
import { type KnownTable, possibleKeys, proposedCharts, type SeriesKeys } from './model/proposals.ts';
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

interface SmallChartProps extends Pick<ProposalStripProps, 'columns' | 'scope' | 'rows'> {
  readonly chart: Chart;
}

/** The drawing of a small chart, null before it is there, and its title. */
function useSmallChart({ chart, columns, scope, rows }: SmallChartProps) {
  const locale = useLocale();
  const state = useChart('', chart, columns, scope, rows);
  const shown = state.kind === 'ready' ? state.chart : chart;
  const title = chartTitle(t, shown, columnWords(columns, locale), rows.version ?? scope.newest, sameName);
  return { title, drawing: state.kind === 'ready' ? <SmallDrawing state={state} columns={columns} /> : null };
}

function SmallChart({ isShown, onChoose, ...of }: SmallChartProps & { isShown: boolean; onChoose: () => void }) {
  const { title, drawing } = useSmallChart(of);
  return (
    <button type="button" className={styles.proposal} aria-pressed={isShown} data-tooltip={title} onClick={onChoose}>
      {drawing ?? <span className={styles.small} />}
      <span>{title}</span>
    </button>
  );
}

const sameName = (version: string) => version;

/** A chart without words, of the size of a stamp. */
function SmallDrawing({ state, columns }: { state: ReadyChart; columns: readonly DataColumn[] }) {
  const { drawn, data } = state;
  const surface = useRef<HTMLDivElement>(null);
  const colors = useChartColors();
  const texts = useChartTexts(drawn, columns, false, sameName);
  const hasWorld = useWorld(mapNameOf(drawn, data.panels[0]?.categories ?? []));
  const ratio = usePixelRatio();
  const [panel] = data.panels;
  const option = useMemo(
    () =>
      // The outlines of a map say which values it has a place for.
      panel === undefined || panel.categories.length === 0 || !hasWorld
        ? null
        : smallOption(chartOption(drawn, panel, texts, colors, null)),
    [drawn, panel, texts, colors, hasWorld],
  );
  useLayoutEffect(() => {
    if (surface.current === null || option === null) return;
    const drawing = drawingIn(surface.current, ratio);
    drawing.draw(option, option, false);
    return () => drawing.dispose();
  }, [option, ratio]);
  return <div className={styles.small} ref={surface} aria-hidden />;
}

/**
 * What the first charts of a dataset follow from: a table with what its columns are, and the dimensions that identify its
 * rows; null while it is being read.
 */
export function useProposalBasis(
  { dataset }: DatasetDetails,
  columns: readonly DataColumn[],
  scope: GroupScope,
  version: string | null,
  enabled: boolean,
): { readonly table: KnownTable; readonly keys: readonly SeriesKeys[] } | null {
  const known = useKnownColumns(columns, scope, version, enabled);
  const table = useMemo((): KnownTable | null => {
    if (known === null) return null;
    const rows = known.reduce((most, { facts }) => Math.max(most, facts.rows), 0);
    return { title: dataset.label, rows, columns: withoutLabelledCodes(known) };
  }, [known, dataset.label]);
  const possible = useMemo(() => (table === null ? [] : possibleKeys(table)), [table]);
  const counted = useQueries({
    queries: possible.map((keys) => ({ ...groupsQuery(scope, countQuery(keys, version), 1), enabled })),
    combine: (results) => ({
      isRead: results.every(({ isPending }) => !isPending),
      answers: results.map(({ data }) => data ?? null),
    }),
  });
  return useMemo(() => {
    if (table === null || !counted.isRead) return null;
    const keys = possible.filter((_, at) => {
      const answer = counted.answers[at];
      if (answer == null) return false;
      const rows = answer.basis.kind === 'part' ? answer.basis.rows : table.rows;
      return answer.count === rows;
    });
    return { table, keys };
  }, [table, possible, counted]);
}

function countQuery(keys: SeriesKeys, version: string | null): AggregateQuery {
  const aggregates = [{ name: 'almanac_rows', function: 'Count' as const, column: null }];
  return groupQuery({ ...everyRow, version }, aggregates, keys.map(keyOf));
}

/** Of larger datasets no picture is calculated before they are opened. */
const maxRows = 500_000;

interface DatasetPictureProps {
  readonly reference: DatasetReference;
  readonly details: DatasetDetails;
  /** Shown until there is a picture, and if there is none. */
  readonly children: ReactNode;
}

/** The first chart of a dataset as a small picture with its title. */
export function DatasetPicture({ reference, details, children }: DatasetPictureProps) {
  const newest = details.dataset.versions.find(({ ready }) => ready)?.slug ?? '';
  const columns = useMemo(() => describedColumns(details.dataset, null), [details]);
  const scope = useMemo((): GroupScope => ({ reference, newest, maxRows }), [reference, newest]);
  const isPossible = newest !== '' && details.rows !== null && details.rows <= maxRows;
  const basis = useProposalBasis(details, columns, scope, null, isPossible);
  const first = useMemo(() => (basis === null ? undefined : proposedCharts(basis.table, basis.keys)[0]), [basis]);
  if (!isPossible || first === undefined) return children;
  return (
    <Picture chart={first.chart} columns={columns} scope={scope} rows={everyRow}>
      {children}
    </Picture>
  );
}

/** The first chart of a dataset of this computer beside its line in a list, from when the line has been in view. */
export function LinePicture({ reference }: { readonly reference: DatasetReference }) {
  const { ref, inViewport } = useInViewport();
  const [wasSeen, setSeen] = useState(false);
  if (inViewport && !wasSeen) setSeen(true);
  // Profiles of other services may take long, or have to be read.
  const isDrawn = useConnection(reference.connection)?.capabilities.filesOnThisComputer === true;
  const { data: details } = useQuery({ ...datasetQuery(reference), enabled: isDrawn && wasSeen });
  return (
    <div className={styles.linePicture} ref={ref}>
      {details !== undefined && (
        <DatasetPicture reference={reference} details={details}>
          {null}
        </DatasetPicture>
      )}
    </div>
  );
}

function Picture({ children, ...of }: SmallChartProps & { children: ReactNode }) {
  const { title, drawing } = useSmallChart(of);
  if (drawing === null) return children;
  return (
    <figure className={styles.picture} aria-label={title}>
      {drawing}
      <figcaption data-tooltip={title}>{title}</figcaption>
    </figure>
  );
}

const marginPx = 4;

/** A drawing without words, for a picture of the size of a stamp. */
function smallOption(option: EChartsOption): EChartsOption {
  const { xAxis, yAxis, geo, visualMap, series, title: _, legend: __, ...rest } = option;
  const margins = { left: marginPx, right: marginPx, top: marginPx, bottom: marginPx };
  const bare = (axis: typeof xAxis | typeof yAxis) => ({ ...[axis ?? []].flat()[0], ...withoutWords });
  return {
    ...rest,
    tooltip: { show: false },
    grid: margins,
    ...(xAxis !== undefined && { xAxis: bare(xAxis) }),
    ...(yAxis !== undefined && { yAxis: bare(yAxis) }),
    ...(geo !== undefined && { geo: { ...geo, ...margins, regions: [] } }),
    ...(visualMap !== undefined && { visualMap: { ...visualMap, show: false } }),
    series: [series ?? []].flat().map((one) => ({
      ...one,
      ...(one.type === 'map' && margins),
      endLabel: { show: false },
      label: { show: false },
      silent: true,
      symbolSize: smallSymbol(one),
    })),
  } as EChartsOption;
}

const withoutWords = {
  name: '',
  axisLabel: { show: false },
  axisTick: { show: false },
  splitLine: { show: false },
};

/** Dots of a size that fits the picture. */
function smallSymbol(series: object): unknown {
  const size: unknown = 'symbolSize' in series ? series.symbolSize : undefined;
  if (typeof size !== 'function') return 2;
  return (value: unknown) => {
    const px = Number(size(value));
    return px === 0 ? 0 : Math.max(2, px / 2.5);
  };
}
