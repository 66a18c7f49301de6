import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type Explanation, explain, explanationOf, type Failure, inTurn } from '#shared/failures.ts';
import type { FileOptions } from '#shared/rpc/source-file.ts';
import { afterInterval } from '#shared/time/every.ts';
import { columnNotes, previewFile } from '../jobs/publish/planned-file.ts';
import { explainJobError, JobError } from '../jobs/queue/job-failure.ts';
import { scratchName } from '../jobs/scratch.ts';
import type { Clock } from '../lib/clock.ts';
import { neverAborted } from '../lib/never-aborted.ts';
import type { Candidate, CandidateOutcome, LongWork, Service, StoredSource } from '../service/service.ts';
import type { TablePreview } from '../service/user-files.ts';
import { lookAt } from './look.ts';
import { shownAddress } from './shown-address.ts';
import { sourceOf } from './sources/all-sources.ts';
import type { Fetched, ListedColumn } from './sources/data-source.ts';
import type { SourceWeb, WebAccess } from './web/open-web.ts';

export interface CheckParts {
  readonly local: Service;
  readonly access: WebAccess;
  readonly clock: Clock;
  /** Folder for what may be deleted at any time. */
  readonly scratch: string;
}

export type CheckOutcome =
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'changed'; readonly version: string; readonly rows: number }
  | { readonly kind: 'held'; readonly reasons: readonly Explanation[] }
  | { readonly kind: 'failed'; readonly failure: Failure }
  /** The dataset is no longer followed. */
  | { readonly kind: 'gone' };

/**
 * Checks one source: asks for its state, fetches and publishes what differs, and records the check. Only a cancelled
 * check is not recorded, and thrown.
 */
export async function checkSource(parts: CheckParts, given: StoredSource, work: LongWork): Promise<CheckOutcome> {
  if (given.choice.kind === 'recipe') return await checkRecipe(parts, given, work);
  const { local, access, clock } = parts;
  const signal = work.signal ?? neverAborted;
  const { every, datasetId } = given;
  let entry = given;
  const started = clock.now();
  const at = new Date(started).toISOString();
  const elapsedMs = () => clock.now() - started;
  const web = access.webFor(new URL(given.choice.address), given.allowPrivate, signal);
  const next = () => nextCheckAt(every, clock.now(), web.maxAgeMs(), clock.random());
  try {
    if (entry.choice.kind === 'unknown') entry = await identified(local, entry, web);
    const { choice } = entry;
    const source = await sourceOf(choice.kind);
    const isFull = entry.state === null || isFullCheckDue(every, entry.lastFull, started);
    const state = isFull ? null : await source.state(choice, web);
    if (state !== null && isDeepStrictEqual(state, entry.state)) {
      const spent = { bytes: web.received(), milliseconds: Math.round(elapsedMs()) };
      const check = { at, outcome: 'unchanged' as const, ...spent, full: false, nextCheck: next() };
      await local.sources.recordCheck(datasetId, check);
      return { kind: 'unchanged' };
    }
    const outcome = await withFetched({ ...parts, web }, entry, work, (fetched, file) =>
      local.publishCandidate(
        {
          ...candidateOf(fetched, file),
          datasetId,
          sourceName: shownAddress(choice.address),
          bytes: web.received(),
          at,
          nextCheck: next(),
          elapsedMs,
        },
        work,
      ),
    );
    return outcomeOf(outcome);
  } catch (error) {
    signal.throwIfAborted();
    const failure = failureOfCheck(error);
    const failures = entry.failures + 1;
    const retryAfterMs = Math.max(
      (failure.retryAfter ?? 0) * 1000,
      access.turns.waitMs(new URL(given.choice.address).host),
    );
    await local.sources.recordCheck(datasetId, {
      at,
      outcome: 'failed',
      reason: explanationOf(failure),
      bytes: web.received(),
      milliseconds: Math.round(elapsedMs()),
      full: false,
      nextCheck: retryAt(every, clock.now(), isOwnFault(failure) ? 1 : failures, retryAfterMs, clock.random()),
      stop: failures >= maxFailures && !isOwnFault(failure),
    });
    return { kind: 'failed', failure };
  }
}

function outcomeOf(outcome: CandidateOutcome | null): CheckOutcome {
  if (outcome === null) return { kind: 'gone' };
  if (outcome.outcome === 'held') return { kind: 'held', reasons: outcome.reasons };
  if (outcome.outcome === 'unchanged' || outcome.version === null) return { kind: 'unchanged' };
  return { kind: 'changed', version: outcome.version, rows: outcome.rows };
}

/** Runs a recipe, which records its failure by itself. */
async function checkRecipe(
  { local, clock }: CheckParts,
  { datasetId }: StoredSource,
  work: LongWork,
): Promise<CheckOutcome> {
  try {
    return outcomeOf(await local.runRecipe(datasetId, work, clock.now()));
  } catch (error) {
    work.signal?.throwIfAborted();
    return { kind: 'failed', failure: failureOfCheck(error) };
  }
}

/** Catalogues within catalogues that are followed to a file. */
const maxDepth = 3;

