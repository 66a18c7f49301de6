import type { Explanation } from '#shared/failures.ts';
import { given } from '#shared/given.ts';
import type { NamespaceReaders, PublishRequest } from '#shared/rpc/jobs.ts';
import type { VersionOrigin } from '#shared/version-metadata.ts';
import type { LongWork } from '../../../lib/long-work.ts';
import { type ReadersOfNamespace, readersOfNamespace } from '../../catalogue/access/readers.ts';
import type { Records } from '../../catalogue/database/catalogue.ts';
import type { ColumnNote } from '../../catalogue/records/datasets.ts';
import { groupEntries } from '../../catalogue/records/groups.ts';
import { changeNamespace, findNamespace } from '../../catalogue/records/namespaces.ts';
import type { Source } from '../../reading/reading.ts';
import { NotFoundError } from '../not-found-error.ts';
import type { PublishDeps, PublishOptions } from './publish.ts';
import { type NewDatasetTarget, publishTo } from './publish-new.ts';

/** A file to publish as a version of a dataset of this service, which is created if requested. */
export interface FilePublishing
  extends Pick<PublishRequest, 'namespace' | 'dataset' | 'mode' | 'licence' | 'note' | 'refuseLoss'> {
  readonly source: Source;
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

/** The published version. */
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
  const { namespace, dataset, source } = request;
  const slugs = { namespace: namespace.slug, dataset: dataset.slug };
  const options = await optionsOf(deps, request, work);
  const published = await publishTo(deps, slugs, () => newPlace(deps, request), source, options);
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

async function newPlace({ catalogue }: PublishDeps, { namespace, dataset }: FilePublishing): Promise<NewDatasetTarget> {
  const { records } = catalogue;
  const { slug, create } = namespace;
  if (create === undefined && (await findNamespace(records, slug)) === null) throw new NotFoundError('namespace', slug);
  if (dataset.create === undefined) throw new NotFoundError('dataset', dataset.slug);
  const allowedGroups = await groupIds(records, create);
  return {
    namespace: { slug, label: create?.label ?? slug, published: create?.published ?? true, allowedGroups },
    dataset: { slug: dataset.slug, ...dataset.create },
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
    await changeNamespace(transaction, existing.id, { published: readers.published, allowedGroups });
  };
}

/** Ids of groups by their addresses. @throws {NotFoundError} */
export async function groupIds(records: Records, readers: NamespaceReaders | undefined): Promise<number[]> {
  const addresses = readers?.allowedGroups ?? [];
  if (addresses.length === 0) return [];
  const known = new Set((await groupEntries(records)).map(({ id }) => id));
  return addresses.map((address) => {
    const id = Number(/\/groups\/(\d{1,15})\/?$/.exec(address)?.[1] ?? Number.NaN);
    if (!known.has(id)) throw new NotFoundError('group', address);
    return id;
  });
}
