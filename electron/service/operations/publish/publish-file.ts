import type { Explanation } from '#shared/failures.ts';
import { given } from '#shared/given.ts';
import type { NamespaceReaders, PublishRequest } from '#shared/rpc/jobs.ts';
import type { VersionOrigin } from '#shared/version-metadata.ts';
import type { LongWork } from '../../../lib/long-work.ts';
import { isPublic } from '../../catalogue/access/access.ts';
import type { Records } from '../../catalogue/database/catalogue.ts';
import { CatalogueUnavailableError } from '../../catalogue/database/store-problem.ts';
import { VersionConflictError } from '../../catalogue/imports/imports.ts';
import { dropAbandoned } from '../../catalogue/imports/unfinished-imports.ts';
import { type ColumnNote, findDataset, listDatasets, type NewDataset } from '../../catalogue/records/datasets.ts';
import { groupEntries } from '../../catalogue/records/groups.ts';
import {
  changeNamespace,
  createNamespace,
  dropAbandonedNamespaces,
  findNamespace,
  type NewNamespace,
  RemovedError,
  SlugTakenError,
} from '../../catalogue/records/namespaces.ts';
import { type ReadersOfNamespace, readersOfNamespace } from '../../catalogue/records/users.ts';
import type { StoredVersion } from '../../files/stored-version.ts';
import type { ReadingOptions } from '../../reading/reading.ts';
import { NotFoundError } from '../find-dataset.ts';
import { confirmShown } from '../recipes/private-inputs.ts';
import { type PublishDeps, type PublishOptions, publishVersion, startDataset } from './publish.ts';

/** A file to publish as a version of a dataset of this service, which is created if requested. */
export interface FilePublishing
  extends Pick<PublishRequest, 'namespace' | 'dataset' | 'provenance' | 'mode' | 'licence' | 'note' | 'refuseLoss'> {
  readonly file: ReadingOptions;
  /** Descriptions of columns, by their names in the version. */
  readonly columns: readonly ColumnNote[];
  /** Name of the file, or address of the original, stored in the version's metadata. */
  readonly sourceName: string;
  readonly origin?: VersionOrigin;
  /** Identifies the attempt: repeating it returns the version that it has already created. */
  readonly attempt?: string;
  /** The user's file for rows with bad values, which otherwise fail the whole import. */
  readonly rejects?: string;
  /** Readers that the namespace must have when the version becomes ready. */
  readonly expectedReaders?: ReadersOfNamespace;
}

export interface PublishedVersion {
  readonly version: string;
  readonly rows: number;
  /** SHA-256 of the stored file in hexadecimal. */
  readonly checksum: string;
  readonly conversions: readonly Explanation[];
  readonly rejected: number;
}

/** The readers of a namespace differ from those expected when a copy was published: nothing was published. */
export class ReadersChangedError extends Error {
  override readonly name = 'ReadersChangedError';
}

/**
 * Publishes a file: complete and ready when this resolves, otherwise nothing is published.
 * @throws {IngestError} for a file that cannot be read
 * @throws {NotFoundError} for a namespace, dataset or group that does not exist and is not to be created
 * @throws {ReadersChangedError}
 * @throws {LossError}
 */
export async function publishFile(
  deps: PublishDeps,
  request: FilePublishing,
  work: LongWork,
): Promise<PublishedVersion> {
  const { namespace, dataset, file } = request;
  const slugs = { namespace: namespace.slug, dataset: dataset.slug };
  const options = await optionsOf(deps, request, work);
  const published = await publishTo(deps, slugs, () => newPlace(deps, request), file, options);
  const { slug, rows, checksum, conversions, rejected } = published;
  return { version: slug, rows, checksum, conversions, rejected };
}

