import { Stack, Tabs } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { t } from 'i18next';
import { type KeyboardEvent, lazy, type ReactNode, Suspense, useEffect } from 'react';
import type { DatasetDetails } from '#shared/rpc/records.ts';
import { datasetQuery, listedDetails, useConnection } from '../backend/records.ts';
import { chartOf } from '../features/charts/model/new-chart.ts';
import { FollowSign } from '../features/follow/followed/follow-badge.tsx';
import { OfflineSwitch } from '../features/jobs/pin-controls.tsx';
import { ViewActions } from '../features/queries/view-actions.tsx';
import { RowDetails } from '../features/rows/cells/row-details.tsx';
import { QueryChips } from '../features/rows/filters/query-chips.tsx';
import { RowsView } from '../features/rows/rows-view.tsx';
import { isAway } from '../lib/catalogue/pinned.ts';
import type { DataColumn } from '../lib/data-column.ts';
import { failureOf } from '../lib/format/failure-texts.ts';
import { type GuidePage, helpFor } from '../lib/help.ts';
import { regionOf } from '../lib/keyboard/regions.ts';
import { useAfterFirstFrame } from '../startup/use-after-first-frame.ts';
import { signInTo } from '../state/dialogs.ts';
import { type DatasetTab, showChart, showView, type View, views } from '../state/tab.ts';
import { showPage } from '../state/tabs.ts';
import { focusView, useWantedFocus } from '../state/wanted-focus.ts';
import { ErrorBoundary, FailureState } from '../ui/states/states.tsx';
import { hint } from '../ui/tooltip/hint.ts';
import { panelId } from './tabs/tab-button.tsx';
import styles from './workspace.module.css';

/** The map library is large and loaded only when there is something to draw. */
const MapView = lazy(async () => ({ default: (await import('../features/map/map-view.tsx')).MapView }));

const ChartsView = lazy(async () => ({ default: (await import('../features/charts/charts-view.tsx')).ChartsView }));

const SummaryView = lazy(async () => ({ default: (await import('../features/summary/summary-view.tsx')).SummaryView }));

const otherView = () => import('./other-view.tsx');
const OtherView = lazy(async () => ({ default: (await otherView()).OtherView }));

interface DatasetPanelProps {
  readonly tab: DatasetTab;
  /** Content between the dataset's name and its views. */
  readonly banner?: ReactNode;
}

/** The record of a tab's dataset. The first rows need not wait for it. */
function useRecord(tab: DatasetTab): UseQueryResult<DatasetDetails> {
  const placeholderData = () => (tab.view === 'rows' ? listedDetails(tab.reference) : undefined);
  return useQuery({ ...datasetQuery(tab.reference), placeholderData });
}

/** An open dataset: its name and its views. */
export function DatasetPanel({ tab, banner }: DatasetPanelProps) {
  const { data: details } = useRecord(tab);
  const label = details?.dataset.label || tab.label;
  return (
    <Stack flex={1} mih={0} gap={0} role="tabpanel" id={panelId(tab.id)} aria-label={label}>
      <DatasetHead tab={tab} label={label} details={details} />
      {banner}
      <DatasetViews tab={tab} label={label} />
    </Stack>
  );
}

