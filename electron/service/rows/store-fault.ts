import { systemCodeOf } from '../../lib/errors/system-error.ts';
import { ObjectStoreError } from '../../lib/objects/object-store-error.ts';
import { DiskFullError, diskFull, isDiskFull } from '../files/disk-full.ts';

/** A system error code, the engine's text for it, and its meaning for the store. */
const faults: readonly (readonly [codes: readonly string[], words: RegExp, meaning: string])[] = [
  [['EACCES', 'EPERM'], /permission denied|operation not permitted/i, 'the service may not write to it'],
  [['EROFS'], /read-only file system/i, 'its disk is read-only'],
  [['EIO', 'ESTALE', 'ENXIO', 'ENODEV'], /input\/output error|stale file handle/i, 'its disk does not respond'],
  [['ENOENT', 'ENOTDIR'], /no such file or directory|not a directory/i, 'one of its folders is missing'],
  [['EMFILE', 'ENFILE'], /too many open files/i, 'too many files are open at once'],
];

function meaningOf(error: Error): string | null {
  if (error instanceof ObjectStoreError) return `its object storage ${error.meaning}`;
  const code = systemCodeOf(error);
  return faults.find(([codes, words]) => codes.includes(code) || words.test(error.message))?.[2] ?? null;
}

/** Explains a disk error of the store to the user who publishes, without a path. Null for any other failure. */
export function storeFaultText(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if (error instanceof DiskFullError) return error.message;
  if (isDiskFull(error)) return diskFull;
  const meaning = meaningOf(error);
  if (meaning === null) return null;
  return `The version could not be written to the store of the service: ${meaning}. Nothing was published. The service's log names the file; publish again when this is fixed.`;
}

/** As {@link storeFaultText}, for a user who reads or changes anything else. */
export function storeFaultOfRequest(error: unknown): string | null {
  const meaning = error instanceof Error ? meaningOf(error) : null;
  if (meaning === null) return null;
  return `The service cannot use its store: ${meaning}. The service's log says more; try again when this is fixed.`;
}
