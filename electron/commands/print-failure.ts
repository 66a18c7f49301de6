import type { Failure } from '#shared/rpc/records.ts';
import type { JobFailure } from '../jobs/queue/job-failure.ts';

/** What is known of values where it was not they that failed. */
const noValues = { badValues: [], badCount: 0 } satisfies Partial<JobFailure>;

/** Writes why a command failed as the line of JSON that `--json` promises; the same shape whatever failed. */
export function printFailure(failure: Failure, values: Pick<JobFailure, 'badValues' | 'badCount'> = noValues): void {
  process.stdout.write(`${JSON.stringify({ ok: false, failure, ...values })}\n`);
}
