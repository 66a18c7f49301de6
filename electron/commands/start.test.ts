import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';

const cache = mkdtempSync(path.join(tmpdir(), 'almanac-start-'));
afterAll(() => rmSync(cache, { recursive: true }));

/** Prints what a process has loaded to its standard error. */
const recorder = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  const loaded = new Set();
  registerHooks({ load: (url, context, next) => (loaded.add(url), next(url, context)) });
  process.on('exit', () => process.stderr.write([...loaded].join('\\n')));
`)}`;

/** What only work needs: schemas, the service, and access to other services. */
const heavy = /node_modules\/(typebox|undici|kysely|libsql|fastify|@duckdb)|electron\/service\//;

it.each(['--version', '--help', 'publish --help', 'follow --help'])('almanac %s loads nothing for work', (words) => {
  const cli = path.join(import.meta.dirname, '../cli.ts');
  const { status, stderr } = spawnSync(process.execPath, ['--import', recorder, cli, ...words.split(' ')], {
    env: { ...process.env, ALMANAC_CACHE: cache },
    encoding: 'utf8',
  });
  const loaded = stderr.split('\n');
  expect([status, loaded.some((url) => url.includes('/commander/'))]).toEqual([0, true]);
  expect(loaded.filter((url) => heavy.test(url))).toEqual([]);
});
