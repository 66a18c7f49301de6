import type { Records } from '../../catalogue/database/catalogue.ts';
import { CatalogueUnavailableError } from '../../catalogue/database/catalogue-unavailable.ts';
import { VersionConflictError } from '../../catalogue/imports/imports.ts';
import { dropAbandoned } from '../../catalogue/imports/unfinished-imports.ts';
import { findDataset, type NewDataset } from '../../catalogue/records/datasets.ts';
import {
  createNamespace,
  dropAbandonedNamespaces,
  findNamespace,
  type NewNamespace,
  SlugTakenError,
} from '../../catalogue/records/namespaces.ts';
import { RemovedError } from '../../catalogue/records/removed-error.ts';
import type { StoredVersion } from '../../files/stored-version.ts';
import type { ReadingOptions } from '../../reading/reading.ts';
import { type PublishDeps, type PublishOptions, publishVersion, startDataset } from './publish.ts';

/** Where to create a new dataset, and the namespace to create if there is none with its slug. */
export interface NewDatasetTarget {
  readonly namespace: NewNamespace;
  readonly dataset: Omit<NewDataset, 'namespaceId'>;
}

/**
 * Publishes a file as the first version of a dataset that does not exist yet. Namespace, dataset and version appear
 * together; if the file cannot be read, none of them remains.
 * @throws {IngestError} for a file that cannot be read, {SlugTakenError} if there is a dataset with that slug
 */
export async function publishNew(
  deps: PublishDeps,
  { namespace, dataset }: NewDatasetTarget,
  file: ReadingOptions,
  options: PublishOptions = {},
): Promise<StoredVersion & { readonly slug: string }> {
  const { records } = deps.catalogue;
  let isNewNamespace = false;
  const place = async (transaction: Records) => {
    const found = await findNamespace(transaction, namespace.slug);
    isNewNamespace = found === null;
    const home = found ?? (await createNamespace(transaction, { ...namespace, provisional: true }));
    return { ...dataset, namespaceId: home.id };
  };
  const begun = await startDataset(deps, place, file, options);
  try {
    return { ...(await begun.done), slug: begun.slug };
  } catch (error) {
    if (error instanceof CatalogueUnavailableError) throw error;
    await dropAbandoned(records, begun.dataset.id);
    if (isNewNamespace) await dropAbandonedNamespaces(records, { slug: namespace.slug });
    throw error;
  }
}

/**
 * Other processes may publish to the same dataset at the same time; this many conflicts in a row are not a coincidence.
 */
const maxAttempts = 20;

/**
 * Publishes a file as a version of a dataset, which is created if necessary. If another process creates the same
 * dataset, or the version to append to, at the same time, this version follows theirs. A dataset that is deleted before
 * its version has started counts as missing.
 * @param place called if there is no such dataset
 */
export async function publishTo(
  deps: PublishDeps,
  slugs: { readonly namespace: string; readonly dataset: string },
  place: () => Promise<NewDatasetTarget>,
  file: ReadingOptions,
  options: PublishOptions = {},
): Promise<StoredVersion & { readonly slug: string }> {
  const { records } = deps.catalogue;
  for (let attempt = 1; ; attempt += 1) {
    const namespace = await findNamespace(records, slugs.namespace);
    const dataset = namespace === null ? null : await findDataset(records, namespace.id, slugs.dataset);
    try {
      if (dataset !== null) return await publishVersion(deps, dataset.id, file, options);
      return await publishNew(deps, await place(), file, options);
    } catch (error) {
      const crossed =
        error instanceof SlugTakenError ||
        error instanceof VersionConflictError ||
        (error instanceof RemovedError && error.what === 'dataset');
      if (!crossed || attempt >= maxAttempts) throw error;
    }
  }
}
