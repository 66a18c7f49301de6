import { notifications } from '@mantine/notifications';
import i18next from 'i18next';
import type { OpenLink } from '#shared/open-link.ts';
import type { Connection, DatasetReference } from '#shared/rpc/records.ts';
import type { OpenRequest } from '#shared/rpc/shell/shell.ts';
import { trimEndOf } from '#shared/text/trim.ts';
import { reportFailure } from '../backend/failure.ts';
import { connectionsQuery, datasetQuery, records } from '../backend/records.ts';
import { onShellEvent, shell } from '../backend/shell.ts';
import { mainConnection } from '../lib/catalogue/find-records.ts';
import { asksForSignIn, explained, failureOf } from '../lib/format/failure-texts.ts';
import { viewOfLink } from '../lib/query/saved-view.ts';
import { type Dialog, openDialog, useDialogs } from '../state/dialogs.ts';
import { openView } from '../state/open-view.ts';
import { showPage } from '../state/tabs.ts';
import { viewFiles } from '../state/viewed-files.ts';

/** Opens what the system requests, now and later: double-clicked files and clicked links. */
export function handleOpenRequests(): void {
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
  if (request.kind === 'file') await viewFiles([request.path]);
  else if (request.kind === 'link') await openLink(request.link);
  else notifications.show({ color: 'red', message: explained(i18next.t, request.reason) });
}

/**
 * Opens the target of a link. If the user has no connection to its service, one is suggested but never made by the link
 * alone; once they have connected, and signed in if required, the link is followed.
 */
export async function openLink(link: OpenLink): Promise<void> {
  const { service, namespace, dataset } = link;
  const connection = connectionTo(service, await records.fetchQuery(connectionsQuery));
  if (connection === undefined) {
    if (service !== null) await openOnceConnected(link, service);
    return;
  }
  if (namespace === null) return;
  if (dataset === null) return showPage({ kind: 'namespace', connection: connection.id, namespace });
  try {
    await openLinkedView({ connection: connection.id, namespace, dataset }, link);
  } catch (error) {
    if (!connection.capabilities.signIn || !wantsSignIn(error)) throw error;
    await openOnceSignedIn(link, connection.id);
  }
}

async function openLinkedView(reference: DatasetReference, { view, chart, parts }: OpenLink): Promise<void> {
  const { dataset } = await records.fetchQuery(datasetQuery(reference));
  const requested = viewOfLink(view, new Set(dataset.columns.map(({ name }) => name)));
  await openView({ reference, view: requested, saved: null, chart, parts });
}

function wantsSignIn(error: unknown): boolean {
  return asksForSignIn(failureOf(error));
}

/** Shows a dialog; resolves when it is closed. */
function dialogClosed(shown: Dialog): Promise<void> {
  openDialog(shown);
  return new Promise((resolve) => {
    const leave = useDialogs.subscribe(({ stack }) => {
      if (stack.includes(shown)) return;
      leave();
      resolve();
    });
  });
}

async function openOnceConnected(link: OpenLink, address: string): Promise<void> {
  if (link.dataset !== null) notifications.show({ message: i18next.t('share.connectFirst') });
  await dialogClosed({ kind: 'add-connection', address });
  const connections = await records.fetchQuery(connectionsQuery);
  if (connectionTo(link.service, connections) !== undefined) await openLink(link);
}

async function openOnceSignedIn(link: OpenLink, connection: string): Promise<void> {
  notifications.show({ message: i18next.t('share.signInFirst') });
  await dialogClosed({ kind: 'sign-in', connection });
  const connections = await records.fetchQuery(connectionsQuery);
  const signedIn = connections.find(({ id }) => id === connection)?.session.kind === 'signed-in';
  if (signedIn) await openLink(link);
}

function connectionTo(service: string | null, connections: readonly Connection[]): Connection | undefined {
  if (service === null) return mainConnection(connections);
  const requested = `${trimEndOf(service, '/')}/`.toLowerCase();
  return connections.find(({ address }) => address?.toLowerCase() === requested);
}