/** Finds out what stands behind an address that was only named, and keeps it. */
async function identified(local: Service, entry: StoredSource, web: SourceWeb): Promise<StoredSource> {
  const { choice, namespace, dataset } = entry;
  let address = new URL(choice.address);
  let requested = choice.entry;
  // A catalogue leads to its datasets, each with files of its own.
  for (let depth = 0; ; depth += 1) {
    const { kind, entries } = await lookAt(address, web);
    const chosen = entries.find(({ id }) => id === requested) ?? (entries.length === 1 ? entries[0] : undefined);
    if (chosen === undefined) {
      const ids = entries.slice(0, 20).map(({ id }) => id);
      throw new JobError('not-found', explain('entry-required', { entries: ids.join(', ') }), choice.address);
    }
    if (chosen.leadsTo !== undefined && depth < maxDepth) {
      address = new URL(chosen.leadsTo, address);
      requested = '';
      continue;
    }
    const found = { ...choice, kind, address: address.href, entry: chosen.id };
    await local.sources.change({ namespace, dataset }, { choice: found });
    return { ...entry, choice: found };
  }
}

/** A computer without a network, or more sources than the budget of their host allows, is no fault of the source. */
function isOwnFault({ kind, code }: Failure): boolean {
  return kind === 'offline' || code === 'host-budget-spent';
}

/** The failure with the first bad value of a file, because no user sees a list of them. */
function failureOfCheck(error: unknown): Failure {
  const { failure, badValues } = explainJobError(error);
  const [first] = badValues;
  if (first === undefined) return failure;
  const { code, values } = inTurn(explanationOf(failure), first.reason);
  return { ...failure, code, values } as Failure;
}

/** Fetches a source into a temporary folder and reads how its files start; the folder exists while `act` runs. */
export async function withFetched<Result>(
  { local, scratch, clock, web }: Pick<CheckParts, 'local' | 'scratch' | 'clock'> & { readonly web: SourceWeb },
  { choice }: Pick<StoredSource, 'choice'>,
  { onProgress }: LongWork,
  act: (fetched: Fetched, preview: TablePreview) => Promise<Result>,
  purpose: 'show' | 'take-in' = 'take-in',
): Promise<Result> {
  const folder = await mkdtemp(path.join(scratch, scratchName('follow')));
  try {
    const source = await sourceOf(choice.kind);
    const fetched = await source.fetch(choice, folder, web, {
      sleep: (milliseconds) => clock.sleep(milliseconds, web.signal),
      report: (bytes, total) =>
        onProgress?.({
          phase: 'fetching',
          rows: 0,
          bytes,
          fraction: total === null || total === 0 ? null : bytes / total,
        }),
    });
    const [first = ''] = fetched.files;
    const preview = await previewFile(
      local.files,
      { path: first, options: optionsOf(fetched) },
      scratch,
      purpose,
      web.signal,
    );
    return await act(fetched, preview);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Columns become rows only if that was said: the versions before had the columns of the source. */
function optionsOf({ files, options }: Fetched): FileOptions {
  const asked = { rowsFrom: null, marks: null, ...options };
  return files.length > 1 && options.combine === undefined ? { ...asked, combine: { files } } : asked;
}

function candidateOf(
  { columns, codes, notices, rows, state }: Fetched,
  { plan, survey }: TablePreview,
): Pick<Candidate, 'content' | 'columns' | 'codes' | 'notices' | 'expectedRows' | 'state'> {
  const names = new Map(survey.columns.map((column) => [column.source, column.name]));
  const nameOf = (name: string) => names.get(name) ?? name;
  return {
    content: { kind: 'file', file: plan },
    columns: [...columnNotes(plan), ...columns.map((column) => noteOf(column, nameOf(column.name)))],
    ...(codes !== undefined && { codes: codes.map((one) => ({ ...one, column: nameOf(one.column) })) }),
    ...(notices !== undefined && { notices }),
    expectedRows: rows,
    state,
  };
}

function noteOf({ title, description, unit }: ListedColumn, name: string): Candidate['columns'][number] {
  const label = title === null ? null : unit === null || title.includes(unit) ? title : `${title} (${unit})`;
  const words = description ?? (title === null ? unit : null);
  return { name, ...(label === null ? {} : { label }), ...(words === null ? {} : { description: words }) };
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Failures in a row after which a source is paused and shown. */
export const maxFailures = 10;

/** The longest time that a `Cache-Control` of a server delays a check: some say a year for what changes daily. */
const maxAgeHeededMs = dayMs;

/** Checks are spread over this part of the interval, so that not everybody asks at the same minute. */
const jitter = 0.05;
const maxJitterMs = 15 * 60_000;

/** The time of the check after a successful one, ISO 8601; null for a schedule by hand. @param random in [0, 1) */
function nextCheckAt(every: string, now: number, maxAgeMs: number, random: number): string | null {
  const next = afterInterval(every, now);
  if (next === null) return null;
  const spread = Math.min((next - now) * jitter, maxJitterMs) * random;
  const fresh = now + Math.min(maxAgeMs, maxAgeHeededMs);
  return new Date(Math.max(next + spread, fresh)).toISOString();
}

/**
 * The time of the check after a failed one: an hour later, then two, four …, at most a day or the interval of the
 * schedule. @param failures in a row, including this one
 * @param retryAfterMs what the server asked for
 */
function retryAt(every: string, now: number, failures: number, retryAfterMs: number, random: number): string | null {
  const next = afterInterval(every, now);
  if (next === null) return null;
  const longest = Math.max(next - now, dayMs);
  const delay = Math.min(hourMs * 2 ** Math.min(failures - 1, 20), longest);
  return new Date(now + Math.max(delay, retryAfterMs) + Math.min(delay * jitter, maxJitterMs) * random).toISOString();
}

/** Validators can lie: the content itself is read again after this long. */
function isFullCheckDue(every: string, lastFull: string | null, now: number): boolean {
  if (lastFull === null) return true;
  const interval = (afterInterval(every, now) ?? now) - now;
  return now - Date.parse(lastFull) > Math.max(14 * dayMs, 8 * interval);
}
