import { spawnSync } from 'node:child_process';
import { root } from '../paths.ts';

/** Tests that run with other engines than the embedded ones, each group with its own environment. */
const groups: readonly { readonly env: Readonly<Record<string, string>>; readonly files: readonly string[] }[] = [
  {
    // Without those of what only the embedded catalogue does: its file, its damage, its documents and backups.
    env: { ALMANAC_TEST_CATALOGUE: 'postgres' },
    files: [
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

/** Runs the tests of the service on other engines; words name some files instead of all. */
const words = process.argv.slice(2);
for (const { env, files } of groups) {
  const { status } = spawnSync('npx', ['vitest', 'run', '--project', 'unit', ...(words.length > 0 ? words : files)], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
    // npm is a script of the shell on Windows.
    shell: process.platform === 'win32',
  });
  if (status !== 0) process.exitCode = status ?? 1;
}
