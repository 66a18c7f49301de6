import { explain } from '#shared/failures.ts';
import { EngineMemoryError, type StoredVersion } from '../row-store.ts';

/** With more columns, their number is what needs memory: the engine buffers 2,048 values of each. */
const manyColumns = 2_000;

/**
 * Reads versions with the engine.
 * @throws {EngineMemoryError} if that needs more memory than the engine has
 */
export async function withinMemory<Result>(
  versions: readonly StoredVersion[],
  read: () => Promise<Result>,
): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    // The engine reports it as text only.
    if (!(error instanceof Error) || !error.message.startsWith('Out of Memory Error')) throw error;
    const columns = Math.max(0, ...versions.map((version) => version.columns.length));
    const message = columns >= manyColumns ? explain('columns-take-memory', { columns }) : explain('read-takes-memory');
    throw new EngineMemoryError(message, { cause: error });
  }
}
