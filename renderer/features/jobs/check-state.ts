import { type Explanation, explanationOf } from '#shared/failures.ts';
import type { VersionCheck } from '#shared/rpc/calls/checks.ts';
import type { Job } from '#shared/rpc/jobs.ts';
import type { DatasetReference } from '#shared/rpc/records.ts';
import { sameDataset } from '../../lib/catalogue/find-records.ts';
import { hasEnded, newestJob } from '../../lib/format/job-texts.ts';

/** What is known about the integrity of a version. */
export type CheckState =
  | { readonly kind: 'none' }
  | { readonly kind: 'checking' }
  /** The check itself failed. */
  | { readonly kind: 'failed'; readonly reason: Explanation }
  | { readonly kind: VersionCheck['verdict']; readonly reason: Explanation | null; readonly at: string };

/** The last job that verified this version, possibly still running; null if there is none or it was cancelled. */
function lastJob(jobs: readonly Job[], reference: DatasetReference, version: string): Job | null {
  const checks = jobs.filter(({ request, state }) => {
    if (request.kind !== 'verify' || request.subject.kind !== 'version' || state === 'cancelled') return false;
    return request.subject.version === version && sameDataset(request.subject.reference, reference);
  });
  return newestJob(checks);
}

/**
 * The integrity of a version: a check that is running or has failed since, otherwise the last completed one, which
 * survives clearing the list of jobs.
 * @param checksum that of the version's record, if known: a check against another one is ignored
 */
export function checkStateOf(
  known: { readonly jobs: readonly Job[]; readonly checks: readonly VersionCheck[] },
  reference: DatasetReference,
  version: string,
  checksum: string | undefined,
): CheckState {
  const kept = known.checks.find((one) => one.version === version);
  const check = kept !== undefined && (checksum === undefined || kept.expected === checksum) ? kept : null;
  const job = lastJob(known.jobs, reference, version);
  if (job !== null && !hasEnded(job)) return { kind: 'checking' };
  const failed = job !== null && (check === null || job.created > check.at) ? job.failure : null;
  if (failed !== null) return { kind: 'failed', reason: explanationOf(failed) };
  return check === null ? { kind: 'none' } : { kind: check.verdict, reason: check.reason, at: check.at };
}
