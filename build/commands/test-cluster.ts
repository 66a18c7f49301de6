import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startCeph } from '../scale/ceph.ts';

/**
 * Runs the tests that need the engines of a cluster, each with the engine it needs: the row store's own tests over
 * object storage, and those of object storage alone. Names of parts run only these.
 */
interface Part {
  readonly name: string;
  /** Starts the engine. @returns the variables for the tests, and how to stop it */
  readonly start: (folder: string) => { readonly environment: Readonly<Record<string, string>>; stop(): void };
  /** Filters of test files. */
  readonly tests: readonly string[];
}

const parts: readonly Part[] = [
  {
    name: 'objects',
    start: (folder) => startCeph(folder, 17_480),
    tests: [
      'electron/service/store/',
      'electron/lib/objects/',
      'electron/service/http/operation/',
      'electron/commands/serve-objects',
    ],
  },
];

const root = path.join(import.meta.dirname, '../..');
const chosen = process.argv.slice(2);
for (const { name, start, tests } of parts) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  const folder = mkdtempSync(path.join(tmpdir(), `almanac-${name}-`));
  const engine = start(folder);
  try {
    const { status } = spawnSync('npx', ['vitest', 'run', ...tests], {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, ...engine.environment },
      shell: process.platform === 'win32',
    });
    if (status !== 0) process.exitCode = status ?? 1;
  } finally {
    engine.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
