import { setTimeout as sleep } from 'node:timers/promises';
import { Value } from 'typebox/value';
import { slug as slugSchema } from '#shared/api/fields.ts';
import type { DatasetName } from '#shared/dataset-name.ts';
import { explain, explanationOf, failure } from '#shared/failures.ts';
import { isDataFile, labelFromFile } from '#shared/file-name.ts';
import type { SourceCheck } from '#shared/follow.ts';
import { given } from '#shared/given.ts';
import type { FollowRequest, FollowResult } from '#shared/rpc/jobs.ts';
import { explainNotFound } from '../jobs/explain-not-found.ts';
import { JobError, type JobWork } from '../jobs/queue/job-failure.ts';
import type { LocalCatalogue, LocalSources, LongWork, NewSource, StoredSource } from '../service/service.ts';
import type { CheckOutcome } from './check-source.ts';
import { shownAddress } from './shown-address.ts';
import { sourceOf } from './sources/all-sources.ts';
import type { EntryDescription } from './sources/data-source.ts';
import type { WebAccess } from './web/open-web.ts';

/** What following needs; `check` is null if another process owns the store, and checks what is due. */
export interface FollowParts {
  readonly catalogue: LocalCatalogue;
  readonly access: WebAccess;
  readonly check: ((entry: StoredSource, work: LongWork) => Promise<CheckOutcome>) | null;
  readonly connection: string;
}

/**
 * Follows an address: with a new dataset, which appears with its first version, or with one that exists, whose newest
 * version is then compared with the source.
 * @throws {JobError} also if the first check fails; nothing is followed then
 */
export async function runFollow(parts: FollowParts, request: FollowRequest, work: JobWork): Promise<FollowResult> {
  const { namespace, dataset, choice } = request;
  const name = { namespace: namespace.slug, dataset: dataset.slug };
  for (const slug of Object.values(name)) {
    if (Value.Check(slugSchema, slug)) continue;
    throw new JobError('bad-name', explain('no-part-of-an-address', { name: slug }), slug);
  }
  const { sources } = parts.catalogue;
  work.report({ phase: 'asking-service', rows: 0, bytes: 0, fraction: null });
  const before = await sources.find(name);
  if (before !== null) {
    const label = `${name.namespace}/${name.dataset}`;
    const reason = explain('followed-already', { dataset: label, address: before.choice.address });
    throw new JobError('not-accepted', reason, label);
  }
  const described = await describeEntry(parts, request, work.signal);
  const source = newSource(request, parts.check === null);
  const provenance = provenanceOf(described, request);
  const isThere = await sources.put(name, source, provenance);
  if (!isThere) {
    const place = { namespace, dataset: completed(request, described) };
    await explainNotFound(
      sources.create(place, source, provenance),
      ({ requested }) => new JobError('not-found', explain('no-namespace', { namespace: requested }), requested),
    );
  }
  try {
    const outcome = await checkFollowed(parts, name, { signal: work.signal, onProgress: work.report }, null);
    if (outcome.kind === 'failed') {
      const { kind, where, retry } = outcome.failure;
      throw new JobError(kind, explanationOf(outcome.failure), where || choice.address, retry);
    }
    const followed = await sources.find(name);
    if (outcome.kind === 'gone' || followed === null) {
      throw new JobError('not-found', explain('dataset-gone'), name.dataset);
    }
    const version = outcome.kind === 'changed' ? outcome.version : '';
    const rows = outcome.kind === 'changed' ? outcome.rows : await sources.rowsOf(name);
    return { kind: 'follow', reference: { connection: parts.connection, ...name }, version, rows };
  } catch (error) {
    // Nothing is followed that could not be fetched once.
    if (isThere) await sources.remove(name);
    else await sources.dropUnpublished(name);
    throw error;
  }
}

async function describeEntry(
  { access }: FollowParts,
  { choice, allowPrivate }: FollowRequest,
  signal: AbortSignal,
): Promise<EntryDescription> {
  const web = access.webFor(new URL(choice.address), allowPrivate, signal);
  return await (await sourceOf(choice.kind)).describe(choice, web);
}

/** When a first check is repeated, in milliseconds, if its process ended meanwhile. */
const repeatMs = 3_600_000;

function newSource({ choice, every, allowPrivate, retention, guards }: FollowRequest, isRequested: boolean): NewSource {
  // Due at once only for another process: this one checks it itself.
  const nextCheck = new Date(Date.now() + (isRequested ? 0 : repeatMs)).toISOString();
  return { choice, every, allowPrivate, retention, guards, nextCheck };
}

function provenanceOf({ licence, publisher, contact, homepage }: EntryDescription, { choice }: FollowRequest) {
  const from = homepage ?? shownAddress(choice.address);
  return {
    licence: licence ?? '',
    source: publisher === null ? from : `${publisher}, ${from}`,
    contact: contact ?? '',
  };
}

/** The dataset to create, with the source's own words where the user gave none. */
function completed({ dataset }: FollowRequest, { title, description }: EntryDescription): FollowRequest['dataset'] {
  const { slug, create } = dataset;
  return {
    slug,
    create: {
      label: (create?.label || (isDataFile(title) ? labelFromFile(title) : title) || slug).slice(0, 255),
      description: create?.description || description || '',
    },
  };
}

/**
 * Checks a followed dataset, or lets the process that owns the store do it, and waits for that.
 * @param before the check after which another is waited for; a new one is requested without it
 */
export async function checkFollowed(
  { catalogue: { sources }, check }: FollowParts,
  name: DatasetName,
  work: LongWork,
  before?: SourceCheck | null,
): Promise<CheckOutcome> {
  if (check !== null) {
    const entry = await sources.entry(name);
    return entry === null ? { kind: 'gone' } : await check(entry, work);
  }
  const earlier = before === undefined ? await sources.lastCheck(name) : before;
  if (before === undefined && !(await sources.requestCheck(name))) return { kind: 'gone' };
  for (;;) {
    const [entry, last] = [await sources.entry(name), await sources.lastCheck(name)];
    if (entry === null || last === undefined) return { kind: 'gone' };
    if (last !== null && last.at !== earlier?.at && !entry.requested) return await asOutcome(last, sources, name);
    work.onProgress?.({ phase: 'waiting-for-service', rows: 0, bytes: 0, fraction: null });
    await sleep(200, undefined, given({ signal: work.signal })).catch(() => work.signal?.throwIfAborted());
  }
}

/** What the process that owns the store found. */
async function asOutcome(
  { outcome, reason, version }: SourceCheck,
  sources: LocalSources,
  name: DatasetName,
): Promise<CheckOutcome> {
  if (outcome === 'failed') {
    return { kind: 'failed', failure: failure('not-accepted', reason ?? explain('something-wrong'), { retry: true }) };
  }
  if (outcome === 'held') return { kind: 'held', reasons: reason === null ? [] : [reason] };
  return version === null ? { kind: 'unchanged' } : { kind: 'changed', version, rows: await sources.rowsOf(name) };
}
