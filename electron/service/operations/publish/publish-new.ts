import { randomBytes } from 'node:crypto';
import { inTransaction } from '../../catalogue/database/in-transaction.ts';
import { CatalogueUnavailableError } from '../../catalogue/database/postgres/catalogue-unavailable.ts';
import { finishImport, insertImport, VersionConflictError } from '../../catalogue/imports/imports.ts';
import { createDataset, findDataset, type NewDataset } from '../../catalogue/records/datasets.ts';
import {
  createNamespace,
  findNamespace,
  type NewNamespace,
  SlugTakenError,
} from '../../catalogue/records/namespaces.ts';
import { RemovedError } from '../../catalogue/records/removed-error.ts';
import type { StoredVersion } from '../../files/stored-version.ts';
import type { Source } from '../../reading/reading.ts';
import { ownImports } from './import-turns.ts';
import { asCopied, type PublishDeps, type PublishOptions, publishVersion, versionMetadata } from './publish.ts';

/** Where to create a new dataset, and the namespace to create if there is none with its slug. */
export interface NewDatasetTarget {
  readonly namespace: NewNamespace;
  readonly dataset: Omit<NewDataset, 'namespaceId'>;
}

/**
 * Publishes a file as the first version of a dataset that does not exist yet. The rows are stored first; then namespace,
 * dataset and version appear atomically, so that none is ever visible empty.
 * @throws {IngestError} for a file that cannot be read, {SlugTakenError} if a dataset with that slug was created meanwhile
 */
export async function publishNew(
  deps: PublishDeps,
  place: NewDatasetTarget,
  source: Source,
  options: PublishOptions = {},
): Promise<StoredVersion & { readonly slug: string }> {
  // The next start of the service removes rows without a key in the catalogue.
  const key = `new-${randomBytes(12).toString('hex')}`;
  const { rejects } = options;
  const waiting = { phase: 'waiting', rows: 0, bytes: 0, fraction: null } as const;
  const endTurn = await deps.imports.take(ownImports, options.signal, () => options.onProgress?.(waiting));
  const stored = await deps.rows
    .ingest(key, asCopied(source, options), rejects === undefined ? {} : { rejects }, options)
    .finally(endTurn);
  try {
    const slug = await appear(deps, place, source, stored, options);
    await deps.sidecars.flush();
    deps.announce();
    return { ...stored, slug };
  } catch (error) {
    // The catalogue may name them, if only its answer was lost; the next start removes them if it does not.
    if (!(error instanceof CatalogueUnavailableError)) await deps.rows.remove(key);
    throw error;
  }
}

/**
 * Other processes may publish to the same dataset at the same time; this many conflicts in a row are not a coincidence.
 */
const maxAttempts = 20;

/**
 * Publishes a file as a version of a dataset, which is created if necessary. If another process creates the same
 * dataset, or the version to append to, at the same time, this version follows theirs. A dataset that is deleted before its
 * version has started counts as missing.
 * @param place called if there is no such dataset
 */
export async function publishTo(
  deps: PublishDeps,
  slugs: { readonly namespace: string; readonly dataset: string },
  place: () => Promise<NewDatasetTarget>,
  source: Source,
  options: PublishOptions = {},
): Promise<StoredVersion & { readonly slug: string }> {
  const { records } = deps.catalogue;
  for (let attempt = 1; ; attempt += 1) {
    const namespace = await findNamespace(records, slugs.namespace);
    const dataset = namespace === null ? null : await findDataset(records, namespace.id, slugs.dataset);
    try {
      if (dataset !== null) return await publishVersion(deps, dataset.id, source, options);
      return await publishNew(deps, await place(), source, options);
    } catch (error) {
      const crossed =
        error instanceof SlugTakenError ||
        error instanceof VersionConflictError ||
        (error instanceof RemovedError && error.what === 'dataset');
      if (!crossed || attempt >= maxAttempts) throw error;
    }
  }
}

async function appear(
  deps: PublishDeps,
  { namespace, dataset }: NewDatasetTarget,
  source: Source,
  stored: StoredVersion,
  options: PublishOptions,
): Promise<string> {
  return await inTransaction(deps.catalogue.records, async (transaction) => {
    const home = (await findNamespace(transaction, namespace.slug)) ?? (await createNamespace(transaction, namespace));
    const made = await createDataset(transaction, { ...dataset, namespaceId: home.id });
    const begun = await insertImport(transaction, made.id, options.at, { ...options, key: stored.key });
    await finishImport(transaction, begun, stored, versionMetadata(stored, source, options), options.columns ?? []);
    await options.alongside?.(transaction);
    await deps.sidecars.writeVersion(transaction, begun.versionId);
    return begun.slug;
  });
}
