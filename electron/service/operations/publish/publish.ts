import { setTimeout as sleep } from 'node:timers/promises';
import { given } from '#shared/given.ts';
import type { LongWork, Progress } from '../../../lib/long-work.ts';
import { ClosingError } from '../../background.ts';
import { inTransaction, type Records } from '../../catalogue/database/catalogue.ts';
import { CatalogueUnavailableError } from '../../catalogue/database/store-problem.ts';
import {
  BaseRemovedError,
  cancelledText,
  failImport,
  finishImport,
  insertImport,
  isReady,
  type StartedImport,
  VersionConflictError,
} from '../../catalogue/imports/imports.ts';
import { interruptedText } from '../../catalogue/imports/unfinished-imports.ts';
import {
  type ColumnNote,
  createDataset,
  type DatasetEntry,
  type NewDataset,
} from '../../catalogue/records/datasets.ts';
import { RemovedError } from '../../catalogue/records/namespaces.ts';
import { findStoredVersion, listVersions, readMetadata } from '../../catalogue/records/versions.ts';
import type { ServiceDeps } from '../../deps.ts';
import type { StoredVersion } from '../../files/stored-version.ts';
import { IngestError, type ReadingOptions } from '../../reading/reading.ts';
import { storeFaultText } from '../../rows/store-fault.ts';
import { inImportTurn } from './import-turns.ts';
import { linkLists, provideLists } from './publish-codes.ts';
import { LossError, refuseLoss } from './review-replacement.ts';
import { type MetadataOptions, versionMetadata, withCodes } from './version-metadata.ts';

/** Parts of the service that publishing needs. */
export type PublishDeps = Pick<
  ServiceDeps,
  'catalogue' | 'rows' | 'sidecars' | 'log' | 'announce' | 'progress' | 'imports' | 'background'
>;

export interface PublishOptions extends LongWork, MetadataOptions {
  /** The time of publishing; now by default. A version is always later than the previous one. */
  readonly at?: Date;
  /** Append the rows to those of the newest version, or replace them. */
  readonly mode?: 'replace' | 'append';
  /** Descriptions of columns, by their names in the version. Other columns keep theirs. */
  readonly columns?: readonly ColumnNote[];
  /** Name of the account that publishes it, stored with the version. */
  readonly author?: string;
  /** Whether to publish nothing if the rows replaced those of the newest version and data would be lost. */
  readonly refuseLoss?: boolean;
  /** Runs in the transaction that makes the version ready; if it fails, there is no version. */
  readonly alongside?: (records: Records) => Promise<void>;
  /** The user's file for rows with bad values, which otherwise fail the whole import. */
  readonly rejects?: string;
  /** Removes the source file, whether or not there is a version. */
  readonly releaseSource?: () => Promise<void>;
}

/** A started version: its slug is known immediately, `done` settles when it is ready or removed. */
export interface StartedVersion {
  readonly id: number;
  readonly slug: string;
  readonly done: Promise<StoredVersion>;
}

/**
 * Publishes a file as the newest version of a dataset: read, written, checked, made durable, and then made ready
 * atomically. If it fails, only the report remains.
 * @throws {IngestError} for a file that cannot be read; the signal's reason if it is aborted
 */
export async function publishVersion(
  deps: PublishDeps,
  datasetId: number,
  file: ReadingOptions,
  options: PublishOptions = {},
): Promise<StoredVersion & { readonly slug: string }> {
  const begun = await startVersion(deps, datasetId, file, options);
  return { ...(await begun.done), slug: begun.slug };
}

/** Like {@link publishVersion}, but resolves as soon as the version has its slug. Handle `done`: it may reject. */
export async function startVersion(
  deps: PublishDeps,
  datasetId: number,
  file: ReadingOptions,
  options: PublishOptions = {},
): Promise<StartedVersion> {
  const made =
    options.request === undefined ? null : await findMade(deps.catalogue.records, datasetId, options.request);
  if (made !== null) {
    await options.releaseSource?.();
    return made;
  }
  const begun = await insertImport(deps.catalogue.records, datasetId, options.at, options);
  return startImport(deps, datasetId, begun, file, options);
}

/**
 * Creates a dataset together with its first version, and lists it only when that is ready. If the version fails, the
 * dataset stays hidden with its report until it is removed (`dropAbandoned`, or the next start).
 * @param place called in the transaction that creates it
 * @throws {SlugTakenError | RemovedError}
 */
export async function startDataset(
  deps: PublishDeps,
  place: (records: Records) => Promise<NewDataset>,
  file: ReadingOptions,
  options: PublishOptions = {},
): Promise<StartedVersion & { readonly dataset: DatasetEntry }> {
  const { made, begun } = await inTransaction(deps.catalogue.records, async (transaction) => {
    const made = await createDataset(transaction, { ...(await place(transaction)), provisional: true });
    return { made, begun: await insertImport(transaction, made.id, options.at, options) };
  });
  return { ...startImport(deps, made.id, begun, file, options), dataset: made };
}

function startImport(
  deps: PublishDeps,
  datasetId: number,
  begun: StartedImport,
  file: ReadingOptions,
  options: PublishOptions,
): StartedVersion {
  deps.announce();
  const done = deps.imports
    .track(begun.key, options.signal, (signal) =>
      makeVersion(deps, datasetId, begun, file, { ...options, signal }).finally(options.releaseSource),
    )
    .finally(deps.announce);
  return { id: begun.versionId, slug: begun.slug, done };
}

