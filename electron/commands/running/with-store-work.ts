import { explain, failure } from '#shared/failures.ts';
import type { LongWork } from '../../service/service.ts';
import { jobExitCodes } from './job-exit-codes.ts';
import { showCommandProgress } from './output/print-result.ts';
import { printedFailure, printFailure } from './print-failure.ts';

/**
 * Runs long work on a whole store, with its progress on standard error; SIGINT and SIGTERM stop it.
 * @returns null if it was stopped, which is printed and reported by the exit code
 */
export async function withStoreWork<Result>(
  json: boolean,
  act: (work: LongWork) => Promise<Result>,
): Promise<Result | null> {
  const display = showCommandProgress();
  const controller = new AbortController();
  const stop = () => controller.abort(new DOMException('Interrupted.', 'AbortError'));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
  try {
    return await act({ signal: controller.signal, onProgress: display.report });
  } catch (error) {
    if (!controller.signal.aborted) throw error;
    display.end();
    process.exitCode = jobExitCodes.interrupted;
    const stopped = printedFailure(failure('interrupted', explain('stopped'), { retry: true }));
    if (json) printFailure(stopped);
    else process.stderr.write(`almanac: ${stopped.message}\n`);
    return null;
  } finally {
    display.end();
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, stop);
  }
}
