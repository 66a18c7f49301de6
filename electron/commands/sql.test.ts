import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { publishTo } from '../service/operations/publish/publish-file.ts';
import { type Service, startService } from '../service/service.ts';
import { commandHere, runCommandHere } from './testing/run-command.ts';

let folder = '';
let service: Service;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-sql-'));
  const file = path.join(folder, 'towns.csv');
  await writeFile(file, 'name,region,people\nAlt,North,5\nNeu,North,9007199254740993\nSüd,South,7\n');
  service = await startService({ dataFolder: path.join(folder, 'data'), samples: null, prepareRows: false });
  const place = {
    namespace: { slug: 'geo', label: 'Geo', published: true },
    dataset: { slug: 'towns', label: 'Towns' },
  };
  await publishTo(service.deps, { namespace: 'geo', dataset: 'towns' }, async () => place, {
    path: file,
    format: 'csv',
  });
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

const sql = (...words: readonly string[]) => runCommandHere('sql', ...words, '--service', service.url);
const statement = 'SELECT region, max(people) AS people FROM "geo/towns" GROUP BY region';

it.each([
  ['csv', 'region,people\r\nNorth,9007199254740993\r\nSouth,7\r\n'],
  ['ndjson', '{"region":"North","people":9007199254740993}\n{"region":"South","people":7}\n'],
  ['json', '[\n{"region":"North","people":9007199254740993},\n{"region":"South","people":7}\n]\n'],
  ['table', 'region            people\nNorth   9007199254740993\nSouth                  7\n'],
])('prints %s', async (format, out) => {
  expect(await sql(statement, '--format', format)).toEqual({ status: 0, out, err: '' });
});

it('prints an empty list for no rows', async () => {
  expect((await sql('SELECT 1 AS one WHERE false', '--format', 'json')).out).toBe('[]\n');
});

it('writes a file in the format of its name, from a statement in a file', async () => {
  const target = path.join(folder, 'regions.parquet');
  const query = path.join(folder, 'regions.sql');
  await writeFile(query, statement);
  expect((await sql(`@${query}`, '--to', target)).status).toBe(0);
  expect((await readFile(target)).subarray(0, 4).toString()).toBe('PAR1');
});

it('prints what is wrong and where', async () => {
  const { status, err } = await sql('SELECT name FROM "geo/town"');
  expect(status).not.toBe(0);
  expect(err).toContain('Line 1, column 18: no dataset geo/town; did you mean geo/towns?');
});

it('says that a statement is in no file, or that a service runs none', async () => {
  const file = path.join(folder, 'missing.sql');
  expect(await sql(`@${file}`)).toEqual({ status: 1, out: '', err: `almanac: There is no file ${file}.\n` });
  const other = await startService({ dataFolder: path.join(folder, 'other'), samples: null, sql: 'off' });
  try {
    const refused = await runCommandHere('sql', 'SELECT 1', '--service', other.url);
    expect(refused).toEqual({ status: 1, out: '', err: 'almanac: The service runs no SQL.\n' });
  } finally {
    await other.close();
  }
});

it('derives a dataset, makes it again on demand, and proves it', async () => {
  const env = { ALMANAC_TEST_TOKEN: await service.issueOperatorToken() };
  const signedIn = ['--service', service.url, '--token-env', 'ALMANAC_TEST_TOKEN'];
  const run = async (...words: readonly string[]) => {
    const { code, out, error } = await commandHere([...words, ...signedIn], env);
    expect([words, code, error]).toEqual([words, 0, '']);
    return out;
  };
  expect(await run('derive', 'made/regions', '--sql', statement)).toMatch(/^made\/regions: new version \d{20}\n$/);
  expect(await run('derive', 'run', 'made/regions')).toBe('made/regions: unchanged\n');
  expect(await run('derive', 'show', 'made/regions')).toContain('by-hand, active');
  expect(await run('verify', 'made/regions', '--recompute')).toMatch(/: same\n$/);
  expect(await run('derive', 'remove', 'made/regions', '--json')).toBe('{"ok":true,"dataset":"made/regions"}\n');
  const { err } = await runCommandHere('sql', 'FROM "made/regions"', '--service', service.url);
  expect(err).toContain('no dataset made/regions');
});