/** The version that an attempt has already created; null if there is none. */
async function findMade(records: Records, datasetId: number, request: string): Promise<StartedVersion | null> {
  for (const { id, slug, ready, metadata } of await listVersions(records, [datasetId])) {
    if (!ready || requestIn(metadata) !== request) continue;
    const stored = await findStoredVersion(records, datasetId, slug);
    if (stored !== null) return { id, slug, done: Promise.resolve(stored) };
  }
  return null;
}

function requestIn(metadata: string): unknown {
  return (readMetadata(metadata) as { request?: unknown } | null)?.request;
}

async function makeVersion(
  deps: PublishDeps,
  datasetId: number,
  begun: StartedImport,
  file: ReadingOptions,
  options: PublishOptions,
): Promise<StoredVersion> {
  try {
    const onPlace = (place: number) => deps.progress.queue(datasetId, begun.slug, place);
    return await inImportTurn(
      deps.imports,
      options,
      () => storeAndCommit(deps, datasetId, begun, file, options),
      onPlace,
    );
  } catch (error) {
    if (error instanceof CatalogueUnavailableError) {
      giveUp(deps, datasetId, begun, error);
      throw error;
    }
    await deps.rows.remove(begun.key);
    const isInterrupted = options.signal?.reason instanceof ClosingError;
    const report = isInterrupted ? { message: interruptedText, badValues: [], badCount: 0 } : failureReport(error);
    await failImport(deps.catalogue.records, datasetId, begun, report);
    throw error;
  } finally {
    deps.progress.clear(datasetId, begun.slug);
  }
}

async function storeAndCommit(
  deps: PublishDeps,
  datasetId: number,
  begun: StartedImport,
  file: ReadingOptions,
  options: PublishOptions,
): Promise<StoredVersion> {
  const { records } = deps.catalogue;
  const { signal, rejects, mode, columns = [] } = options;
  const appendTo = mode === 'append' ? await findStoredVersion(records, datasetId) : null;
  const onProgress = (progress: Progress) => {
    deps.progress.note(datasetId, begun.slug, progress);
    options.onProgress?.(progress);
  };
  try {
    const stored = await deps.rows.ingest(
      begun.key,
      asCopied(file, options),
      { ...(appendTo === null ? {} : { appendTo }), ...given({ rejects }) },
      { ...given({ signal }), onProgress },
    );
    if (options.refuseLoss === true && mode !== 'append') await refuseLoss(deps, datasetId, stored, options);
    const codes = await provideLists(deps, datasetId, stored, { ...given({ signal }), isAppended: mode === 'append' });
    const metadata = withCodes(versionMetadata(stored, file, options), codes);
    const following = mode === 'append' ? (appendTo?.key ?? null) : undefined;
    await inTransaction(records, async (transaction) => {
      await finishImport(transaction, begun, stored, { metadata, columns }, following);
      await linkLists(transaction, datasetId, codes);
      await options.alongside?.(transaction);
      await deps.sidecars.writeVersion(transaction, begun.versionId);
    });
    await deps.sidecars.flush();
    return stored;
  } catch (error) {
    if (appendTo === null || isAbort(error) || error instanceof CatalogueUnavailableError) throw error;
    // The files of a deleted version are removed as well, which then causes any error in reading them.
    throw (await isReady(records, appendTo.key)) ? error : new BaseRemovedError();
  }
}

/** Milliseconds between two attempts to record a failure in a catalogue that cannot be reached. */
const giveUpPollMs = 1_000;

/**
 * Removes a version that may be ready, because the answer of the catalogue was lost: first its record, as soon as the
 * catalogue answers, and only then its rows. If the service ends before, its next start does so.
 */
function giveUp(deps: PublishDeps, datasetId: number, begun: StartedImport, error: Error): void {
  deps.background.start(async (signal) => {
    for (;;) {
      try {
        await failImport(deps.catalogue.records, datasetId, begun, failureReport(error));
        await deps.rows.remove(begun.key);
        return;
      } catch (thrown) {
        if (!(thrown instanceof CatalogueUnavailableError)) {
          deps.log.error({ err: thrown, version: begun.slug }, 'A version that failed could not be removed.');
          return;
        }
        await sleep(giveUpPollMs, undefined, { signal }).catch(() => {});
        if (signal.aborted) return;
      }
    }
  });
}

/** A copy has the column types of its original. */
function asCopied(file: ReadingOptions, { origin }: PublishOptions): ReadingOptions {
  return origin === undefined ? file : { ...file, keepTypes: true };
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}

function failureReport(error: unknown) {
  if (error instanceof IngestError) {
    return { message: error.message, badValues: error.badValues, badCount: error.count };
  }
  if (error instanceof VersionConflictError || error instanceof BaseRemovedError || error instanceof LossError)
    return { message: error.message, badValues: [], badCount: 0 };
  if (error instanceof CatalogueUnavailableError)
    return { message: 'The service lost its catalogue for a moment. Publish again.', badValues: [], badCount: 0 };
  const isCancelled = isAbort(error) || (error instanceof RemovedError && error.what === 'version');
  const message = isCancelled ? cancelledText : (storeFaultText(error) ?? 'The version could not be stored.');
  return { message, badValues: [], badCount: 0 };
}
