import { notifications } from '@mantine/notifications';
import type { TFunction } from 'i18next';
import { reportFailure } from '../backend/failure.ts';
import { changeSavedQuery, queriesQuery } from '../backend/queries.ts';
import { datasetQuery, records } from '../backend/records.ts';
import { fitView, layoutOfFields, viewOf } from '../lib/query/saved-view.ts';
import { openDialog } from './dialogs.ts';
import { type DatasetTab, type SavedMark, useTabs } from './tab.ts';
import { replaceView } from './tabs.ts';

type SavedTab = DatasetTab & { readonly saved: SavedMark };

/** Acts on a tab that was opened from a saved query; notifies the user if it was not, or if the action fails. */
function ofSaved(t: TFunction, id: string, act: (tab: SavedTab) => Promise<void>): void {
  const tab = useTabs.getState().tabs.find((each) => each.id === id);
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
