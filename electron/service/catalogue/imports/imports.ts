import { randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { ImportFault } from '#shared/api/publishing.ts';
import { englishText } from '#shared/english/english-text.ts';
import { ExplainedError } from '#shared/english/explained-error.ts';
import { explain } from '#shared/failures.ts';
import type { BadValue } from '#shared/rpc/backend-failure.ts';
import type { StoredVersion } from '../../files/stored-version.ts';
import { findRow, inTransaction, type Records } from '../database/catalogue.ts';
import { type ColumnNote, noteColumns } from '../records/datasets.ts';
import { RemovedError, showNamespace, trashed } from '../records/namespaces.ts';
import { nextVersionSlug } from '../records/version-slug.ts';

export interface StartedImport {
  readonly versionId: number;
  readonly slug: string;
  readonly key: string;
}

/** Another version was published while this one was being derived from the previous one. */
export class VersionConflictError extends ExplainedError {
  constructor() {
    super(explain('changed-by-others'), { kind: 'not-accepted', status: 409, retry: true });
  }
}

/** The version to append to was deleted while the new rows were read. */
export class BaseRemovedError extends ExplainedError {
  constructor() {
    super(explain('base-gone'), { kind: 'not-found', retry: true });
  }
}

/** Whether a version with this key exists and is ready, and is not in the trash. */
export async function isReady(records: Records, key: string): Promise<boolean> {
  const found = await records
    .selectFrom('versions')
    .innerJoin('datasets', 'datasets.id', 'versions.dataset_id')
    .select('versions.id')
    .where('versions.key', '=', key)
    .where('versions.state', '=', 'ready')
    .where('datasets.namespace_id', 'not in', trashed(records))
    .executeTakeFirst();
  return found !== undefined;
}

/** Fails if the newest ready version does not have this key (null for no version). @throws {VersionConflictError} */
async function refuseOtherNewest(records: Records, datasetId: number, key: string | null): Promise<void> {
  const newest = await records
    .selectFrom('versions')
    .select('key')
    .where('dataset_id', '=', datasetId)
    .where('state', '=', 'ready')
    .orderBy('slug', 'desc')
    .limit(1)
    .executeTakeFirst();
  if ((newest?.key ?? null) === key) return;
  throw key === null || (await isReady(records, key)) ? new VersionConflictError() : new BaseRemovedError();
}

/** The microseconds within the present millisecond, as far as the clock of the process can distinguish them. */
function microsecondsNow(): number {
  return Math.floor((performance.now() * 1000) % 1000);
}

/**
 * Records a version in progress: it has a slug from now on, and is not ready.
 * @param more key of its rows, if they are already stored, and the account that publishes it
 * @throws {RemovedError}
 */
export async function insertImport(
  records: Records,
  datasetId: number,
  at: Date | undefined,
  more: { readonly key?: string; readonly author?: string } = {},
): Promise<StartedImport> {
  return await inTransaction(records, async (transaction) => {
    const dataset = await transaction
      .selectFrom('datasets')
      .select('last_version')
      .where('id', '=', datasetId)
      .where('namespace_id', 'not in', trashed(transaction))
      .executeTakeFirst();
    if (dataset === undefined) throw new RemovedError('dataset');
    const microseconds = at === undefined ? microsecondsNow() : 0;
    const slug = nextVersionSlug(at ?? new Date(), microseconds, dataset.last_version);
    const key = more.key ?? `${datasetId}-${slug}-${randomBytes(4).toString('hex')}`;
    await transaction.updateTable('datasets').set({ last_version: slug }).where('id', '=', datasetId).execute();
    const version = await transaction
      .insertInto('versions')
      .values({
        dataset_id: datasetId,
        slug,
        key,
        state: 'importing',
        checksum: '',
        rows: 0,
        bytes: 0,
        rejected: 0,
        conversions: '[]',
        metadata: '',
        author: more.author ?? null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await transaction
      .insertInto('imports')
      .values({
        dataset_id: datasetId,
        version_slug: slug,
        state: 'importing',
        message: '',
        bad_values: '[]',
        bad_count: 0,
        started: new Date().toISOString(),
        finished: null,
      })
      .execute();
    return { versionId: version.id, slug, key };
  });
}

/**
 * Makes a version ready atomically, with its columns and their descriptions; a provisional dataset appears with it.
 * @param following key of the version that its rows extend, null if there was none yet; omitted if they replace all
 * rows
 * @throws {RemovedError | VersionConflictError | BaseRemovedError}
 */
export async function finishImport(
  records: Records,
  begun: StartedImport,
  stored: StoredVersion,
  { metadata, columns: notes }: { readonly metadata: string; readonly columns: readonly ColumnNote[] },
  following?: string | null,
): Promise<void> {
  await inTransaction(records, async (transaction) => {
    const target = await findRow(transaction, 'versions', { id: begun.versionId });
    if (target === undefined) throw new RemovedError('version');
    if (following !== undefined) await refuseOtherNewest(transaction, target.dataset_id, following);
    const version = await transaction
      .updateTable('versions')
      .set({
        state: 'ready',
        checksum: stored.checksum,
        rows: stored.rows,
        bytes: stored.bytes,
        rejected: stored.rejected,
        conversions: JSON.stringify(stored.conversions),
        metadata,
      })
      .where('id', '=', begun.versionId)
      .returning('dataset_id')
      .executeTakeFirst();
    if (version === undefined) throw new RemovedError('version');
    await addColumns(transaction, begun.versionId, stored.columns);
    await noteColumns(transaction, version.dataset_id, notes);
    const appeared = await transaction
      .updateTable('datasets')
      .set({ provisional: 0 })
      .where('id', '=', version.dataset_id)
      .where('provisional', '=', 1)
      .returning('namespace_id')
      .executeTakeFirst();
    if (appeared !== undefined) await showNamespace(transaction, appeared.namespace_id);
    await closeReport(transaction, version.dataset_id, begun.slug, { state: 'ready', message: '' });
  });
}

/** Columns that one statement adds: one each would take seconds, and one for all would keep writers waiting. */
const columnsAtOnce = 2000;

async function addColumns(records: Records, versionId: number, columns: StoredVersion['columns']): Promise<void> {
  for (let from = 0; from < columns.length; from += columnsAtOnce) {
    if (from > 0) await setImmediate();
    const rows = columns.slice(from, from + columnsAtOnce).map(({ name, type, size }, at) => {
      return { version_id: versionId, position: from + at, name, type, size };
    });
    await records.insertInto('version_columns').values(rows).execute();
  }
}

/** Reports an import in progress as cancelled, in the transaction that deletes its version. */
export async function reportCancelled(records: Records, datasetId: number, slug: string): Promise<void> {
  const report = await findImport(records, datasetId, slug);
  if (report?.state === 'importing')
    await closeReport(records, datasetId, slug, { state: 'failed', message: cancelledText });
}

/** Removes a version that failed, and stores the reason, unless another node has stored that it was deleted. */
export async function failImport(
  records: Records,
  datasetId: number,
  begun: StartedImport,
  report: { readonly message: string; readonly badValues: readonly BadValue[]; readonly badCount: number },
): Promise<void> {
  await inTransaction(records, async (transaction) => {
    await transaction.deleteFrom('versions').where('id', '=', begun.versionId).execute();
    if ((await findImport(transaction, datasetId, begun.slug))?.state === 'failed') return;
    await closeReport(transaction, datasetId, begun.slug, { state: 'failed', ...report });
  });
}

interface Outcome {
  readonly state: 'ready' | 'failed';
  readonly message: string;
  readonly badValues?: readonly BadValue[];
  readonly badCount?: number;
}

/** Maximum number of characters of a message in a report, which may contain any name from a file. */
const maxMessageLength = 4_000;

/** Explains a bad value by a text, because a report is the body of a response. */
function asText({ reason, ...place }: BadValue): ImportFault {
  return { ...place, message: englishText(reason) };
}

async function closeReport(records: Records, datasetId: number, slug: string, outcome: Outcome): Promise<void> {
  await records
    .updateTable('imports')
    .set({
      state: outcome.state,
      message: outcome.message.slice(0, maxMessageLength),
      bad_values: JSON.stringify((outcome.badValues ?? []).map(asText)),
      bad_count: outcome.badCount ?? 0,
      finished: new Date().toISOString(),
    })
    .where('dataset_id', '=', datasetId)
    .where('version_slug', '=', slug)
    .execute();
}

/** The report of an import whose version was deleted. */
export const cancelledText = 'Publishing was cancelled.';

/** The report of publishing a version. */
export interface ImportEntry {
  readonly slug: string;
  readonly state: 'importing' | 'ready' | 'failed';
  readonly message: string;
  readonly badValues: readonly ImportFault[];
  readonly badCount: number;
  readonly started: string;
  readonly finished: string | null;
}

/** The report of a version of a dataset, whether or not the version still exists. */
export async function findImport(records: Records, datasetId: number, slug: string): Promise<ImportEntry | null> {
  const row = await findRow(records, 'imports', { dataset_id: datasetId, version_slug: slug });
  if (row === undefined) return null;
  const { state, message, bad_count: badCount, started, finished } = row;
  const badValues = JSON.parse(row.bad_values) as ImportFault[];
  return { slug, state, message, badValues, badCount, started, finished };
}
