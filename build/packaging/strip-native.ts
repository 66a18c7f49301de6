import { execFileSync, spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import path from 'node:path';
import { product } from './product.ts';

/** Programs and libraries of an unpacked Linux build: Electron's own and those of the packages. */
const nativeParts = [
  product.program,
  'chrome-sandbox',
  '*.{so,so.*}',
  'resources/app.asar.unpacked/node_modules/**/*.{so,node}',
];

/**
 * Strips the symbol tables from native libraries of an unpacked Linux build: eleven megabytes of the engine's library
 * and three of Electron's that nothing reads. Skipped with a message if the machine has no `strip`.
 */
export function stripNative(unpacked: string): void {
  if (spawnSync('strip', ['--version']).status !== 0) {
    process.stderr.write('The native parts keep their debugging names: there is no `strip` here.\n');
    return;
  }
  const parts = globSync(nativeParts, { cwd: unpacked });
  for (const part of parts) execFileSync('strip', ['--strip-unneeded', path.join(unpacked, part)]);
}
