import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { type Static, Type } from 'typebox';
import type { Immutable } from '#shared/immutable.ts';
import { scratchConnection } from '#shared/rpc/calls/viewed-files.ts';
import type { BackendEvent } from '#shared/rpc/shell/events.ts';
import { FileOptions } from '#shared/rpc/source-file.ts';
import { orNull } from '#shared/schema-parts.ts';
import { writeTextDurably } from '../lib/durable-file.ts';
import { readAs } from '../lib/read-as.ts';
import { type Service, startService } from '../service/service.ts';
import { sampleNamespace } from './statistics/samples.ts';

/**
 * Starts the service for files that are viewed without being published, and for samples of other services' rows, in a
 * folder that may be deleted at any time. Samples of an earlier run are removed: they may be
 * out of date.
 * @returns with the token without which nothing of the service can be read
 */
export async function startScratchService(
  folder: string,
  announce: (event: BackendEvent) => void,
): Promise<{ readonly service: Service; readonly token: string }> {
  const service = await startService({ dataFolder: path.join(folder, 'store') });
  service.onCatalogueChanged(() => announce({ kind: 'catalogue-changed', connection: scratchConnection }));
  const token = await service.issueOperatorToken();
  await removeSamples(service, token);
  return { service, token };
}

async function removeSamples(service: Service, token: string): Promise<void> {
  const { openRemoteService } = await import('../connector/discovery/open-service.ts');
  const { listNamespaces } = await import('../connector/catalogue/catalogue.ts');
  const opened = await openRemoteService(service.url, token);
  try {
    const namespaces = await listNamespaces(opened.source);
    const left = namespaces.filter(({ slug }) => slug === sampleNamespace.slug).flatMap(({ datasets }) => datasets);
    for (const { slug } of left) await service.removeDataset({ namespace: sampleNamespace.slug, dataset: slug });
  } finally {
    await opened.close();
  }
}

/** What is stored about a viewed file between runs. */
const StoredViewedFile = Type.Object({
  id: Type.String(),
  path: Type.String(),
  options: FileOptions,
  stored: Type.Boolean(),
  rows: orNull(Type.Integer()),
  rejected: Type.Integer(),
  sheets: Type.Array(Type.String()),
  /** Size in bytes and modification time in milliseconds since 1970, when it was read. */
  bytes: Type.Number(),
  modifiedMs: Type.Number(),
});
export type StoredViewedFile = Immutable<Static<typeof StoredViewedFile>>;

/** Reads the list; a damaged or missing one is empty, as the files can be read again. */
export async function readFileList(file: string): Promise<StoredViewedFile[]> {
  return (await readAs(Type.Array(StoredViewedFile), file)) ?? [];
}

/** Replaces the list atomically. */
export async function writeFileList(file: string, files: readonly StoredViewedFile[]): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  await writeTextDurably(file, `${JSON.stringify(files)}\n`);
}
