import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * Runs the tests that need the engines of a cluster, each with the engine it needs: the service's own tests with its
 * catalogue in PostgreSQL. Names of parts run only these.
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
    name: 'catalogue',
    // The tests start PostgreSQL themselves.
    start: () => ({ environment: { ALMANAC_TEST_CATALOGUE: 'postgres' }, stop() {} }),
    // Without those of what only the embedded catalogue does: its file, its damage, its documents and backups.
    tests: [
      'electron/backend/handlers/',
      'electron/backend/saved-queries.test.ts',
      'electron/jobs/follow/',
      'electron/service/catalogue/imports/',
      'electron/service/catalogue/records/',
      'electron/service/conformance/',
      'electron/service/http/',
      'electron/service/imports.test.ts',
      'electron/service/local-service.test.ts',
      'electron/service/operations/',
      'electron/service/pages/',
      'electron/service/repeated-publishing.test.ts',
      'electron/service/samples/',
      'electron/service/slow-peers.test.ts',
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
