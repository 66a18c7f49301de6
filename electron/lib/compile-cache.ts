import { lstatSync, mkdirSync } from 'node:fs';
import module from 'node:module';

/** By then all that a start runs has been compiled. */
const flushDelayMs = 8_000;

/**
 * Keeps the compiled code of modules that are loaded from now on, so that the next start need not compile them again.
 * Does nothing where the runtime has no compile cache (Node before 22.8), or where others could write to the folder.
 * @param folder made where it is missing, readable by its owner alone
 */
export function enableCompileCache(folder: string): void {
  if (module.enableCompileCache === undefined) return;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const { uid, mode } = lstatSync(folder);
    if (process.getuid !== undefined && (uid !== process.getuid() || (mode & 0o022) !== 0)) return;
  } catch {
    // A full disk or a folder that cannot be written: everything is compiled.
    return;
  }
  module.enableCompileCache(folder);
  // Node writes at the end of a process; one that is killed has not come so far.
  setTimeout(() => module.flushCompileCache?.(), flushDelayMs).unref();
}
