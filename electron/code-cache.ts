import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire, Module } from 'node:module';
import path from 'node:path';
import { Script } from 'node:vm';

/** Milliseconds from the start until what was compiled is kept: by then all that a start runs has run. */
const settled = 8_000;

interface Compiled {
  readonly script: Script;
  readonly kept: string;
}

/**
 * Keeps what the engine of JavaScript made of this program's own bundled files, so that the next start need not compile
 * them again: it is most of what a start costs. Files of the same folder and kind that are required from now on are
 * concerned. A kept file is named after the program's file, which carries the hash of its content, and after the engine;
 * one that the engine refuses, or that is somebody else's, is made anew. Without the folder everything is compiled as
 * ever.
 * @param own the folder of the program's files, all of them `.cjs`
 * @param folder where the compiled code is kept; readable by this person alone
 * @param when milliseconds until it is written, or at the end of a process that does one thing
 */
export function keepCompiled(own: string, folder: string, when: number | 'at-end' = settled): void {
  const { extensions } = createRequire(path.join(own, 'any.cjs'));
  const usual = extensions['.js'];
  const fresh: Compiled[] = [];
  extensions['.cjs'] = (module, file) => {
    if (path.dirname(file) !== own) return usual?.(module, file);
    const kept = path.join(folder, keptName(path.basename(file)));
    const cachedData = bytesOf(kept);
    const script = new Script(Module.wrap(readFileSync(file, 'utf8')), {
      filename: file,
      ...(cachedData && { cachedData }),
    });
    if (cachedData === undefined || script.cachedDataRejected === true) fresh.push({ script, kept });
    const run = script.runInThisContext() as (...given: unknown[]) => void;
    run.call(module.exports, module.exports, createRequire(file), module, file, own);
  };
  const write = () => keep(fresh, own, folder);
  if (when === 'at-end') process.once('exit', write);
  else setTimeout(write, when).unref();
}

function keptName(file: string): string {
  return `${file}-${process.versions.v8}-${process.arch}`;
}

/** What is kept in a file of this person's own: code of somebody else is not run, whoever the folder belongs to. */
function bytesOf(file: string): Buffer | undefined {
  try {
    const opened = openSync(file, 'r');
    try {
      const { uid, mode } = fstatSync(opened);
      const own = process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0);
      return own ? readFileSync(opened) : undefined;
    } finally {
      closeSync(opened);
    }
  } catch {
    return undefined;
  }
}

/** What cannot be kept costs the next start its time, and nothing else. */
function keep(fresh: readonly Compiled[], own: string, folder: string): void {
  if (fresh.length === 0) return;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    // Those of an older program are of no use to anybody.
    const names = new Set(readdirSync(own).map(keptName));
    for (const name of readdirSync(folder)) if (!names.has(name)) rmSync(path.join(folder, name), { force: true });
    for (const { script, kept } of fresh) {
      // Another process may be keeping the same.
      const part = `${kept}-${process.pid}.part`;
      writeFileSync(part, script.createCachedData(), { mode: 0o600 });
      renameSync(part, kept);
    }
  } catch {
    // A full disk, a folder that cannot be written.
  }
}
