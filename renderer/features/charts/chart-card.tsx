import { useQuery } from '@tanstack/react-query';
import { t } from 'i18next';
import { type ComponentProps, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { aggregateQueryToParameters } from '#shared/aggregate-query.ts';
import type { Chart } from '#shared/chart.ts';
import type { RowQuery } from '#shared/row-query.ts';
import type { SavedChart } from '#shared/rpc/calls/queries.ts';
import type { DatasetDetails } from '#shared/rpc/records.ts';
import { connectionsQuery } from '../../backend/records.ts';
import type { GroupScope } from '../../backend/statistics.ts';
import type { DataColumn } from '../../lib/data-column.ts';
import { groupsAddress, sourceText } from '../../lib/groups/credits.ts';
import { narrowedQuery } from '../../lib/query/narrowed-query.ts';
import { conditionTexts } from '../../lib/query/query-text.ts';
import { versionDay, versionNames } from '../../lib/versions/version-metadata.ts';
import { useLocale } from '../../state/settings.ts';
import { linkToView } from '../../state/share-view.ts';
import { type BrushedChart, chooseChart, type DatasetTab, useTabState } from '../../state/tab.ts';
import { BasisNote } from '../../ui/groups/group-view.tsx';
import { EmptyState, FailureState } from '../../ui/states/states.tsx';
import styles from './chart-card.module.css';
import { ChartHead } from './chart-head.tsx';
import { ChartPanel } from './chart-panel.tsx';
import { ChartTable, dataTable, storedNames } from './chart-table.tsx';
import chartsStyles from './charts.module.css';
import { ColorScale, sharesScale } from './color-scale.tsx';
import { type ChartFile, withFittedSize } from './files/chart-files.ts';
import { chartPage } from './files/chart-page.ts';
import { absenceOf, type Panel } from './model/chart-data.ts';
import { type ChartNote, chartNotes } from './model/chart-notes.ts';
import { chartQuery, hasSecond } from './model/chart-query.ts';
import { chartSql } from './model/chart-sql.ts';
import { facetChart, panelName } from './model/chart-texts.ts';
import { mapNameOf } from './model/code-map.ts';
import { comparisonOf } from './model/compare.ts';
import type { Following } from './model/following.ts';
import { chartSentence } from './model/sentence.ts';
import { chartTitle, columnWords } from './model/title.ts';
import { commonLimits } from './model/value-axis.ts';
import { type ReadyChart, useChart, useChartTexts, useFollowing, useWithinBrush } from './use-chart.ts';
import { useStyledColors } from './use-chart-colors.ts';
import { useDefaultWords } from './use-default-words.ts';
import { useWorld } from './use-world.ts';

interface ChartCardProps {
  readonly tab: DatasetTab;
  readonly details: DatasetDetails;
  readonly columns: readonly DataColumn[];
  readonly chart: Chart;
  readonly scope: GroupScope;
  /** The tab's query, with its version. */
  readonly rows: RowQuery;
  readonly isChosen: boolean;
  readonly onReadMore: (() => void) | null;
}

/** A chart of a dataset: title, drawing or table, and actions. */
export function ChartCard(props: ChartCardProps) {
  const { tab, columns, chart, scope, rows, isChosen } = props;
  const state = useChart(tab.id, chart, columns, scope, rows);
  const resolved = state.kind === 'ready' ? state.chart : chart;
  const locale = useLocale();
  const { versions } = props.details.dataset;
  const nameOf = useMemo(() => {
    const names = versionNames(versions, locale);
    return (version: string) => names.get(version) ?? version;
  }, [versions, locale]);
  const title = chartTitle(t, resolved, columnWords(columns, locale), rows.version ?? scope.newest, nameOf);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: choosing a chart shows its settings, which the menu and the focus do as well.
    <article
      className={styles.card}
      aria-label={title}
      data-chosen={isChosen || undefined}
      onClick={() => chooseChart(tab.id, chart.id)}
      onFocus={() => chooseChart(tab.id, chart.id)}
    >
      {state.kind === 'ready' ? (
        <ReadyCard {...props} state={state} title={title} nameOf={nameOf} />
      ) : (
        <>
          <ChartHead tab={tab} chart={chart} rows={rows} title={title} file={null} />
          {state.kind === 'loading' ? (
            <div className={chartsStyles.waiting} role="status" aria-label={t('charts.loading')}>
              <span>{t('charts.loading')}</span>
            </div>
          ) : (
            <FailureState failure={state.failure} onRetry={state.retry} />
          )}
        </>
      )}
    </article>
  );
}

