import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { constants, cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { nodeEnvironment } from '../node-environment.ts';

const root = path.join(import.meta.dirname, '..', '..', '..');
const samples = path.join(root, 'out', 'samples');
const prepared = path.join(import.meta.dirname, '..', '..', 'out', 'store');
/** States what the store was made of, once it is complete. */
const mark = path.join(prepared, 'made-of');

/** The files of a store. Others in its folder belong to the process that has it open, or to the window. */
const storeFiles = ['catalogue.sqlite', 'catalogue.sqlite-wal', 'rows', 'media'];

/** Everything that the store depends on: the samples, the sources that load them, and their libraries. */
function fingerprint(): string {
  const hash = createHash('sha256');
  const files = globSync(['out/samples/*', '{electron,shared}/**/*.ts', 'package-lock.json'], { cwd: root });
  for (const file of files.sort()) hash.update(file).update(readFileSync(path.join(root, file)));
  return hash.digest('hex');
}

/**
 * Loads the samples as a first start does, once for all tests, and again only after a change: it takes longer than most
 * of them. In a process of its own, because here every file of the service would be transformed, and loaded again by
 * each worker.
 * @throws if there are no samples, or their row files are not built in time: each test would fail for another reason
 */
export default function prepareStore(): void {
  const made = fingerprint();
  if (existsSync(mark) && readFileSync(mark, 'utf8') === made) return;
  rmSync(prepared, { recursive: true, force: true });
  mkdirSync(prepared, { recursive: true });
  const program = path.join(import.meta.dirname, 'load-samples.ts');
  execFileSync(process.execPath, [program, prepared, samples], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: nodeEnvironment,
  });
  writeFileSync(mark, made);
}

/** Copies the store with the samples into a folder without a store. */
export function copyPreparedStore(folder: string): void {
  if (storeFiles.some((name) => existsSync(path.join(folder, name)))) return;
  for (const name of storeFiles) {
    const from = path.join(prepared, name);
    if (!existsSync(from)) continue;
    cpSync(from, path.join(folder, name), { recursive: true, mode: constants.COPYFILE_FICLONE });
  }
}
