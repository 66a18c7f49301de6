import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commandLine, TestChildren } from './testing/child-processes.ts';
import { commandHere } from './testing/run-command.ts';

const children = new TestChildren();
const rows = 'code,name\r\n1,Arc\r\n2,Bo\r\n';
let home: string;
beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'almanac-piping-'));
  await writeFile(below('towns.csv'), rows);
  const published = await almanac('publish', below('towns.csv'), '--to', 'geo/towns');
  expect(published.code, published.error).toBe(0);
});
afterAll(async () => {
  await children.endAll();
  await rm(home, { recursive: true, force: true });
});

const below = (name: string) => path.join(home, name);
const almanac = (...words: readonly string[]) => commandHere([...words, '--data', below('data')]);

test('rows go to standard output, in the format of --format, and nothing else does', async () => {
  for (const to of ['-', '/dev/stdout']) {
    const printed = await almanac('export', 'geo/towns', '--to', to);
    expect(printed).toEqual({ code: 0, out: rows, error: '' });
  }
  const lines = await almanac('export', 'geo/towns', '-o', '-', '-f', 'ndjson', '--filter', 'code__gt=1');
  expect(JSON.parse(lines.out)).toEqual({ code: 2, name: 'Bo' });
  const mixed = await almanac('export', 'geo/towns', '--to', '-', '--json');
  expect([mixed.code, JSON.parse(mixed.out).failure.code]).toEqual([2, 'usage']);
  expect(await readdir(path.join(below('data'), 'cache', 'jobs'))).toEqual([]);
});

test('standard input is published', async () => {
  const words = ['publish', '-', '--to', 'geo/piped', '--json', '--data', below('data')];
  const published = await children.start(commandLine, words, { input: rows }).ended;
  expect(published.code, published.error).toBe(0);
  expect(JSON.parse(published.out)).toMatchObject({ ok: true, file: '-', address: 'geo/piped', rows: 2 });
  expect((await almanac('export', 'geo/piped', '--to', '-')).out).toBe(rows);
});

test.skipIf(process.platform === 'win32')('a pipe is published, and one is written to', async () => {
  execFileSync('mkfifo', [below('pipe')]);
  const [published] = await Promise.all([
    almanac('publish', below('pipe'), '--to', 'geo/fifo'),
    writeFile(below('pipe'), rows),
  ]);
  expect(published.code, published.error).toBe(0);
  const [received, exported] = await Promise.all([
    readFile(below('pipe'), 'utf8'),
    almanac('export', 'geo/fifo', '--to', below('pipe'), '--format', 'csv'),
  ]);
  expect(exported.code, exported.error).toBe(0);
  expect(received).toBe(rows);
  const nameless = await almanac('publish', below('pipe'), '--to', 'geo', '--preview');
  expect(nameless.code).toBe(2);
});

test('a command whose reader has ended is quiet', async () => {
  const { child, ended } = children.start(commandLine, ['completion', 'bash']);
  child.stdout?.destroy();
  expect(await ended).toEqual({ code: 0, out: '', error: '' });
});

test('progress is shown where it is not on a terminal only if requested, and --quiet prints no result', async () => {
  const file = below('towns.csv');
  const usual = await almanac('publish', file, '--to', 'geo/towns');
  expect([usual.error, usual.out]).toEqual(['', expect.stringMatching(/^Published 2 rows as version \d+ of geo/)]);
  const shown = await almanac('publish', file, '--to', 'geo/towns', '--progress');
  expect(shown.error).toMatch(/^preparing$/m);
  const quiet = await almanac('publish', file, '--to', 'geo/towns', '--quiet');
  expect(quiet).toEqual({ code: 0, out: '', error: '' });
});
