import { spawnSync } from 'node:child_process';
import { root } from '../paths.ts';

/** Tests that run with other engines than the embedded ones, each group with its own environment. */
const groups: readonly { readonly env: Readonly<Record<string, string>>; readonly files: readonly string[] }[] = [
  {
    env: { ALMANAC_TEST_CATALOGUE: 'postgres' },
    files: [
      'electron/service/conformance/',
      'electron/service/catalogue/',
      'electron/service/http/',
      'electron/service/imports.test.ts',
      'electron/service/repeated-publishing.test.ts',
      'electron/service/operations/',
      'electron/service/samples/',
      'electron/service/slow-peers.test.ts',
    ],
  },
];

/** Runs the tests of the service on PostgreSQL; words name some files instead of all. */
const words = process.argv.slice(2);
for (const { env, files } of groups) {
  const { status } = spawnSync('npx', ['vitest', 'run', ...(words.length > 0 ? words : files)], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
    // npm is a script of the shell on Windows.
    shell: process.platform === 'win32',
  });
  if (status !== 0) process.exitCode = status ?? 1;
}
