import { notifications } from '@mantine/notifications';
import i18next, { type TFunction } from 'i18next';
import type { Version } from '#shared/api/records/version.ts';
import type { Chart } from '#shared/chart.ts';
import { given } from '#shared/given.ts';
import { formatOpenLink, formatWebLink, type LinkedParts, maxLinkLength, type OpenLink } from '#shared/open-link.ts';
import { type RowQuery, rowQueryToParameters } from '#shared/row-query.ts';
import type { Connection, DatasetReference } from '#shared/rpc/records.ts';
import { attempt } from '../backend/failure.ts';
import { connectionsQuery, datasetQuery, records, servesWindowQuery } from '../backend/records.ts';
import { can, copyText } from '../backend/shell.ts';
import { viewOf } from '../lib/query/saved-view.ts';
import { type DatasetTab, linkedPartsOf, tabOf } from './tab.ts';

/** A link to a view, with information for its recipient. */
interface ViewLink {
  readonly link: string;
  /** The pinned version; null if the dataset has none. */
  readonly version: string | null;
  /** Whether it only opens on this computer. */
  readonly hereOnly: boolean;
}

export function linkOfTab(tab: DatasetTab): Omit<OpenLink, 'service'> {
  const { namespace, dataset } = tab.reference;
  const columns = records.getQueryData(datasetQuery(tab.reference).queryKey)?.dataset.columns ?? tab.layout ?? [];
  const parts = linkedPartsOf(tab);
  return {
    namespace,
    dataset,
    view: rowQueryToParameters(viewOf(tab, columns)),
    ...(parts !== undefined && { parts }),
  };
}

export interface LinkedView {
  readonly view: RowQuery;
  /** A chart over its rows, instead of them. */
  readonly chart?: Chart | undefined;
  readonly parts?: LinkedParts | undefined;
}

/**
 * The link that opens a view of a dataset anywhere, pinned to its current version: later readers see the same rows,
 * whatever is published meanwhile.
 * @param inBrowsers whether the service serves the window, so that the link opens in any browser; as far as it is known
 */
export function linkToView(
  connection: Pick<Connection, 'capabilities' | 'address'> | undefined,
  reference: DatasetReference,
  versions: readonly Version[],
  { view, chart, parts }: LinkedView,
  inBrowsers = can('addresses') || records.getQueryData(servesWindowQuery(reference.connection).queryKey) === true,
): ViewLink {
  const { namespace, dataset } = reference;
  const hereOnly = connection?.capabilities.filesOnThisComputer ?? false;
  const version = view.version ?? versions.find(({ ready, slug }) => ready && slug !== '')?.slug ?? null;
  const service = hereOnly ? null : (connection?.address ?? null);
  const parameters = rowQueryToParameters({ ...view, version });
  const opened = { service, namespace, dataset, view: parameters, ...given({ chart, parts }) };
  const link = inBrowsers && service !== null ? formatWebLink(service, opened) : formatOpenLink(opened);
  return { link, version, hereOnly };
}

async function fetchLink(reference: DatasetReference, linked: LinkedView): Promise<ViewLink> {
  const [connections, details, inBrowsers] = await Promise.all([
    records.fetchQuery(connectionsQuery),
    records.fetchQuery(datasetQuery(reference)),
    records.fetchQuery(servesWindowQuery(reference.connection)).catch(() => false),
  ]);
  const connection = connections.find(({ id }) => id === reference.connection);
  return linkToView(connection, reference, details.dataset.versions, linked, inBrowsers);
}

/** Copies the link to a view, or to a chart over its rows, and reports what it opens. */
export async function copyLinkToView(t: TFunction, reference: DatasetReference, linked: LinkedView): Promise<void> {
  await attempt(async () => {
    const { link, version, hereOnly } = await fetchLink(reference, linked);
    if (link.length > maxLinkLength) {
      notifications.show({ color: 'red', message: t('share.tooLong') });
      return;
    }
    await copyText(link);
    const copied = version === null ? t('share.copiedNewest') : t('share.copied', { version });
    notifications.show({ message: hereOnly ? t('share.copiedLocal') : copied });
  });
}

export async function copyLinkToTab(t: TFunction, id: string): Promise<void> {
  const tab = tabOf(id);
  if (tab === undefined) return;
  await attempt(async () => {
    const { dataset } = await records.fetchQuery(datasetQuery(tab.reference));
    await copyLinkToView(t, tab.reference, { view: viewOf(tab, dataset.columns), parts: linkedPartsOf(tab) });
  });
}

/** Copies a statement or code. @param code null for what SQL cannot say exactly, which is reported */
export function copyCode(code: string | null): void {
  if (code === null) notifications.show({ message: i18next.t('sql.inexact') });
  else void copyText(code);
}
