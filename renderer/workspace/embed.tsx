import { useQuery } from '@tanstack/react-query';
import { t } from 'i18next';
import { lazy, Suspense, useEffect, useMemo, useRef } from 'react';
import { type EmbeddedView, embeddedViews, embedHeightMessage, embedParameters } from '#shared/embed.ts';
import { formatWebLink } from '#shared/open-link.ts';
import type { DatasetDetails } from '#shared/rpc/records.ts';
import { useDescribedColumns } from '../backend/codes.ts';
import { provenanceQuery } from '../backend/editing.ts';
import { datasetQuery } from '../backend/records.ts';
import { groupsQuery, useGroupScope } from '../backend/statistics.ts';
import { RowsView } from '../features/rows/rows-view.tsx';
import { formatFigure, formatMoment } from '../lib/format/format.ts';
import { measureText } from '../lib/groups/category-text.ts';
import { defaultWords } from '../lib/groups/credits.ts';
import { aggregateOf, groupQuery } from '../lib/groups/group-query.ts';
import { useRowCount, useShownTab } from '../state/row-count.ts';
import { useLocale } from '../state/settings.ts';
import { linkOfTab } from '../state/share-view.ts';
import { type DatasetTab, useTabs } from '../state/tab.ts';
import { FailureState } from '../ui/states/states.tsx';
import styles from './embed.module.css';

const ChartCard = lazy(async () => ({ default: (await import('../features/charts/chart-card.tsx')).ChartCard }));
const MapView = lazy(async () => ({ default: (await import('../features/map/map-view.tsx')).MapView }));
const SummaryResult = lazy(async () => ({
  default: (await import('../features/summary/summary-view.tsx')).SummaryResult,
}));

/** The view that the address of the page names; the rows, if it names none. */
function embeddedView(): EmbeddedView {
  const name = new URLSearchParams(location.search).get(embedParameters.view);
  return embeddedViews.find((view) => view === name) ?? 'grid';
}

/** One thing of a dataset for a page of another site, with its source below and nothing around it. */
export function Embed() {
  const root = useRef<HTMLDivElement>(null);
  const view = useMemo(embeddedView, []);
  const tab = useTabs(({ tabs, activeTab }) => tabs.find(({ id }) => id === activeTab));
  useReportedHeight(root, view);
  return (
    <div ref={root} className={styles.embed} data-view={view}>
      {tab !== undefined && <OfDataset tab={tab} view={view} />}
    </div>
  );
}

/** Reports the height of the content to the page around this one, so that its frame fits; rows and maps fill any height. */
function useReportedHeight(root: { readonly current: HTMLElement | null }, view: EmbeddedView): void {
  useEffect(() => {
    const element = root.current;
    if (element === null || view === 'grid' || view === 'map') return;
    const observer = new ResizeObserver(() =>
      // Any page may embed this one, and a height is no secret.
      window.parent.postMessage({ type: embedHeightMessage, height: Math.ceil(element.scrollHeight) }, '*'),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [root, view]);
}

interface EmbeddedProps {
  readonly tab: DatasetTab;
  readonly details: DatasetDetails;
}

function OfDataset({ tab, view }: { tab: DatasetTab; view: EmbeddedView }) {
  const { data: details, error, refetch } = useQuery(datasetQuery(tab.reference));
  if (error !== null && details === undefined) return <FailureState failure={error} onRetry={refetch} />;
  if (details === undefined) return null;
  return (
    <>
      {view !== 'chart' && (
        <h1 className={styles.title} dir="auto">
          {details.dataset.label || tab.label}
        </h1>
      )}
      <main className={styles.view}>
        <Suspense>
          <Shown view={view} tab={tab} details={details} />
        </Suspense>
      </main>
      <Credits tab={tab} details={details} />
    </>
  );
}

function Shown({ view, tab, details }: EmbeddedProps & { readonly view: EmbeddedView }) {
  switch (view) {
    case 'grid':
      return <RowsView tab={tab} details={details} unsure={false} bare onChart={() => {}} />;
    case 'map':
      return <MapView tab={tab} details={details} chips={null} rowDetails={() => null} />;
    case 'chart':
      return <EmbeddedChart tab={tab} details={details} />;
    case 'summary':
      return <EmbeddedSummary tab={tab} details={details} />;
    case 'number':
      return <EmbeddedNumber tab={tab} details={details} />;
  }
}

function EmbeddedSummary({ tab, details }: EmbeddedProps) {
  const columns = useDescribedColumns(tab.reference, details.dataset, tab.query.version);
  return <SummaryResult tab={tab} details={details} columns={columns} />;
}

function EmbeddedChart({ tab, details }: EmbeddedProps) {
  const { scope, rows, readMore } = useGroupScope(tab, details);
  const columns = useDescribedColumns(tab.reference, details.dataset, tab.query.version);
  const [chart] = tab.charts;
  if (chart === undefined) return null;
  return (
    <ChartCard
      tab={tab}
      details={details}
      columns={columns}
      chart={chart}
      scope={scope}
      rows={rows}
      isChosen={false}
      onReadMore={readMore}
    />
  );
}

/** The first value of the summary over all rows, or how many rows there are. */
function EmbeddedNumber({ tab, details }: EmbeddedProps) {
  const locale = useLocale();
  const count = useRowCount(useShownTab(tab));
  const { scope, rows } = useGroupScope(tab, details);
  const [measure] = tab.summary.measures;
  const aggregates = measure === undefined ? [] : [aggregateOf(measure, 'value')];
  const { data } = useQuery({ ...groupsQuery(scope, groupQuery(rows, aggregates), 1), enabled: measure !== undefined });
  const labels = new Map(details.dataset.columns.map(({ name, label }) => [name, label]));
  const value = measure === undefined ? count?.count : data?.groups[0]?.[0];
  const text = typeof value === 'number' || typeof value === 'bigint' ? formatFigure(Number(value), locale) : '–';
  return (
    <p className={styles.number}>
      <strong>{text}</strong>
      <span>
        {measure === undefined ? t('embed.rows') : measureText(t, measure, (name) => labels.get(name) ?? name)}
      </span>
    </p>
  );
}

/** Source, licence, version and date, and the way to everything else of the dataset. */
function Credits({ tab, details: { dataset, namespaceLabel } }: EmbeddedProps) {
  const locale = useLocale();
  const { data: provenance } = useQuery(provenanceQuery(tab.reference));
  const slug = tab.query.version ?? dataset.versions.find(({ ready }) => ready)?.slug;
  const version = dataset.versions.find((each) => each.slug === slug);
  const { source, licence } = defaultWords({ dataset, namespaceLabel }, slug ?? '', provenance ?? null);
  const address = formatWebLink(new URL('../', document.baseURI).href, { service: null, ...linkOfTab(tab) });
  const parts = [
    t('chartWords.sourceLine', { source }),
    ...(licence ? [t('chartWords.licenceLine', { licence })] : []),
    ...(version === undefined ? [] : [t('charts.atVersion', { version: formatMoment(version.datetime, locale) })]),
  ];
  return (
    <footer className={styles.credits}>
      <span>{parts.join(' · ')}</span>
      <a href={address} target="_blank" rel="noreferrer">
        {t('embed.open', { host: location.host })}
      </a>
    </footer>
  );
}
