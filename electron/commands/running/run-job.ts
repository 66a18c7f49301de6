import { createHash, randomBytes } from 'node:crypto';
import { englishText } from '#shared/english/english-text.ts';
import type { Explanation } from '#shared/failures.ts';
import type { JobRequest, JobResult } from '#shared/rpc/jobs.ts';
import { printable } from '#shared/text/printable.ts';
import type { JobDeps } from '../../jobs/job-deps.ts';
import { createJobRunner } from '../../jobs/job-runner.ts';
import { explainJobError, JobStopped } from '../../jobs/queue/job-failure.ts';
import { isNotFound, missingDataset } from './addresses/missing-dataset.ts';
import { confirm } from './confirm.ts';
import type { JobSession } from './job-session.ts';
import { showCommandProgress } from './output/print-result.ts';
import { printedFailure, printFailure, type ResultSubject } from './print-failure.ts';
import { CommandFailure, jobExitCodes, UsageFailure, usageKinds } from './run.ts';
import { reportStopped, untilStopped } from './stopping.ts';

/**
 * The same request has the same id, so that a stopped export resumes when it is requested again. Publishing has a new
 * one each time: publishing the same file twice may be intended.
 */
function idOf(request: JobRequest): string {
  if (request.kind === 'publish') return randomBytes(16).toString('hex');
  return createHash('sha256').update(JSON.stringify(request)).digest('hex').slice(0, 16);
}

/**
 * Runs a job in this process, reporting progress on standard error. A failure is also reported there (with `--json` on
 * standard output), and by the exit code.
 * @param subject what the failure is about, for `--json`
 * @returns null if it failed or was stopped
 */
export async function runJob<Request extends JobRequest>(
  session: JobSession,
  request: Request,
  json: boolean | undefined,
  subject: ResultSubject = {},
): Promise<Extract<JobResult, { kind: Request['kind'] }> | null> {
  const { deps } = session;
  const runner = createJobRunner(deps);
  const display = showCommandProgress();
  const { report } = display;
  const notice = (explanation: Explanation) => display.notice(printable(englishText(explanation)));
  const id = idOf(request);
  return await untilStopped(new JobStopped('cancelled'), async (stopping) => {
    try {
      const result = await session.repeat(stopping, (signal) => runner.run(request, { id, signal, report, notice }));
      display.end();
      // A runner returns a result of the same kind as its request.
      return result as Extract<JobResult, { kind: Request['kind'] }>;
    } catch (error) {
      display.end();
      const stopped = stopping.aborted;
      const { failure: explained } = explainJobError(error);
      if (!stopped && !json && request.kind === 'publish' && explained.kind === 'loses-data' && process.stdin.isTTY) {
        await confirm(`${printedFailure(explained).message} Publish it anyway?`, false);
        // Only a flag of the request changes.
        return await runJob(session, { ...request, refuseLoss: false } as Request, json, subject);
      }
      if (stopped || !explained.retry) await runner.discard(request, id);
      process.exitCode = stopped
        ? reportStopped('stopped-cleanly', json, subject)
        : reportFailure((await missingIn(deps, request, error)) ?? error, json, subject);
      return null;
    }
  });
}

/** The dataset that a failed request is about, if its service does not have it; null for any other failure. */
async function missingIn(deps: JobDeps, request: JobRequest, error: unknown): Promise<CommandFailure | null> {
  const subject = request.kind === 'verify' ? request.subject : request;
  if (!('reference' in subject) || !isNotFound(error)) return null;
  const { reference } = subject;
  return await deps.withService(reference.connection, ({ source }) => missingDataset(source, reference));
}

/** Bad values to print on a terminal; the others are counted, and the JSON contains the first thousand. */
const shownBadValues = 10;

/** Reports why work failed, on standard error or as JSON. @returns the exit code */
export function reportFailure(error: unknown, json = false, subject: ResultSubject = {}): number {
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
