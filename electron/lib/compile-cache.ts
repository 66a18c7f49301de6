import { lstatSync, mkdirSync } from 'node:fs';
import module from 'node:module';

/** After this time everything that a start runs has been compiled. */
const flushDelayMs = 8_000;

/**
 * Stores the compiled code of all modules loaded from now on, so that the next start need not compile them again. Does
 * nothing if the runtime has no compile cache (Node before 22.8), or if others could write to the folder.
 * @param folder created if missing, readable only by its owner
 */
export function enableCompileCache(folder: string): void {
  if (module.enableCompileCache === undefined) return;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const { uid, mode } = lstatSync(folder);
    if (process.getuid !== undefined && (uid !== process.getuid() || (mode & 0o022) !== 0)) return;
  } catch {
    // A full disk or a read-only folder: everything is compiled.
    return;
  }
  module.enableCompileCache(folder);
  // Node writes the cache at exit, which a process that is killed never reaches.
  setTimeout(() => module.flushCompileCache?.(), flushDelayMs).unref();
}
