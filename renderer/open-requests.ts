import { notifications } from '@mantine/notifications';
import type { OpenLink } from '#shared/open-link.ts';
import { rowQueryFromParameters } from '#shared/row-query.ts';
import type { Connection } from '#shared/rpc/records.ts';
import type { OpenRequest } from '#shared/rpc/shell.ts';
import { connectionsQuery, datasetQuery, records } from './api/records.ts';
import { reportFailure } from './api/report-failure.ts';
import { shell } from './api/shell.ts';
import { onShellEvent } from './api/shell-events.ts';
import { openDialog } from './dialogs.ts';
import { askToPublish } from './file-dialogs.ts';
import { changeQuery, openDataset, tabId } from './session.ts';

/** Opens what the system asks for, now and whenever it asks: files that were double-clicked, links that were followed. */
export function followOpenRequests(): void {
  onShellEvent((event) => {
    if (event.kind === 'open-requested') void openAll();
  });
  void openAll();
}

async function openAll(): Promise<void> {
  for (const request of await shell.call('takeOpenRequests', {})) {
    await open(request).catch(reportFailure);
  }
}

async function open(request: OpenRequest): Promise<void> {
  if (request.kind === 'file') askToPublish(request.path);
  else if (request.kind === 'link') await openLink(request.link);
  else notifications.show({ color: 'red', message: request.reason });
}

/** A service that the person has not connected to is proposed, never connected to by a link alone. */
async function openLink({ service, namespace, dataset, view }: OpenLink): Promise<void> {
  const connection = connectionTo(service, await records.fetchQuery(connectionsQuery));
  if (connection === undefined) {
    if (service !== null) openDialog({ kind: 'add-connection', address: service });
    return;
  }
  if (namespace === null || dataset === null) return;
  const reference = { connection: connection.id, namespace, dataset };
  const { dataset: record } = await records.fetchQuery(datasetQuery(reference));
  const query = rowQueryFromParameters(view, new Set(record.columns.map(({ name }) => name)));
  openDataset(reference, record.label || dataset, query.version);
  changeQuery(tabId(reference, query.version), query);
}

function connectionTo(service: string | null, connections: readonly Connection[]): Connection | undefined {
  if (service === null) return connections.find(({ kind }) => kind === 'local');
  const wanted = service.replace(/\/*$/, '/').toLowerCase();
  return connections.find(({ address }) => address?.toLowerCase() === wanted);
}
