import { explain, failure } from '#shared/failures.ts';
import { printedFailure, printFailure, type ResultSubject } from './print-failure.ts';
import { jobExitCodes } from './run.ts';

/** Runs `act` with a signal that SIGINT and SIGTERM abort for a reason. */
export async function untilStopped<Result>(
  reason: Error,
  act: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  const stop = () => controller.abort(reason);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
  try {
    return await act(controller.signal);
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, stop);
  }
}

/** Prints that work was stopped. @returns the exit code */
export function reportStopped(
  code: 'stopped' | 'stopped-cleanly',
  json: boolean | undefined,
  subject?: ResultSubject,
): number {
  const stopped = printedFailure(failure('interrupted', explain(code), { retry: true }));
  if (json === true) printFailure(stopped, undefined, subject);
  else process.stderr.write(`almanac: ${stopped.message}\n`);
  return jobExitCodes.interrupted;
}
