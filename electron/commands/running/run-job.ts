import { createHash, randomBytes } from 'node:crypto';
import { englishText } from '#shared/english/english-text.ts';
import { type Explanation, explain, failure } from '#shared/failures.ts';
import type { JobRequest, JobResult } from '#shared/rpc/jobs.ts';
import { printable } from '#shared/text/printable.ts';
import type { JobDeps } from '../../jobs/job-deps.ts';
import { createJobRunner } from '../../jobs/job-runner.ts';
import { explainJobError } from '../../jobs/queue/job-failure.ts';
import { JobStopped } from '../../jobs/queue/job-work.ts';
import { isNotFound, missingDataset } from './addresses/missing-dataset.ts';
import { confirm } from './confirm.ts';
import { jobExitCodes, usageKinds } from './job-exit-codes.ts';
import type { JobSession } from './job-session.ts';
import { showCommandProgress } from './output/print-result.ts';
import { printedFailure, printFailure, type ResultSubject } from './print-failure.ts';
import { CommandFailure, UsageFailure } from './run.ts';

/** The outcome of a job on the command line. */
export type JobOutcome<Result extends JobResult> =
  | { readonly kind: 'done'; readonly result: Result }
  | { readonly kind: 'ended' };

/**
 * The same request has the same id, so that a stopped export resumes when it is requested again. Publishing has a new
 * one each time: publishing the same file twice may be intended.
 */
function idOf(request: JobRequest): string {
  if (request.kind === 'publish') return randomBytes(16).toString('hex');
  return createHash('sha256').update(JSON.stringify(request)).digest('hex').slice(0, 16);
}

function stopOnSignals(controller: AbortController): () => void {
  const stop = () => controller.abort(new JobStopped('cancelled'));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
  return () => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, stop);
  };
}

/**
 * Runs a job in this process, reporting progress on standard error. A failure is also reported there (with `--json` on
 * standard output), and by the exit code.
 * @param subject what the failure is about, for `--json`
 */
export async function runJob<Request extends JobRequest>(
  { deps, repeat }: Pick<JobSession, 'deps' | 'repeat'>,
  request: Request,
  json: boolean,
  subject: ResultSubject = {},
): Promise<JobOutcome<Extract<JobResult, { kind: Request['kind'] }>>> {
  const runner = createJobRunner(deps);
  const display = showCommandProgress();
  const controller = new AbortController();
  const removeHandlers = stopOnSignals(controller);
  const { report } = display;
  const notice = (explanation: Explanation) => display.notice(printable(englishText(explanation)));
  const id = idOf(request);
  try {
    const result = await repeat(controller.signal, (signal) => runner.run(request, { id, signal, report, notice }));
    display.end();
    // A runner returns a result of the same kind as its request.
    return { kind: 'done', result: result as Extract<JobResult, { kind: Request['kind'] }> };
  } catch (error) {
    display.end();
    const stopped = controller.signal.aborted;
    const { failure: explained } = explainJobError(error);
    if (!stopped && !json && request.kind === 'publish' && explained.kind === 'loses-data' && process.stdin.isTTY) {
      await confirm(`${printedFailure(explained).message} Publish it anyway?`, false);
      // Only a flag of the request changes.
      return await runJob({ deps, repeat }, { ...request, refuseLoss: false } as Request, json, subject);
    }
    if (stopped || !explained.retry) await runner.discard(request, id);
    process.exitCode = stopped
      ? reportStopped(json, subject)
      : reportFailure((await missingIn(deps, request, error)) ?? error, json, subject);
    return { kind: 'ended' };
  } finally {
    removeHandlers();
  }
}

/** The dataset that a failed request is about, if its service does not have it; null for any other failure. */
async function missingIn(deps: JobDeps, request: JobRequest, error: unknown): Promise<CommandFailure | null> {
  const subject = request.kind === 'verify' ? request.subject : request;
  if (!('reference' in subject) || !isNotFound(error)) return null;
  const { reference } = subject;
  return await deps.withService(reference.connection, ({ source }) => missingDataset(source, reference));
}

function reportStopped(json: boolean, subject: ResultSubject): number {
  const stopped = printedFailure(failure('interrupted', explain('stopped-cleanly'), { retry: true }));
  if (json) printFailure(stopped, undefined, subject);
  else process.stderr.write(`almanac: ${stopped.message}\n`);
  return jobExitCodes.interrupted;
}

/** Bad values to print on a terminal; the others are counted, and the JSON contains the first thousand. */
const shownBadValues = 10;

/** Reports why work failed, on standard error or as JSON. @returns the exit code */
export function reportFailure(error: unknown, json: boolean, subject: ResultSubject = {}): number {
  if (error instanceof CommandFailure) {
    const { code, message } = error;
    if (json) printFailure({ code, message, where: '', retry: false }, undefined, subject);
    else process.stderr.write(`almanac: ${message}\n`);
    return error instanceof UsageFailure ? jobExitCodes.usage : jobExitCodes.failed;
  }
  const { failure: explained, badValues, badCount } = explainJobError(error);
  const failure = printedFailure(explained);
  if (json) printFailure(failure, { badValues, badCount }, subject);
  else {
    const internal = failure.code === 'internal' && error instanceof Error;
    process.stderr.write(`almanac: ${internal ? (error.stack ?? error.message) : failure.message}\n`);
    for (const { row, line, column, value, reason } of badValues.slice(0, shownBadValues)) {
      const place = [line === null ? (row === null ? '' : `record ${row}`) : `line ${line}`, column ?? ''];
      const shown = value === null ? '' : `: ${JSON.stringify(value.length > 80 ? `${value.slice(0, 79)}…` : value)}`;
      const reported = `  ${place.filter((one) => one !== '').join(', ')}${shown}: ${englishText(reason)}\n`;
      process.stderr.write(printable(reported));
    }
    if (badCount > shownBadValues) process.stderr.write(`  … ${badCount - Math.min(badCount, shownBadValues)} more\n`);
    if (badCount > 0)
      process.stderr.write(`Use --rejects FILE.csv to write such rows to a file and publish the others.\n`);
  }
  if (explained.kind === 'loses-data') {
    if (!json) process.stderr.write('Use --yes to publish it anyway.\n');
    return jobExitCodes.usage;
  }
  if (usageKinds.has(explained.kind)) return jobExitCodes.usage;
  return badCount > 0 ? jobExitCodes.badValues : jobExitCodes.failed;
}