interface ReadyCardProps extends ChartCardProps {
  readonly state: ReadyChart;
  readonly title: string;
  readonly nameOf: (version: string) => string;
}

function ReadyCard(props: ReadyCardProps) {
  const { tab, details, columns, state, title, scope, rows, nameOf } = props;
  const { t } = useTranslation();
  const locale = useLocale();
  const [asTable, setAsTable] = useState(false);
  const { chart, drawn } = state;
  const colors = useStyledColors(drawn);
  const comparison = comparisonOf(chart, rows.version ?? scope.newest);
  const isDifference = comparison?.as === 'difference';
  const texts = useChartTexts(drawn, columns, isDifference, nameOf);
  const byFacet = useMemo(() => facetChart(drawn), [drawn]);
  const facetTexts = useChartTexts(byFacet, columns, isDifference, nameOf);
  const categories = state.data.panels[0]?.categories;
  const brushedAs = useMemo((): BrushedChart => ({ chart, categories: categories ?? [] }), [chart, categories]);
  // All but the drawings is updated when a brush ends, so that these can follow the pointer.
  const quiet = useWithinBrush(tab.id, chart, state, 'settled');
  const table = useMemo(() => dataTable(drawn, quiet, texts, facetTexts.x), [drawn, quiet, texts, facetTexts]);
  const sentence = useMemo(() => chartSentence(t, drawn, quiet, texts), [t, drawn, quiet, texts]);
  const limits = useMemo(() => {
    const { panels } = state.data;
    // Averages of a part may lie beyond those of the whole.
    return panels.length < 2 ? null : commonLimits(drawn, [...panels, ...quiet.panels]);
  }, [drawn, state.data, quiet]);
  const read = { read: state.groups.length, all: state.unread === null ? state.count : null };
  const notes = chartNotes(t, { chart, data: state.data, columns, ...read }, locale);
  const absence = absenceOf(quiet, state.incomparable);
  const following = useFollowing(tab.id, state);
  const selection = useTabState(tab.id, ({ settled }) => (following === 'selected' ? settled : null));
  // What leaves the window is of the same rows as what is shown in it.
  const shown = useMemo((): RowQuery => {
    const filters = selection?.filters ?? null;
    return filters === null ? rows : { ...rows, ...narrowedQuery(rows, filters) };
  }, [rows, selection]);
  const saved = useMemo((): SavedChart => ({ chart, groups: chartQuery(chart, shown) }), [chart, shown]);
  const queries = useMemo(
    () =>
      state.queries.map((query) => {
        const { version } = query.rows;
        return { ...query, rows: { ...shown, version, ordering: [], fields: null } };
      }),
    [state, shown],
  );
  const addresses = useMemo(
    () => queries.map((query) => groupsAddress(details.dataset.data, query, scope.newest)),
    [details, queries, scope.newest],
  );
  const code = {
    sql() {
      // Rows that no condition selects have no words in SQL either.
      const isExact = (selection === null || selection.filters !== null) && (read.all ?? read.read) <= read.read;
      const chartShown = { drawn, data: quiet, queries };
      return isExact ? chartSql(tab.reference, chartShown, columns, (one) => texts.category(one, 'x')) : null;
    },
    source: () => ({
      data: details.dataset.data,
      parameters: queries.slice(0, 1).flatMap(aggregateQueryToParameters),
    }),
  };
  const { data: connections } = useQuery(connectionsQuery);
  const link = useMemo(() => {
    const connection = connections?.find(({ id }) => id === tab.reference.connection);
    return linkToView(connection, tab.reference, details.dataset.versions, { view: shown, chart }).link;
  }, [connections, tab.reference, details, shown, chart]);
  const defaults = useDefaultWords(tab.reference, details, rows.version ?? scope.newest);
  const other = comparison?.version ?? null;
  const nameOfPanel = (panel: Panel) => panelName(panel, state.data.panels.length, texts, facetTexts);
  const source = () => {
    const text = sourceText(t, details, shown, columns, { newest: scope.newest, other });
    // Rows that no condition selects are named as they are in the window.
    return selection === null || selection.filters !== null ? text : `${text} · ${selection.text}`;
  };
  const file = (): ChartFile =>
    withFittedSize({
      ...chartPage(t, {
        chart: drawn,
        panels: quiet.panels,
        texts,
        nameOf: nameOfPanel,
        colors,
        limits,
        credits: { title, source: source(), addresses, link },
        notes: [...conditionTexts(t, shown, columns), ...notes.map(({ text }) => text)],
        footer: {
          ...defaults,
          version: versionDay(rows.version ?? scope.newest, locale),
          address: details.dataset.data,
        },
      }),
      table: dataTable(drawn, quiet, texts, facetTexts.x, storedNames(drawn, texts)),
      name: `${details.dataset.slug} ${title}`,
    });
  const { connection } = tab.reference;
  const own = useMemo(
    () => (drawn.shapes === undefined ? null : { connection, ...drawn.shapes }),
    [connection, drawn.shapes],
  );
  const hasWorld = useWorld(mapNameOf(drawn, quiet.panels[0]?.categories ?? []), own);
  return (
    <>
      <ChartHead
        tab={tab}
        chart={props.chart}
        rows={shown}
        title={title}
        file={absence === null ? file : null}
        addresses={addresses}
        code={tab.file === undefined ? code : undefined}
        drawn={saved}
        asTable={asTable}
        onTable={() => setAsTable((shown) => !shown)}
      />
      {drawn.words?.subtitle && <p className={styles.subtitle}>{drawn.words.subtitle}</p>}
      {absence !== null ? (
        <EmptyState title={t(absence.title)} text={t(absence.text)} />
      ) : !hasWorld ? (
        <div className={chartsStyles.waiting} />
      ) : asTable ? (
        <ChartTable table={table} label={title} figure={texts.figure} />
      ) : (
        <Panels
          tab={tab}
          state={state}
          source={brushedAs}
          version={rows.version ?? scope.newest}
          title={title}
          texts={texts}
          nameOf={nameOfPanel}
          sentence={sentence}
          limits={limits}
          isOutdated={state.outdated || following === 'when-released'}
          onTable={() => setAsTable(true)}
        />
      )}
      <CardFoot {...props} following={following} notes={notes} />
    </>
  );
}