async function optionsOf(deps: PublishDeps, request: FilePublishing, work: LongWork): Promise<PublishOptions> {
  const { columns, sourceName, mode, licence, note, origin, attempt, rejects, refuseLoss } = request;
  const alongside = await readersStep(deps, request);
  return {
    ...work,
    columns,
    sourceName,
    mode,
    ...given({ licence, note, origin, request: attempt, rejects, refuseLoss }),
    ...(alongside === null ? {} : { alongside }),
  };
}

async function newPlace(
  { catalogue }: PublishDeps,
  { namespace, dataset, provenance }: FilePublishing,
): Promise<NewDatasetTarget> {
  const { records } = catalogue;
  const { slug, create } = namespace;
  if (create === undefined && (await findNamespace(records, slug)) === null) throw new NotFoundError('namespace', slug);
  if (dataset.create === undefined) throw new NotFoundError('dataset', dataset.slug);
  return {
    namespace: await newNamespace(records, { slug, ...given({ create }) }),
    dataset: { slug: dataset.slug, ...dataset.create, ...provenance },
  };
}

/** The change of the namespace's readers in the transaction that makes the version ready; null for none. */
async function readersStep(
  { catalogue }: PublishDeps,
  { namespace: { slug, readers }, expectedReaders }: FilePublishing,
): Promise<((records: Records) => Promise<void>) | null> {
  const { records } = catalogue;
  const existing = readers === undefined ? null : await findNamespace(records, slug);
  const allowedGroups = existing === null ? [] : await groupIds(records, readers);
  if (expectedReaders === undefined && existing === null) return null;
  return async (transaction) => {
    if (expectedReaders !== undefined && (await readersOfNamespace(transaction, slug)) !== expectedReaders) {
      throw new ReadersChangedError();
    }
    if (existing === null || readers === undefined) return;
    const change = { published: readers.published, allowedGroups };
    if (!isPublic(existing)) {
      const datasets = await listDatasets(transaction, [existing.id]);
      await confirmShown(transaction, { ...existing, ...change }, datasets, false);
    }
    await changeNamespace(transaction, existing.id, change);
  };
}

/** The record of a requested namespace. @throws {NotFoundError} for a group that does not exist */
export async function newNamespace(
  records: Records,
  { slug, create }: PublishRequest['namespace'],
): Promise<NewNamespace> {
  const allowedGroups = await groupIds(records, create);
  return { slug, label: create?.label ?? slug, published: create?.published ?? true, allowedGroups };
}

/** Ids of groups by their addresses. @throws {NotFoundError} */
async function groupIds(records: Records, readers: NamespaceReaders | undefined): Promise<number[]> {
  const addresses = readers?.allowedGroups ?? [];
  if (addresses.length === 0) return [];
  const known = new Set((await groupEntries(records)).map(({ id }) => id));
  return addresses.map((address) => {
    const id = Number(/\/groups\/(\d{1,15})\/?$/.exec(address)?.[1] ?? Number.NaN);
    if (!known.has(id)) throw new NotFoundError('group', address);
    return id;
  });
}

/** Where to create a new dataset, and the namespace to create if there is none with its slug. */
export interface NewDatasetTarget {
  readonly namespace: NewNamespace;
  readonly dataset: Omit<NewDataset, 'namespaceId'>;
}

/**
 * The namespace of a new dataset: the existing one, or a provisional one, which disappears unless a version becomes
 * ready in it.
 * @param made the record to create if there is none
 */
export async function provideNamespace(
  transaction: Records,
  slug: string,
  made: () => Promise<NewNamespace>,
): Promise<{ readonly id: number; readonly isNew: boolean }> {
  const found = await findNamespace(transaction, slug);
  if (found !== null) return { id: found.id, isNew: false };
  const { id } = await createNamespace(transaction, { ...(await made()), provisional: true });
  return { id, isNew: true };
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
    const { id, isNew } = await provideNamespace(transaction, namespace.slug, async () => namespace);
    isNewNamespace = isNew;
    return { ...dataset, namespaceId: id };
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

/** Others may publish to the same dataset at the same time; this many conflicts in a row are no coincidence. */
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
