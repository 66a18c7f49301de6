import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from '../../build/paths.ts';
import { labCommand } from '../lab-command.ts';
import { startCeph } from './ceph.ts';

/** An engine for tests: the variables that name it, and how to stop it. */
interface Engine {
  readonly environment: Readonly<Record<string, string>>;
  stop(): void;
}

/** Existing tests, run with another engine than the embedded one. Names of parts run only these. */
interface Part {
  readonly name: string;
  readonly start: (folder: string) => Engine;
  /** Filters of test files. */
  readonly tests: readonly string[];
}

const parts: readonly Part[] = [
  {
    name: 'catalogue',
    // The tests start PostgreSQL themselves.
    start: () => ({ environment: { ALMANAC_TEST_CATALOGUE: 'postgres' }, stop: () => undefined }),
    // Without those of what only the embedded catalogue does: its file, its damage, its documents and backups.
    tests: [
      'electron/backend/handlers/',
      'electron/backend/saved-queries.long.test.ts',
      'electron/follow/',
      'electron/service/catalogue/imports/',
      'electron/service/catalogue/records/',
      'electron/service/cluster/postgres/',
      'electron/service/conformance/',
      'electron/service/api/',
      'electron/service/imports.long.test.ts',
      'electron/service/service.long.test.ts',
      'electron/service/operations/',
      'electron/service/api/pages/',
      'electron/service/repeated-publishing.long.test.ts',
      'electron/service/samples/',
      'electron/service/slow-peers.long.test.ts',
    ],
  },
  {
    name: 'objects',
    start: (folder) => startCeph(folder, 17_480),
    tests: [
      'electron/service/reading/statements/same-result',
      'electron/service/reading/statements/write-statement',
      'electron/service/rows/',
      'electron/lib/objects/',
      'electron/service/api/operation/',
      'electron/service/cluster/objects/',
      'electron/commands/serve-objects',
      'electron/commands/store/migrate-rows',
    ],
  },
];

const { args: chosen } = labCommand('services')
  .argument('[parts...]', `these alone: ${parts.map(({ name }) => name).join(', ')}`)
  .parse();
for (const { name, start, tests } of parts) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  const folder = mkdtempSync(path.join(tmpdir(), `almanac-${name}-`));
  const engine = start(folder);
  try {
    const { status } = spawnSync('npx', ['vitest', 'run', ...tests], {
      cwd: root,
      stdio: 'inherit',
      env: { ALMANAC_TIER: 'all', ...process.env, ...engine.environment },
      // npm is a script of the shell on Windows.
      shell: process.platform === 'win32',
    });
    if (status !== 0) process.exitCode = status ?? 1;
  } finally {
    engine.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
