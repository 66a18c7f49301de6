import type { LongWork } from '../service/rows/row-store.ts';
import { jobExitCodes } from './job-exit-codes.ts';
import { printFailure } from './print-failure.ts';
import { showProgress } from './show-progress.ts';

/**
 * Does long work on a whole store, with its progress on standard error; SIGINT and SIGTERM stop it.
 * @returns null where it was stopped, which is said, and told by the exit code
 */
export async function withStoreWork<Result>(
  json: boolean,
  act: (work: LongWork) => Promise<Result>,
): Promise<Result | null> {
  const display = showProgress(process.stderr);
  const controller = new AbortController();
  const stop = () => controller.abort(new DOMException('It was stopped.', 'AbortError'));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
  try {
    return await act({ signal: controller.signal, onProgress: display.report });
  } catch (error) {
    if (!controller.signal.aborted) throw error;
    display.end();
    process.exitCode = jobExitCodes.interrupted;
    const failure = { code: 'interrupted', message: 'It was stopped.', where: '', retry: true };
    if (json) printFailure(failure);
    else process.stderr.write(`almanac: ${failure.message}\n`);
    return null;
  } finally {
    display.end();
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, stop);
  }
}
