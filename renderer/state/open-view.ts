import { notifications } from '@mantine/notifications';
import type { TFunction } from 'i18next';
import type { Dataset } from '#shared/api/records/dataset.ts';
import type { Chart } from '#shared/chart.ts';
import type { LinkedParts } from '#shared/open-link.ts';
import type { Filter, RowQuery } from '#shared/row-query.ts';
import type { QuerySummary } from '#shared/rpc/calls/queries.ts';
import type { DatasetReference } from '#shared/rpc/records.ts';
import { reportFailure } from '../backend/failure.ts';
import { changeSavedQuery, queriesQuery } from '../backend/queries.ts';
import { datasetQuery, records } from '../backend/records.ts';
import { sameDataset } from '../lib/catalogue/find-records.ts';
import { narrowedQuery } from '../lib/query/narrowed-query.ts';
import { fitView, layoutOfFields, sameView, viewOf } from '../lib/query/saved-view.ts';
import { openDialog } from './dialogs.ts';
import {
  type ComparedVersions,
  changeState,
  type DatasetTab,
  type SavedMark,
  showChart,
  showLinkedParts,
  showView,
  tabOf,
  useTabs,
} from './tab.ts';
import { openDataset, openTab, replaceView, showTab } from './tabs.ts';
import { openWithFocus } from './wanted-focus.ts';

interface RequestedView {
  readonly reference: DatasetReference;
  readonly view: RowQuery;
  /** The saved query of this view. */
  readonly saved: SavedMark | null;
  /** A chart over its rows, shown instead of them. */
  readonly chart?: Chart | undefined;
  readonly parts?: LinkedParts | undefined;
}

function findTab(requested: RequestedView, dataset: Dataset): DatasetTab | undefined {
  return useTabs
    .getState()
    .tabs.find(
      (tab) =>
        sameDataset(tab.reference, requested.reference) &&
        tab.saved?.url === requested.saved?.url &&
        sameView(viewOf(tab, dataset.columns), requested.view),
    );
}

/**
 * Opens a view in its own tab, or activates the tab that shows it. If its dataset lacks something that the view needs,
 * the view is not changed silently: the user is informed and decides.
 */
export async function openView(requested: RequestedView): Promise<void> {
  const { reference, saved, chart, parts } = requested;
  const { dataset } = await records.fetchQuery(datasetQuery(reference));
  const open = findTab(requested, dataset);
  if (open !== undefined) {
    showTab(open.id);
    if (parts !== undefined) showLinkedParts(open.id, parts);
    if (chart !== undefined) showChart(open.id, chart);
    return;
  }
  const fitted = fitView(requested.view, dataset);
  const { fields, ...query } = fitted.view;
  const rest = {
    reference,
    label: dataset.label || dataset.slug,
    query: { ...query, fields: null },
    layout: layoutOfFields(fields, dataset.columns),
    saved,
    ...(chart !== undefined && { charts: [chart] }),
  };
  if (fitted.columns.length > 0 || fitted.version !== null) openDialog({ kind: 'incomplete', fitted, rest });
  else {
    openTab(rest);
    if (parts !== undefined) showLinkedParts(useTabs.getState().activeTab ?? '', parts);
  }
}

/**
 * Opens a saved query as it was saved. A chart's tab is not linked to the query, so that its rows cannot overwrite it.
 * A query that only its service understands is shown as such.
 */
export async function openSavedQuery(query: QuerySummary): Promise<void> {
  const { asks, reference, url, label } = query;
  if (asks.kind === 'unsupported') openDialog({ kind: 'unsupported', query });
  else if (asks.chart === undefined) await openView({ reference, view: asks.query, saved: { url, label } });
  else await openView({ reference, view: asks.query, saved: null, chart: asks.chart });
}

/** Opens a dataset created by a job, under its current label. */
export async function openCreatedDataset(reference: DatasetReference): Promise<void> {
  const details = await records.fetchQuery({ ...datasetQuery(reference), staleTime: 0 });
  openWithFocus(reference, details.dataset.label || reference.dataset);
}

type SavedTab = DatasetTab & { readonly saved: SavedMark };

/** Acts on a tab that was opened from a saved query; notifies the user if it was not, or if the action fails. */
function ofSaved(t: TFunction, id: string, act: (tab: SavedTab) => Promise<void>): void {
  const tab = tabOf(id);
  if (tab === undefined) return;
  const { saved } = tab;
  if (saved === null) notifications.show({ message: t('queries.notSaved') });
  else act({ ...tab, saved }).catch(reportFailure);
}

/** Overwrites the saved query with the tab's current view. */
export function updateSaved(t: TFunction, id: string): void {
  ofSaved(t, id, async (tab) => {
    const { reference, saved } = tab;
    const { dataset } = await records.fetchQuery(datasetQuery(reference));
    const change = { query: viewOf(tab, dataset.columns) };
    const { notKept } = await changeSavedQuery({ url: saved.url, reference }, change);
    if (notKept.length > 0) {
      openDialog({ kind: 'partly-saved', parts: notKept, connection: reference.connection });
    } else notifications.show({ message: t('queries.updated', { label: saved.label }) });
  });
}

/** Restores the saved query in the same tab position. */
export function revertToSaved(t: TFunction, id: string): void {
  ofSaved(t, id, async ({ reference, saved }) => {
    const { dataset } = await records.fetchQuery(datasetQuery(reference));
    const queries = await records.fetchQuery(queriesQuery(reference.connection));
    const asks = queries.find(({ url }) => url === saved.url)?.asks;
    if (asks?.kind !== 'view') {
      notifications.show({ message: t('queries.gone', { label: saved.label }) });
      return;
    }
    const { fields, ...query } = fitView(asks.query, dataset).view;
    replaceView(id, { ...query, fields: null }, layoutOfFields(fields, dataset.columns));
  });
}

/** Opens the rows of another version that conditions select in a tab of their own. */
export async function openRowsOfVersion(tab: DatasetTab, filters: readonly Filter[], version: string): Promise<void> {
  const view = { ...tab.query, ...narrowedQuery(tab.query, filters), version };
  await openView({ reference: tab.reference, view, saved: null });
}

/** Shows the differences between two versions of a tab's dataset. */
export function showComparison(tab: string, versions: ComparedVersions): void {
  changeState(tab, () => ({ compared: versions }));
  showView(tab, 'versions');
}

/** Returns to the list of versions. */
export function closeComparison(tab: string): void {
  changeState(tab, () => ({ compared: null }));
}

/** Shows the rows that conditions select in either of two versions, where the versions differ. */
export function showDifferingRows(
  tab: DatasetTab,
  { shown, other }: { readonly shown: string; readonly other: string },
  filters: readonly Filter[],
): void {
  const { join: _, ...query } = { ...tab.query, ...narrowedQuery(tab.query, filters) };
  const rows = { ...query, ordering: [], fields: null, version: null };
  showComparison(tab.id, { before: other, after: shown, rows });
}

/** Opens a dataset with the differences between two of its versions. */
export function openDifference(
  { reference, label }: { readonly reference: DatasetReference; readonly label: string },
  { before, after }: { readonly before: string; readonly after: string },
): void {
  openDataset(reference, label);
  const { activeTab } = useTabs.getState();
  if (activeTab !== null) showComparison(activeTab, { before, after, rows: null });
}
