import path from 'node:path';
import { scratchConnection } from '#shared/rpc/calls/viewed-files.ts';
import type { BackendEvent } from '#shared/rpc/shell/events.ts';
import { type RunningLocalService, startLocalService } from '../service/local-service.ts';
import { sampleNamespace } from './statistics/samples.ts';

/** The service for files that are viewed without being published, and for samples of other services' rows. */
export interface ScratchService {
  readonly running: RunningLocalService;
  /** Nothing of the service can be read without it. */
  readonly token: string;
}

/**
 * Starts the service in a folder that may be deleted at any time. Samples of an earlier run are removed: they may be
 * out of date.
 */
export async function startScratchService(
  folder: string,
  announce: (event: BackendEvent) => void,
): Promise<ScratchService> {
  const running = await startLocalService({ dataFolder: path.join(folder, 'store'), samples: null });
  running.onCatalogueChanged(() => announce({ kind: 'catalogue-changed', connection: scratchConnection }));
  const token = await running.issueOperatorToken();
  await removeSamples(running, token);
  return { running, token };
}

async function removeSamples({ url, operations }: RunningLocalService, token: string): Promise<void> {
  const { openRemoteService } = await import('../connector/discovery/open-service.ts');
  const opened = await openRemoteService(url, token);
  try {
    const namespaces = await opened.source.listNamespaces();
    const left = namespaces.filter(({ slug }) => slug === sampleNamespace.slug).flatMap(({ datasets }) => datasets);
    for (const { slug } of left) await operations.removeDataset({ namespace: sampleNamespace.slug, dataset: slug });
  } finally {
    await opened.close();
  }
}
