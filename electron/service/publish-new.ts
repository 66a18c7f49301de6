import { randomBytes } from 'node:crypto';
import { createDataset, type NewDataset } from './catalogue/datasets.ts';
import { beginImport, finishImport } from './catalogue/imports.ts';
import { inTransaction } from './catalogue/in-transaction.ts';
import { createNamespace, findNamespace, type NewNamespace } from './catalogue/namespaces.ts';
import { ownImports } from './import-turns.ts';
import { type PublishDeps, type PublishOptions, versionMetadata } from './publish.ts';
import type { Source, StoredVersion } from './rows/row-store.ts';

/** Where a new dataset is to be, and the namespace that is to be made for it where there is none of its slug. */
export interface NewPlace {
  readonly namespace: NewNamespace;
  readonly dataset: Omit<NewDataset, 'namespaceId'>;
}

/**
 * Publishes a file as the first version of a dataset that is not there yet. The rows are stored first; then namespace,
 * dataset and version appear in one step, so that nobody ever sees an empty one, whatever happens meanwhile.
 * @throws {IngestError} for a file that cannot be read, {SlugTakenError} when a dataset of that slug came meanwhile.
 */
export async function publishNew(
  deps: PublishDeps,
  place: NewPlace,
  source: Source,
  options: PublishOptions = {},
): Promise<StoredVersion & { readonly slug: string }> {
  // A start of the service removes the rows of every key that the catalogue does not know.
  const key = `new-${randomBytes(12).toString('hex')}`;
  const { rejects } = options;
  const waiting = { phase: 'waiting', rows: 0, bytes: 0, fraction: null };
  const endTurn = await deps.imports.take(ownImports, options.signal, () => options.onProgress?.(waiting));
  const stored = await deps.rows
    .ingest(key, source, rejects === undefined ? {} : { rejects }, options)
    .finally(endTurn);
  try {
    const slug = await appear(deps, place, source, stored, options);
    deps.announce();
    return { ...stored, slug };
  } catch (error) {
    await deps.rows.remove(key);
    throw error;
  }
}

async function appear(
  deps: PublishDeps,
  { namespace, dataset }: NewPlace,
  source: Source,
  stored: StoredVersion,
  options: PublishOptions,
): Promise<string> {
  return await inTransaction(deps.catalogue.records, async (transaction) => {
    const home = (await findNamespace(transaction, namespace.slug)) ?? (await createNamespace(transaction, namespace));
    const made = await createDataset(transaction, { ...dataset, namespaceId: home.id });
    const begun = await beginImport(transaction, made.id, options.at, stored.key);
    await finishImport(transaction, begun, stored, versionMetadata(stored, source, options), options.columns ?? []);
    await options.alongside?.(transaction);
    return begun.slug;
  });
}
