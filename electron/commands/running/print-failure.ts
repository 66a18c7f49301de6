import { englishText } from '#shared/english/english-text.ts';
import type { Failure } from '#shared/failures.ts';
import { printable } from '#shared/text/printable.ts';
import type { JobFailure } from '../../jobs/queue/job-failure.ts';

/** A failure as the command line prints it. */
export interface PrintedFailure {
  /** The kind of the failure. */
  readonly code: string;
  /** What happened and what to do, in English. */
  readonly message: string;
  readonly where: string;
  readonly retry: boolean;
  readonly retryAfter?: number;
}

/** A failure in English, with what helps where it was the waiting that ended. */
export function printedFailure(failure: Failure): PrintedFailure {
  const { kind, where, retry, retryAfter } = failure;
  const isWaiting = (kind === 'timeout' || kind === 'throttled') && !process.argv.includes('--patient');
  return {
    code: kind,
    message: `${printable(englishText(failure))}${isWaiting ? ' (Use --patient to keep waiting.)' : ''}`,
    where,
    retry,
    ...(retryAfter === undefined ? {} : { retryAfter }),
  };
}

/** What is known of values where it was not they that failed. */
const noValues = { badValues: [], badCount: 0 } satisfies Partial<JobFailure>;

/** Writes why a command failed as the line of JSON that `--json` promises; the same shape whatever failed. */
export function printFailure(
  failure: PrintedFailure,
  { badValues, badCount }: Pick<JobFailure, 'badValues' | 'badCount'> = noValues,
): void {
  const values = badValues.map(({ reason, ...place }) => ({ ...place, message: englishText(reason) }));
  process.stdout.write(`${JSON.stringify({ ok: false, failure, badValues: values, badCount })}\n`);
}
