import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';
import { packageFolderOf } from './package-folder.ts';

/** Records which packages were bundled into each process, in one file per process. */
export function recordBundled(folder: string): Plugin {
  return {
    name: 'record-bundled',
    apply: 'build',
    generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((part) => (part.type === 'chunk' ? part.moduleIds : []));
      const folders = new Set(modules.map(packageFolderOf).filter((found) => found !== null));
      mkdirSync(folder, { recursive: true });
      writeFileSync(path.join(folder, `${this.environment.name}.json`), JSON.stringify([...folders].sort(), null, 2));
    },
  };
}
