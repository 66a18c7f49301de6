import { notifications } from '@mantine/notifications';
import type { TFunction } from 'i18next';
import type { Version } from '#shared/api/records/version.ts';
import type { Chart } from '#shared/chart.ts';
import { formatOpenLink, maxLinkLength } from '#shared/open-link.ts';
import { type RowQuery, rowQueryToParameters } from '#shared/row-query.ts';
import type { Connection, DatasetReference } from '#shared/rpc/records.ts';
import { reportFailure } from '../backend/failure.ts';
import { connectionsQuery, datasetQuery, records } from '../backend/records.ts';
import { copyText } from '../backend/shell.ts';
import { viewOf } from '../lib/query/saved-view.ts';
import { useTabs } from './tab.ts';

/** A link to a view, with information for its recipient. */
interface ViewLink {
  readonly link: string;
  /** The pinned version; null if the dataset has none. */
  readonly version: string | null;
  /** Whether it only opens on this computer. */
  readonly hereOnly: boolean;
}

/**
 * The link that opens a view of a dataset anywhere, pinned to its current version: later readers see the same rows,
 * whatever is published meanwhile.
 */
export function linkToView(
  connection: Pick<Connection, 'capabilities' | 'address'> | undefined,
  { namespace, dataset }: DatasetReference,
  versions: readonly Version[],
  view: RowQuery,
  chart?: Chart,
): ViewLink {
  const hereOnly = connection?.capabilities.filesOnThisComputer ?? false;
  const version = view.version ?? versions.find(({ ready, slug }) => ready && slug !== '')?.slug ?? null;
  const service = hereOnly ? null : (connection?.address ?? null);
  const parameters = rowQueryToParameters({ ...view, version });
  const drawn = chart === undefined ? {} : { chart };
  const link = formatOpenLink({ service, namespace, dataset, view: parameters, ...drawn });
  return { link, version, hereOnly };
}

async function fetchLink(reference: DatasetReference, view: RowQuery, chart?: Chart): Promise<ViewLink> {
  const [connections, details] = await Promise.all([
    records.fetchQuery(connectionsQuery),
    records.fetchQuery(datasetQuery(reference)),
  ]);
  const connection = connections.find(({ id }) => id === reference.connection);
  return linkToView(connection, reference, details.dataset.versions, view, chart);
}

/** Copies the link to a view, or to a chart over its rows, and reports what it opens. */
export async function copyLinkToView(
  t: TFunction,
  reference: DatasetReference,
  view: RowQuery,
  chart?: Chart,
): Promise<void> {
  try {
    const { link, version, hereOnly } = await fetchLink(reference, view, chart);
    if (link.length > maxLinkLength) {
      notifications.show({ color: 'red', message: t('share.tooLong') });
      return;
    }
    await copyText(link);
    const copied = version === null ? t('share.copiedNewest') : t('share.copied', { version });
    notifications.show({ message: hereOnly ? t('share.copiedLocal') : copied });
  } catch (error) {
    reportFailure(error);
  }
}

/** Copies the link to the view of a tab. */
export async function copyLinkToTab(t: TFunction, id: string): Promise<void> {
  const tab = useTabs.getState().tabs.find((each) => each.id === id);
  if (tab === undefined) return;
  try {
    const { dataset } = await records.fetchQuery(datasetQuery(tab.reference));
    await copyLinkToView(t, tab.reference, viewOf(tab, dataset.columns));
  } catch (error) {
    reportFailure(error);
  }
}
