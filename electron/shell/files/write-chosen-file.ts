import { explain } from '#shared/failures.ts';
import { writeFileDurably } from '../../lib/durable-text.ts';
import { PersonError } from '../calls/user-error.ts';
import type { GivenTargets } from './allowed-targets.ts';

/**
 * Writes a file that the person chose a place for: whole and on the disk, or not at all.
 * @throws {PersonError} for any other place, and where the system refuses
 */
export async function writeChosenFile(file: string, content: Buffer, targets: GivenTargets): Promise<void> {
  if (!targets.has(file)) throw new PersonError(explain('only-chosen-places-written'));
  try {
    await writeFileDurably(file, content);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new PersonError(explain('file-not-written', { file, reason }));
  }
}
