import { writeFile } from 'node:fs/promises';
import { ExplainedError } from '#shared/english/explained-error.ts';
import { explain } from '#shared/failures.ts';
import { writeUserFile } from '../../lib/user-file.ts';
import type { AllowedTargets } from './allowed-targets.ts';

/**
 * Writes a file at a path that the user chose, atomically and durably.
 * @throws {ExplainedError} for any other path, and if the system refuses
 */
export async function writeChosenFile(file: string, content: Buffer, targets: AllowedTargets): Promise<void> {
  if (!targets.has(file)) throw new ExplainedError(explain('only-chosen-places-written'));
  try {
    await writeUserFile(file, (part) => writeFile(part, content));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ExplainedError(explain('file-not-written', { file, reason }));
  }
}
