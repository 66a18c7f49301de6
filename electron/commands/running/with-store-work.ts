import type { LongWork } from '../../service/service.ts';
import { showCommandProgress } from './output/print-result.ts';
import { reportStopped, untilStopped } from './stopping.ts';

/**
 * Runs long work on a whole store, with its progress on standard error; SIGINT and SIGTERM stop it.
 * @returns null if it was stopped, which is printed and reported by the exit code
 */
export async function withStoreWork<Result>(
  json: boolean,
  act: (work: LongWork) => Promise<Result>,
): Promise<Result | null> {
  const display = showCommandProgress();
  const interrupted = new DOMException('Interrupted.', 'AbortError');
  return await untilStopped(interrupted, async (signal) => {
    try {
      return await act({ signal, onProgress: display.report });
    } catch (error) {
      if (!signal.aborted) throw error;
      display.end();
      process.exitCode = reportStopped('stopped', json);
      return null;
    } finally {
      display.end();
    }
  });
}
