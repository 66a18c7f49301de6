import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startVariant } from '../connector/testing/variant-service.ts';
import { publishTo } from '../service/operations/publish/publish-file.ts';
import { type Service, startService } from '../service/service.ts';
import { runCommandHere } from './testing/run-command.ts';

let folder = '';
let service: Service;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-query-'));
  const file = path.join(folder, 'flights.csv');
  await writeFile(
    file,
    'carrier,day,delay\nAB,2001-01-31,5\nAB,2001-02-01,15\n"C,D",2001-02-02,9007199254740993\n,2001-02-03,\n',
  );
  service = await startService({ dataFolder: path.join(folder, 'data'), prepareRows: false });
  const place = {
    namespace: { slug: 'n', label: 'N', published: true },
    dataset: { slug: 'flights', label: 'Flights' },
  };
  await publishTo(service.deps, { namespace: 'n', dataset: 'flights' }, async () => place, {
    path: file,
    format: 'csv',
  });
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

const query = (...words: readonly string[]) => runCommandHere('query', 'n/flights', '--service', service.url, ...words);
const counted = ['--group-by', 'carrier', '--aggregate', 'n=Count(*)', '--aggregate', 'most=Max(delay)'] as const;

test.each([
  ['csv', 'carrier,n,most\r\nAB,2,15\r\n"C,D",1,9007199254740993\r\n,1,\r\n'],
  ['tsv', 'carrier\tn\tmost\nAB\t2\t15\nC,D\t1\t9007199254740993\n\t1\t\n'],
  [
    'json',
    '[\n  {"carrier":"AB","n":2,"most":15},\n  {"carrier":"C,D","n":1,"most":9007199254740993},\n  {"carrier":null,"n":1,"most":null}\n]\n',
  ],
  [
    'ndjson',
    '{"carrier":"AB","n":2,"most":15}\n{"carrier":"C,D","n":1,"most":9007199254740993}\n{"carrier":null,"n":1,"most":null}\n',
  ],
  [
    'table',
    'carrier  n              most\nAB       2                15\nC,D      1  9007199254740993\n–        1                 –\n',
  ],
])('groups are printed as %s', async (format, expected) => {
  expect(await query(...counted, '--format', format)).toEqual({ status: 0, out: expected, err: '' });
});

test('rows are filtered; groups are selected, ordered and limited', async () => {
  const month = ['--group-by', 'Month(day)', '--aggregate', 'n=Count(*)'] as const;
  const all = await query(...month, '--ordering', '-n', '--format', 'csv');
  expect(all.out).toBe('Month(day),n\r\n2001-02,3\r\n2001-01,1\r\n');
  const first = await query(...month, '--ordering', '-n', '--limit', '1', '--format', 'csv');
  expect(first.out).toBe('Month(day),n\r\n2001-02,3\r\n');
  const kept = await query(...month, '--having', 'n__lt=2', '--format', 'csv');
  expect(kept.out).toBe('Month(day),n\r\n2001-01,1\r\n');
  const any = await query(
    ...month,
    '--filter',
    'carrier=AB',
    '--filter',
    'delay__isnull=true',
    '--any',
    '--format',
    'csv',
  );
  expect(any.out).toBe('Month(day),n\r\n2001-01,1\r\n2001-02,2\r\n');
});

test.each([
  [['--group-by', 'town'], '--group-by: There is no column "town".'],
  [
    ['--group-by', 'carrier', '--fields', 'day'],
    '--fields: Groups have no fields: _group_by and _aggregate__… determine what is returned.',
  ],
  [['--aggregate', 's=Sum(carrier)'], '--aggregate s: s: Sum takes integer or float columns, carrier is char'],
  [['--aggregate', 'Count(*)'], '--aggregate takes NAME=VALUE, which "Count(*)" is not.'],
  [
    ['--filter', 'town=Ulm', '--group-by', 'carrier'],
    '--filter town: This is neither a column of the dataset nor a known parameter.',
  ],
  [['--having', 'n__gt=1'], '--group-by: Name at least one key, or an aggregate by _aggregate__<name>.'],
])('an invalid option is named: %j', async (words, message) => {
  expect(await query(...words)).toEqual({
    status: 2,
    out: '',
    err: `almanac: ${message}\n(run almanac query --help for usage)\n`,
  });
});

test('a service that does not group rows is read up to a limit, which is reported', async () => {
  const plain = await startVariant();
  const own = ['--data', path.join(folder, 'own'), '--service', plain.url, '--format', 'csv'] as const;
  const ask = (...words: readonly string[]) =>
    runCommandHere(
      'query',
      'city/everything',
      ...own,
      '--aggregate',
      'n=Count(*)',
      '--aggregate',
      's=Sum(big)',
      ...words,
    );
  const sum = (rows: number) => {
    const bigs = Array.from({ length: rows }, (_, at) => 9_007_199_254_740_993n + BigInt(at) * 30_000_000_000_000_001n);
    return bigs.reduce((all, one) => all + one, 0n);
  };
  try {
    expect(await ask()).toEqual({ status: 0, out: `n,s\r\n250,${sum(250)}\r\n`, err: '' });
    const part = await ask('--max-rows', '120', '--group-by', 'Day("2")');
    expect(part.out).toBe(`"Day(""2"")",n,s\r\n2024-05-06,120,${sum(120)}\r\n`);
    expect(part.err).toBe('from the first 120 of 250 rows; --max-rows reads more\n');
    // No temporary data stay, and no store was created.
    expect(await readdir(path.join(folder, 'own', 'cache', 'jobs'))).toEqual([]);
    expect(existsSync(path.join(folder, 'own', 'catalogue.sqlite'))).toBe(false);
    expect(
      (await runCommandHere('pin', 'city/everything', '--data', path.join(folder, 'own'), '--service', plain.url))
        .status,
    ).toBe(0);
    const copy = await ask('--max-rows', '120');
    expect(copy.out).toBe(`n,s\r\n250,${sum(250)}\r\n`);
    expect(copy.err).toMatch(/^from the copy city\/everything on this computer\n$/);
  } finally {
    await plain.close();
  }
});
