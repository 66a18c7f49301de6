import { globSync, statSync } from 'node:fs';
import path from 'node:path';
import { root } from './paths.ts';

const sources = ['shared/**', 'electron/**', 'renderer/**', 'vite.config.ts', 'package.json', 'package-lock.json'];

/** Whether the build output is newer than all of its sources. */
export function builtSince(): boolean {
  const built = modified(path.join(root, 'out', 'main.cjs'));
  if (built === 0) return false;
  return globSync(sources, { cwd: root }).every((file) => modified(path.join(root, file)) <= built);
}

function modified(file: string): number {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats?.isFile() ? stats.mtimeMs : 0;
}
