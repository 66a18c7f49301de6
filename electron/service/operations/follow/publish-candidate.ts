import type { StatedCodes } from '#shared/codes/stated-codes.ts';
import { ExplainedError } from '#shared/english/explained-error.ts';
import { type Explanation, explain } from '#shared/failures.ts';
import type { ChangeSummary, SourceState } from '#shared/follow.ts';
import { given } from '#shared/given.ts';
import type { VersionRecipe } from '#shared/version-metadata.ts';
import type { LongWork } from '../../../lib/long-work.ts';
import { findRow, inTransaction, type Records } from '../../catalogue/database/catalogue.ts';
import { BaseRemovedError, finishImport, insertImport, VersionConflictError } from '../../catalogue/imports/imports.ts';
import { type ColumnNote, keepKey } from '../../catalogue/records/datasets.ts';
import { findStoredVersion } from '../../catalogue/records/versions.ts';
import { insertChange } from '../../catalogue/sources/changes.ts';
import { type CheckRecord, recordCheck } from '../../catalogue/sources/checks.ts';
import { findSource } from '../../catalogue/sources/sources.ts';
import type { ServiceDeps } from '../../deps.ts';
import type { CodeLink, StoredVersion, VersionKey } from '../../files/stored-version.ts';
import type { ReadingOptions } from '../../reading/reading.ts';
import type { Statement } from '../../reading/statements/statement.ts';
import type { RowStore } from '../../rows/row-store.ts';
import { inImportTurn } from '../publish/import-turns.ts';
import { linkLists, provideLists } from '../publish/publish-codes.ts';
import { withUnpublishedRows } from '../publish/unpublished-rows.ts';
import { versionMetadata, withCodes } from '../publish/version-metadata.ts';
import { applyRetention } from './apply-retention.ts';
import { checkGuards, compareVersions, isRejected } from './compare-versions.ts';

export type FollowDeps = Pick<
  ServiceDeps,
  'catalogue' | 'rows' | 'sidecars' | 'log' | 'announce' | 'progress' | 'imports'
>;

/** Fetched or computed data, to be published as a version of a followed dataset if they differ from the newest one. */
export interface Candidate {
  readonly datasetId: number;
  readonly content:
    | { readonly kind: 'file'; readonly file: ReadingOptions }
    | { readonly kind: 'statement'; readonly statement: Statement };
  /** What made the rows, for the version's metadata. */
  readonly recipe?: VersionRecipe;
  readonly columns: readonly ColumnNote[];
  /** The codes that the source states for its columns, if the file does not. */
  readonly codes?: readonly StatedCodes[];
  /** The code lists that its columns have in the inputs of a recipe. */
  readonly lists?: readonly CodeLink[];
  /** What the user should know about the version besides how its rows were read. */
  readonly notices?: readonly Explanation[];
  /** Address, for the version's metadata. */
  readonly sourceName: string;
  readonly licence?: string;
  /** Number of rows according to the source; null if it does not state it. */
  readonly expectedRows: number | null;
  readonly state: SourceState | null;
  readonly bytes: number;
  /** When the check started; ISO 8601. */
  readonly at: string;
  readonly nextCheck: string | null;
  /** Called in each transaction with the outcome, which is dropped if this throws. */
  readonly assertCurrent?: (records: Records) => Promise<void>;
  /** Milliseconds that the check has taken so far. */
  elapsedMs(): number;
}

export interface CandidateOutcome {
  readonly outcome: 'unchanged' | 'changed' | 'held';
  readonly version: string | null;
  readonly rows: number;
  readonly reasons: readonly Explanation[];
}

/** Others may publish to the same dataset meanwhile; this many conflicts in a row are not a coincidence. */
const maxAttempts = 20;

/**
 * Stores the rows of a candidate, compares them with the newest version, and then, in one transaction with the record
 * of the check: publishes them, holds them because of a guard, or discards them because nothing differs.
 * @returns null if the dataset is no longer followed
 * @throws {IngestError} @throws {ExplainedError} `malformed`: the source sent a different number of rows than it states
 */
