import type { ExplanationCode } from '#shared/failures.ts';
import { IsolatedProcessError } from '../../../reading/process/isolated-process.ts';
import { IngestError } from '../../../reading/reading.ts';
import { invalid, refusal } from '../../plugins/api-error.ts';

const tooLarge: ReadonlySet<ExplanationCode> = new Set(['sql-took-memory', 'sql-took-rows', 'sql-took-columns']);

/** Runs work on a statement; its errors are those of the field that has it. @throws {ApiError} 400, 408, 413 */
export async function withStatementErrors<Result>(work: () => Promise<Result>, field = 'sql'): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof IngestError) {
      throw tooLarge.has(error.reason.code) ? refusal(413, error.message) : invalid({ [field]: [error.message] });
    }
    if (!(error instanceof IsolatedProcessError)) throw error;
    if (error.ending === 'time') throw refusal(408, error.message);
    throw error.ending === 'memory' ? refusal(413, error.message) : invalid({ [field]: [error.message] });
  }
}
