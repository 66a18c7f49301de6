import { everyRow } from '#shared/row-query.ts';
import type { DatasetReference } from '#shared/rpc/records.ts';
import { attempt } from '../../backend/failure.ts';
import { datasetQuery, records } from '../../backend/records.ts';
import { askToExport, openDialog } from '../../state/dialogs.ts';
import { tabOf } from '../../state/tab.ts';

/** Opens the export dialog for the rows of a dataset. */
export async function exportDataset(reference: DatasetReference): Promise<void> {
  await attempt(async () => {
    const { dataset } = await records.fetchQuery(datasetQuery(reference));
    const label = dataset.label || reference.dataset;
    const subject = { reference, label, columns: dataset.columns, query: everyRow, selection: [] };
    openDialog({ kind: 'export', subject });
  });
}

/** Opens the export dialog for a tab, whose view can then be chosen. */
export async function exportTab(id: string): Promise<void> {
  const tab = tabOf(id);
  if (tab === undefined) return;
  await attempt(async () => {
    const { dataset } = await records.fetchQuery(datasetQuery(tab.reference));
    askToExport(tab, dataset.columns, []);
  });
}