export async function publishCandidate(
  deps: FollowDeps,
  candidate: Candidate,
  work: LongWork,
): Promise<CandidateOutcome | null> {
  const { rows, imports } = deps;
  const { content, expectedRows } = candidate;
  const store = (key: VersionKey) =>
    content.kind === 'file' ? rows.ingest(key, content.file, {}, work) : rows.derive(key, content.statement, work);
  const ingest = (key: VersionKey) => inImportTurn(imports, work, () => store(key));
  return await withUnpublishedRows(rows, ingest, async (ingested, keep) => {
    const conversions = [...ingested.conversions, ...(candidate.notices ?? [])];
    const stored = { ...ingested, conversions, ...given({ codes: candidate.codes, lists: candidate.lists }) };
    if (expectedRows !== null && stored.rows !== expectedRows) {
      const reason = explain('rows-incomplete', { expected: expectedRows, found: stored.rows });
      throw new ExplainedError(reason, { kind: 'malformed', retry: true });
    }
    for (let attempt = 1; ; attempt += 1) {
      try {
        const outcome = await settle(deps, candidate, stored, work);
        if (outcome !== null && outcome.outcome !== 'unchanged') keep();
        return outcome;
      } catch (error) {
        const isCrossed = error instanceof VersionConflictError || error instanceof BaseRemovedError;
        if (!isCrossed || attempt >= maxAttempts) throw error;
      }
    }
  });
}

async function settle(
  deps: FollowDeps,
  candidate: Candidate,
  stored: StoredVersion,
  work: LongWork,
): Promise<CandidateOutcome | null> {
  const { rows, catalogue } = deps;
  const { records } = catalogue;
  const { datasetId } = candidate;
  const followed = await findSource(records, datasetId);
  if (followed === null) return null;
  const before = await findStoredVersion(records, datasetId);
  if (before === null) return await publish(deps, candidate, stored, null);
  if (before.checksum === stored.checksum) return await discard(deps, candidate, stored);
  const versions = { before, after: stored };
  const { summary, key, isEqual } = await compareVersions(rows, versions, followed.key, work);
  if (isEqual || (await isRejected(rows, followed.rejected, stored, work))) {
    return await discard(deps, candidate, stored);
  }
  const { rows: count } = stored;
  const held = await findHeldRows(records, datasetId);
  if (held !== null && (await isSameContent(rows, held, stored, work))) {
    await recordCheck(records, datasetId, { ...checkOf(candidate), outcome: 'unchanged' });
    return { outcome: 'unchanged', version: null, rows: count, reasons: [] };
  }
  const reasons = await checkGuards(rows, stored, summary, followed.guards, work);
  if (reasons.length > 0) return await hold(deps, candidate, stored, { before, summary }, reasons);
  return await publish(deps, candidate, stored, { before, summary, key });
}

function checkOf(candidate: Candidate): Omit<CheckRecord, 'outcome'> {
  const { at, bytes, state, nextCheck } = candidate;
  return { at, bytes, state, nextCheck, milliseconds: Math.round(candidate.elapsedMs()), full: true };
}

function metadataOf({ content, sourceName, licence, recipe }: Candidate, stored: StoredVersion): string {
  const file = content.kind === 'file' ? content.file : { path: '' };
  return versionMetadata(stored, file, { sourceName, ...given({ licence, recipe }) });
}

async function discard(
  { catalogue, rows, announce }: FollowDeps,
  candidate: Candidate,
  { rows: count }: StoredVersion,
): Promise<CandidateOutcome> {
  const released = await inTransaction(catalogue.records, async (transaction) => {
    await candidate.assertCurrent?.(transaction);
    await recordCheck(transaction, candidate.datasetId, { ...checkOf(candidate), outcome: 'unchanged' });
    // The source matches the published version, so a held one is out of date.
    return await releaseHeld(transaction, candidate.datasetId);
  });
  if (released !== null) await rows.remove(released);
  announce();
  return { outcome: 'unchanged', version: null, rows: count, reasons: [] };
}

/** The newest version, and how the candidate differs from it. */
interface Change {
  readonly before: StoredVersion & { readonly slug: string };
  readonly summary: ChangeSummary;
}

