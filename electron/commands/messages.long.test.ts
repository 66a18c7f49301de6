import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService } from '../service/service.ts';
import { commandHere } from './testing/run-command.ts';

let home: string;
beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'almanac-messages-'));
  await writeFile(below('towns.csv'), 'code,population\n1,10\n2,20\n');
  await writeFile(below('bad.csv'), 'code,population\n1,10\n2,many\n');
  await writeFile(below('columns.json'), '[{"source":"population","type":"integer"}]');
  const published = await almanac('publish', below('towns.csv'), '--to', 'geo/towns');
  expect(published.code, published.error).toBe(0);
});
afterAll(() => rm(home, { recursive: true, force: true }));

const below = (name: string) => path.join(home, name);
const almanac = (...words: readonly string[]) => commandHere([...words, '--data', below('data')]);

test('ls lists a namespace or a dataset of the local service by its name', async () => {
  for (const name of ['geo', 'geo/', 'geo/towns']) {
    const listed = await almanac('ls', name, '--json');
    expect(listed.code, listed.error).toBe(0);
    expect(listed.out.trimEnd()).not.toContain('\n');
    // The service ends with the command: an address would lead nowhere.
    expect(JSON.parse(listed.out)).toEqual({
      address: null,
      namespaces: [
        expect.objectContaining({
          slug: 'geo',
          url: null,
          datasets: [expect.objectContaining({ slug: 'towns', url: null, rows: 2 })],
        }),
      ],
    });
  }
});

test.each([
  [['ls', 'gee'], 'no namespace gee. Did you mean geo?'],
  [['ls', 'geo/town'], 'no dataset geo/town. Did you mean geo/towns?'],
  [['query', 'geo/nope', '--group-by', 'code'], 'no dataset geo/nope. geo has towns.'],
  [['verify', 'geo/tows'], 'no dataset geo/tows. Did you mean geo/towns?'],
  [['export', 'goe/towns', '--to', '-'], 'no dataset goe/towns. Did you mean geo/towns?'],
])('%j names what is missing, and the nearest name', async (words, message) => {
  const outcome = await almanac(...words);
  expect([outcome.code, outcome.error]).toEqual([1, expect.stringContaining(`The local service has ${message}`)]);
});

test('a dataset that a service does not have is named', async () => {
  const there = await startService({ dataFolder: below('there') });
  try {
    const outcome = await almanac('query', 'geo/nope', '--service', there.url, '--group-by', 'code', '--json');
    expect(outcome.code).toBe(1);
    const { failure } = JSON.parse(outcome.out);
    expect(failure).toMatchObject({ code: 'not-found', message: expect.stringContaining('has no dataset geo/nope') });
  } finally {
    await there.close();
  }
});

test.each([
  ['population>15', 'population__gt=15'],
  ['population >= 15', 'population__gte=15'],
  ['population!=15', 'population__ne=15'],
])('the filter %s is explained', async (filter, meant) => {
  for (const words of [
    ['export', 'geo/towns', '--to', '-'],
    ['query', 'geo/towns', '--group-by', 'code'],
  ]) {
    const outcome = await almanac(...words, '--filter', filter);
    expect([outcome.code, outcome.error]).toEqual([2, expect.stringContaining(`write "${meant}"`)]);
  }
});

test('bad values lead to --rejects, and follow says what checks', async () => {
  const refused = await almanac('publish', below('bad.csv'), '--to', 'geo/bad', '--columns', below('columns.json'));
  expect([refused.code, refused.error]).toEqual([3, expect.stringContaining('--rejects FILE.csv')]);
  const incomplete = await almanac('follow');
  expect([incomplete.code, incomplete.error]).toEqual([2, expect.stringContaining("argument 'address'")]);
});

test('the descriptor of a file names no address of a service that has ended', async () => {
  const exported = await almanac('export', 'geo/towns', '--to', below('out.csv'));
  expect(exported.code, exported.error).toBe(0);
  const text = await readFile(below('datapackage.json'), 'utf8');
  expect(text).not.toContain('127.0.0.1');
  expect(JSON.parse(text).resources[0]).toMatchObject({ dataset: 'geo/towns', sources: [{ title: 'towns' }] });
});
