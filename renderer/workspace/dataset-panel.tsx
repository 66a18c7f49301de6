import { Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { DatasetDetails } from '#shared/rpc/records.ts';
import { failureOf } from '../api/failure.ts';
import { datasetQuery } from '../api/records.ts';
import { signInTo } from '../dialogs.ts';
import { AboutView } from '../features/about/about-view.tsx';
import { ColumnsView } from '../features/columns/columns-view.tsx';
import { ComparingView } from '../features/comparing/comparing-view.tsx';
import { VersionCheck } from '../features/jobs/version-check.tsx';
import { QueryList } from '../features/queries/query-list.tsx';
import { ViewActions } from '../features/queries/view-actions.tsx';
import { QueryChips } from '../features/rows/query-chips.tsx';
import { RowsView } from '../features/rows/rows-view.tsx';
import { VersionsView } from '../features/versions/versions-view.tsx';
import { type DatasetTab, showView, type View, views } from '../session.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { FailureState } from '../ui/states.tsx';
import { panelId } from './tab-button.tsx';

/** The map's library is large and read only where there is something to draw. */
const MapView = lazy(async () => ({ default: (await import('../features/map/map-view.tsx')).MapView }));

/** One open dataset: its name, and its views. */
export function DatasetPanel({ tab }: { tab: DatasetTab }) {
  const { t } = useTranslation();
  const { data: details, error, isFetching, refetch } = useQuery(datasetQuery(tab.reference));
  const label = details?.dataset.label || tab.label;
  const placed = details?.dataset.columns.some((column) => column.type === 'geometry') ?? tab.view === 'map';
  const offered = views.filter((view) => view !== 'map' || placed);
  const shown = offered.includes(tab.view) ? tab.view : 'rows';
  return (
    <div className="dataset" role="tabpanel" id={panelId(tab.id)} aria-label={label}>
      <header className="dataset-head">
        <h2 className="dataset-title">{label}</h2>
        <span className="dataset-place">{details?.namespaceLabel ?? ''}</span>
        {tab.query.version !== null && (
          <span className="dataset-place">{t('status.version', { version: tab.query.version })}</span>
        )}
        {details !== undefined && <ViewActions tab={tab} details={details} />}
      </header>
      <Tabs
        className="dataset-views"
        value={shown}
        onChange={(view) => isView(view) && showView(tab.id, view)}
        activateTabWithKeyboard
      >
        <Tabs.List aria-label={t('views.label', { name: label })}>
          {offered.map((view) => (
            <Tabs.Tab key={view} value={view}>
              {t(`views.${view}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {offered.map((view) => (
          <Tabs.Panel key={view} value={view}>
            {details !== undefined && (
              <ErrorBoundary>
                <ViewOf view={view} tab={tab} details={details} />
              </ErrorBoundary>
            )}
            {details === undefined && error !== null && !isFetching && (
              <FailureState
                failure={failureOf(error)}
                onRetry={() => void refetch()}
                onSignIn={signInTo(tab.reference.connection)}
              />
            )}
            {details === undefined && (error === null || isFetching) && <Loading />}
          </Tabs.Panel>
        ))}
      </Tabs>
    </div>
  );
}

function isView(view: string | null): view is View {
  return views.some((known) => known === view);
}

function ViewOf({ view, tab, details }: { view: View; tab: DatasetTab; details: DatasetDetails }) {
  switch (view) {
    case 'rows':
      return <RowsView tab={tab} details={details} />;
    case 'columns':
      return <ColumnsView tab={tab} details={details} chips={<QueryChips tab={tab} dataset={details.dataset} />} />;
    case 'versions':
      return (
        <VersionsView
          tab={tab}
          details={details}
          checkOf={({ slug, checksum }) => (
            <VersionCheck reference={tab.reference} version={slug} checksum={checksum} />
          )}
          comparison={(first, onClose) => <ComparingView tab={tab} details={details} first={first} onClose={onClose} />}
        />
      );
    case 'map':
      return (
        <Suspense fallback={<Loading />}>
          <MapView tab={tab} details={details} chips={<QueryChips tab={tab} dataset={details.dataset} />} />
        </Suspense>
      );
    case 'about':
      return (
        <AboutView
          tab={tab}
          details={details}
          queries={<QueryList reference={tab.reference} columns={details.dataset.columns} />}
        />
      );
  }
}

const bars = [92, 78, 85, 64, 88, 71, 90, 58];

function Loading() {
  const { t } = useTranslation();
  return (
    <div className="dataset-skeleton" role="status" aria-label={t('common.loading')}>
      {bars.map((width) => (
        <span key={width} style={{ width: `${width}%` }} />
      ))}
    </div>
  );
}
