import { englishText } from '#shared/english/english-text.ts';
import type { Failure } from '#shared/failures.ts';
import { given } from '#shared/given.ts';
import { printable } from '#shared/text/printable.ts';
import type { JobFailure } from '../../jobs/queue/job-failure.ts';

/** A failure in the form that the command line prints. */
export interface PrintedFailure {
  /** The kind of the failure. */
  readonly code: string;
  /** What happened and what to do, in English. */
  readonly message: string;
  readonly where: string;
  readonly retry: boolean;
  readonly retryAfter?: number;
}

/** A failure in English, with advice if waiting for a service timed out. */
export function printedFailure(failure: Failure): PrintedFailure {
  const { kind, where, retry, retryAfter } = failure;
  const isWaiting = (kind === 'timeout' || kind === 'throttled') && !process.argv.includes('--patient');
  return {
    code: kind,
    message: `${printable(englishText(failure))}${isWaiting ? ' (Use --patient to keep waiting.)' : ''}`,
    where,
    retry,
    ...given({ retryAfter }),
  };
}

const noValues = { badValues: [], badCount: 0 } satisfies Partial<JobFailure>;

/** The subject of a line of results if there may be several: a file, or a part of it. */
export type ResultSubject = Readonly<Record<string, string | undefined>>;

/**
 * Prints why a command failed as the line of JSON that `--json` promises, which always has the same shape.
 * @param subject further members of it
 */
export function printFailure(
  failure: PrintedFailure,
  { badValues, badCount }: Pick<JobFailure, 'badValues' | 'badCount'> = noValues,
  subject: ResultSubject = {},
): void {
  const values = badValues.map(({ reason, ...place }) => ({ ...place, message: englishText(reason) }));
  process.stdout.write(`${JSON.stringify({ ok: false, ...subject, failure, badValues: values, badCount })}\n`);
}