async function publish(
  deps: FollowDeps,
  candidate: Candidate,
  stored: StoredVersion,
  change: (Change & { readonly key: readonly string[] | null }) | null,
): Promise<CandidateOutcome> {
  const { before = null, summary = null, key = null } = change ?? {};
  const { catalogue, rows, sidecars, announce } = deps;
  const { datasetId, at, columns } = candidate;
  const codes = await provideLists(deps, datasetId, stored);
  const metadata = withCodes(metadataOf(candidate, stored), codes);
  const { slug, released } = await inTransaction(catalogue.records, async (transaction) => {
    await candidate.assertCurrent?.(transaction);
    const slug = await publishStored(transaction, { datasetId, stored, metadata, columns, before, summary, at });
    await linkLists(transaction, datasetId, codes);
    if (key !== null) await keepKey(transaction, datasetId, key);
    await recordCheck(transaction, datasetId, { ...checkOf(candidate), outcome: 'changed', version: slug.slug });
    const released = await releaseHeld(transaction, datasetId);
    await sidecars.writeVersion(transaction, slug.id);
    return { slug: slug.slug, released };
  });
  if (released !== null) await rows.remove(released);
  await sidecars.flush();
  await applyRetention(deps, datasetId, Date.parse(at));
  announce();
  return { outcome: 'changed', version: slug, rows: stored.rows, reasons: [] };
}

interface Publishing {
  readonly datasetId: number;
  readonly stored: StoredVersion;
  readonly metadata: string;
  readonly columns: readonly ColumnNote[];
  /** The version that must still be the newest one; null for none. */
  readonly before: { readonly key: string; readonly slug: string } | null;
  readonly summary: ChangeSummary | null;
  readonly at: string;
}

/** Makes stored rows the newest version, with the record of what changed. @throws {VersionConflictError} */
export async function publishStored(
  transaction: Records,
  { datasetId, stored, metadata, columns, before, summary, at }: Publishing,
): Promise<{ readonly id: number; readonly slug: string }> {
  const begun = await insertImport(transaction, datasetId, new Date(at), { key: stored.key });
  await finishImport(transaction, begun, stored, { metadata, columns }, before?.key ?? null);
  if (before !== null && summary !== null) {
    await insertChange(transaction, datasetId, { version: begun.slug, previous: before.slug, at, summary });
  }
  return { id: begun.versionId, slug: begun.slug };
}

async function hold(
  { catalogue, rows, announce }: FollowDeps,
  candidate: Candidate,
  stored: StoredVersion,
  { before, summary }: Change,
  reasons: readonly Explanation[],
): Promise<CandidateOutcome> {
  const { datasetId, at, columns, state } = candidate;
  const [first] = reasons;
  const released = await inTransaction(catalogue.records, async (transaction) => {
    await candidate.assertCurrent?.(transaction);
    const previous = await releaseHeld(transaction, datasetId);
    await recordCheck(transaction, datasetId, { ...checkOf(candidate), outcome: 'held', reason: first ?? null });
    await transaction
      .insertInto('held_versions')
      .values({
        dataset_id: datasetId,
        key: stored.key,
        stored: JSON.stringify(stored),
        metadata: metadataOf(candidate, stored),
        notes: JSON.stringify(columns),
        state: state === null ? null : JSON.stringify(state),
        reasons: JSON.stringify(reasons),
        summary: JSON.stringify(summary),
        previous_key: before.key,
        at,
      })
      .execute();
    return previous;
  });
  if (released !== null) await rows.remove(released);
  announce();
  return { outcome: 'held', version: null, rows: stored.rows, reasons };
}

/** Whether two versions have the same rows, in whatever order. */
async function isSameContent(
  rows: RowStore,
  one: StoredVersion,
  other: StoredVersion,
  work: LongWork,
): Promise<boolean> {
  if (one.checksum === other.checksum) return true;
  if (one.rows !== other.rows) return false;
  return (await rows.open(one).contentDigest(work)) === (await rows.open(other).contentDigest(work));
}

/** The version that waits for a decision; null if there is none. */
async function findHeldRows(records: Records, datasetId: number): Promise<StoredVersion | null> {
  const row = await findRow(records, 'held_versions', { dataset_id: datasetId });
  return row === undefined ? null : (JSON.parse(row.stored) as StoredVersion);
}

/** Removes the version that waits for a decision. @returns the key of its rows; null if there is none */
export async function releaseHeld(records: Records, datasetId: number): Promise<string | null> {
  const row = await records
    .deleteFrom('held_versions')
    .where('dataset_id', '=', datasetId)
    .returning('key')
    .executeTakeFirst();
  return row?.key ?? null;
}