interface PanelsProps extends Omit<ComponentProps<typeof ChartPanel>, 'chart' | 'panel' | 'name'> {
  readonly state: ReadyChart;
  readonly nameOf: (panel: Panel) => string;
  readonly isOutdated: boolean;
}

/** The drawings of a chart, which alone follow a brush in another one while the pointer moves. */
function Panels({ tab, state, nameOf, isOutdated, ...shown }: PanelsProps) {
  const { chart, drawn } = state;
  const { panels } = useWithinBrush(tab.id, chart, state, 'brush');
  const { limits, texts } = shown;
  return (
    <>
      {limits !== null && sharesScale(drawn, limits) && <ColorScale chart={drawn} limits={limits} texts={texts} />}
      <div
        className={styles.panels}
        data-many={panels.length > 1 || undefined}
        data-stacked={hasSecond(drawn) || undefined}
        data-outdated={isOutdated || undefined}
      >
        {panels.map((panel, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: small charts stand in the order of their values.
          <ChartPanel key={at} tab={tab} chart={drawn} panel={panel} name={nameOf(panel)} {...shown} />
        ))}
      </div>
    </>
  );
}

/** What a chart says of a selection in another one. */
const followingTexts = {
  selected: 'charts.overSelection',
  calculating: 'charts.selectionCalculating',
  'when-released': 'charts.selectionWhenReleased',
  impossible: 'charts.selectionImpossible',
} as const satisfies Record<Exclude<Following, 'none'>, string>;

interface CardFootProps extends ReadyCardProps {
  readonly following: Following;
  readonly notes: readonly ChartNote[];
}

function CardFoot({ state, rows, following, notes, onReadMore }: CardFootProps) {
  const { basis, chart } = state;
  return (
    <footer className={styles.foot}>
      {following !== 'none' && <span className={styles.part}>{t(followingTexts[following])}</span>}
      {(basis.kind !== 'all' || following === 'none') && (
        <BasisNote basis={basis} query={rows} onReadMore={onReadMore} />
      )}
      {notes.map(({ text, detail }) => (
        <span key={text} data-tooltip={detail}>
          {text}
        </span>
      ))}
      {chart.words?.note && <span>{chart.words.note}</span>}
    </footer>
  );
}