export function DatasetViews({ tab, label }: { tab: DatasetTab; label: string }) {
  const record = useRecord(tab);
  const details = record.data;
  const isAfterFirstFrame = useAfterFirstFrame();
  useEffect(() => {
    if (isAfterFirstFrame) void otherView();
  }, [isAfterFirstFrame]);
  const placed = details?.dataset.columns.some((column) => column.type === 'geometry') ?? tab.view === 'map';
  const offered = views.filter((view) => (view !== 'map' || placed) && isOffered(view, tab));
  const shown = offered.includes(tab.view) ? tab.view : 'rows';
  return (
    <Tabs
      className={styles.datasetViews}
      value={shown}
      onChange={(view) => isView(view) && showView(tab.id, view)}
      activateTabWithKeyboard
    >
      <Tabs.List {...regionOf('views')} aria-label={t('views.label', { name: label })} onKeyDown={onViewsKey}>
        {offered.map((view) => (
          <Tabs.Tab key={view} value={view}>
            {t(`views.${view}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {offered.map((view) => (
        <Tabs.Panel key={view} value={view} {...(view === shown && regionOf('view'))} {...helpFor(pagesOf[view])}>
          <RecordOrFailure tab={tab} record={record}>
            {details !== undefined && <ViewOf view={view} tab={tab} details={details} unsure={record.isStale} />}
          </RecordOrFailure>
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

function DatasetHead({ tab, label, details }: { tab: DatasetTab; label: string; details: DatasetDetails | undefined }) {
  const { connection, namespace } = tab.reference;
  return (
    <header className={styles.datasetHead}>
      <h2 className={styles.datasetTitle} dir="auto">
        {label}
      </h2>
      {tab.file !== undefined && <span className={styles.datasetPlace}>{tab.file}</span>}
      {tab.file === undefined && details !== undefined && (
        <button
          type="button"
          className={`${styles.datasetPlace} ${styles.datasetNamespace}`}
          {...hint(t('namespacePage.open'))}
          onClick={() => showPage({ kind: 'namespace', connection, namespace })}
        >
          {details.namespaceLabel || namespace}
        </button>
      )}
      {tab.query.version !== null && (
        <span className={styles.datasetPlace}>{t('status.version', { version: tab.query.version })}</span>
      )}
      <FollowSign reference={tab.reference} onShow={() => showView(tab.id, 'about')} />
      <OfflineSign connection={connection} />
      {tab.file === undefined && <OfflineSwitch tab={tab} address={details?.dataset.url ?? ''} />}
      {details !== undefined && tab.file === undefined && <ViewActions tab={tab} dataset={details.dataset} />}
    </header>
  );
}

interface RecordOrFailureProps {
  readonly tab: DatasetTab;
  readonly record: UseQueryResult<DatasetDetails>;
  readonly children: ReactNode;
}

/** What a view shows of a dataset; before its record is there, or if it cannot be read, that. */
function RecordOrFailure({ tab, record, children }: RecordOrFailureProps) {
  const { data: details, error, isFetching, refetch } = record;
  const failed = isFetching ? null : error;
  // The stored record may belong to a dataset that has been deleted meanwhile.
  const isRemoved = failed !== null && failureOf(failed).kind === 'not-found';
  if (details !== undefined && !isRemoved) return <ErrorBoundary>{children}</ErrorBoundary>;
  if (failed === null) return <Loading />;
  return (
    <>
      <FailureState failure={failed} onRetry={refetch} onSignIn={signInTo(tab.reference.connection)} />
      <TakesFocus tab={tab.id} />
    </>
  );
}

/** The arrow keys move between the views, and down into the one that is shown. */
function onViewsKey(event: KeyboardEvent): void {
  if (event.key !== 'ArrowDown') return;
  event.preventDefault();
  focusView();
}

/** States that the data was read before the service became unavailable. */
function OfflineSign({ connection }: { connection: string }) {
  const service = useConnection(connection);
  if (service === undefined || !isAway(service)) return null;
  return (
    <span className={styles.datasetOffline} role="status" {...hint(t('connections.offlineWhy'))}>
      <IconPlugConnectedX size={14} stroke={1.5} aria-hidden />
      {t('connections.offlineRows')}
    </span>
  );
}

const pagesOf: Readonly<Record<View, GuidePage>> = {
  rows: 'rows',
  columns: 'columns',
  charts: 'charts',
  summary: 'charts',
  map: 'charts',
  versions: 'versions',
  about: 'export',
};

/** An unpublished file has neither versions to cite nor addresses. */
function isOffered(view: View, { file }: DatasetTab): boolean {
  return file === undefined || (view !== 'versions' && view !== 'about');
}

function isView(view: string | null): view is View {
  return views.some((known) => known === view);
}

interface ViewOfProps {
  readonly view: View;
  readonly tab: DatasetTab;
  readonly details: DatasetDetails;
  /** The details may be outdated and are being read again. */
  readonly unsure: boolean;
}

function onChartIn({ id }: DatasetTab): (column: DataColumn) => void {
  return (column) => showChart(id, chartOf(column, ''));
}

function ViewOf(props: ViewOfProps) {
  const { view, tab, details, unsure } = props;
  if (view === 'rows') return <RowsView tab={tab} details={details} unsure={unsure} onChart={onChartIn(tab)} />;
  return (
    <Suspense fallback={<Loading />}>
      <LoadedView {...props} view={view} />
      <TakesFocus tab={tab.id} />
    </Suspense>
  );
}

/** Takes the focus for the view that it is drawn with, if it is wanted there. */
function TakesFocus({ tab }: { tab: string }) {
  useWantedFocus(tab, true);
  return null;
}

/** The views whose code is loaded when they are shown. */
function LoadedView({ view, tab, details, unsure }: ViewOfProps & { readonly view: Exclude<View, 'rows'> }) {
  const chips = <QueryChips tab={tab} dataset={details.dataset} />;
  switch (view) {
    case 'map':
      return <PlacedRows tab={tab} details={details} chips={chips} />;
    case 'charts':
      return (
        <ChartsView
          tab={tab}
          details={details}
          chips={chips}
          beside={(what, selected) => <SelectedRows what={what} tab={selected} details={details} unsure={unsure} />}
        />
      );
    case 'summary':
      return <SummaryView tab={tab} details={details} chips={chips} />;
    default:
      return <OtherView view={view} tab={tab} details={details} />;
  }
}

function PlacedRows({ tab, details, chips }: Pick<ViewOfProps, 'tab' | 'details'> & { readonly chips: ReactNode }) {
  return (
    <MapView
      tab={tab}
      details={details}
      chips={chips}
      rowDetails={({ row, values, ...acts }, columns) => (
        <RowDetails shown={{ row, values }} columns={columns} {...acts} />
      )}
    />
  );
}

interface SelectedRowsProps extends Pick<ViewOfProps, 'details' | 'unsure'> {
  readonly what: 'rows' | 'map';
  /** The tab, with the selection in its charts. */
  readonly tab: DatasetTab;
}

function SelectedRows({ what, tab, details, unsure }: SelectedRowsProps) {
  return what === 'rows' ? (
    <RowsView tab={tab} details={details} unsure={unsure} bare onChart={onChartIn(tab)} />
  ) : (
    <Suspense fallback={<Loading />}>
      <PlacedRows tab={tab} details={details} chips={null} />
    </Suspense>
  );
}

const bars = [92, 78, 85, 64, 88, 71, 90, 58];

function Loading() {
  return (
    <div className={styles.datasetSkeleton} role="status" aria-label={t('common.loading')}>
      {bars.map((width) => (
        <span key={width} style={{ width: `${width}%` }} />
      ))}
    </div>
  );
}
