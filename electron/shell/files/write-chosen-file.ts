import { rm, writeFile } from 'node:fs/promises';
import { explain } from '#shared/failures.ts';
import { publish } from '../../lib/durable-file.ts';
import { PersonError } from '../calls/user-error.ts';
import type { GivenTargets } from './allowed-targets.ts';

/**
 * Writes a file that the person chose a place for: whole and on the disk, or not at all.
 * @throws {PersonError} for any other place, and where the system refuses
 */
export async function writeChosenFile(file: string, content: Buffer, targets: GivenTargets): Promise<void> {
  if (!targets.has(file)) throw new PersonError(explain('only-own-files-shown'));
  const part = `${file}.part`;
  try {
    await writeFile(part, content, { flush: true });
    await publish(part, file);
  } catch (error) {
    await rm(part, { force: true }).catch(() => undefined);
    const reason = error instanceof Error ? error.message : String(error);
    throw new PersonError(explain('settings-not-written', { file, reason }));
  }
}
