import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { englishText } from '#shared/english/english-text.ts';
import { listNamespaces } from '../connector/catalogue/catalogue.ts';
import { mayMount, mountDisk, remountDisk, unmountDisk } from '../lib/testing/small-disk.ts';
import { exporting, openTestJobs, publishing, type TestJobs } from './testing/test-jobs.ts';

let jobs: TestJobs;
let disk: string;
beforeAll(async () => {
  jobs = await openTestJobs();
  disk = path.join(jobs.folder, 'disk');
  await mkdir(disk);
  // Words that no format compresses enough for the disk.
  const lines = Array.from({ length: 50_000 }, (_, row) => `${row},${(row * 7919) % 10_007},word ${Math.sin(row)}`);
  const file = path.join(jobs.folder, 'rows.csv');
  await writeFile(file, `id,n,word\n${lines.join('\n')}\n`);
  await jobs.succeed(publishing(file, 'rows'));
});
afterAll(() => jobs.close());

const signal = new AbortController().signal;
const formats = ['csv', 'json', 'xlsx', 'parquet', 'geojson'] as const;

async function unfinished(): Promise<string[]> {
  return readdir(path.join(jobs.folder, 'data', 'jobs', 'unfinished')).catch(() => []);
}

describe.skipIf(!mayMount('a full disk of jobs'))('a disk of its own', () => {
  beforeAll(() => mountDisk(disk, '128k'));
  afterAll(() => unmountDisk(disk));

  test.each(formats)(
    'that is full: %s is not there, existing files still are, and the reason is given',
    async (format) => {
      const target = path.join(disk, `rows.${format}`);
      await writeFile(target, 'as it was');
      const job = await jobs.run(exporting('rows', target, format));
      expect(job).toMatchObject({ state: 'failed', failure: { kind: 'disk-full', retry: true } });
      expect(job.failure && englishText(job.failure)).toMatch(/no space left/);
      expect(await readFile(target, 'utf8')).toBe('as it was');
      expect(await readdir(disk)).toEqual([`rows.${format}`]);
      expect(await unfinished()).toEqual([]);
      await rm(target);
    },
  );

  test('that is full: a selection, which is written page by page, too', async () => {
    const target = path.join(disk, 'rows.csv');
    const job = await jobs.run({ ...exporting('rows', target, 'csv'), selection: [{ from: 0, to: 50_000 }] });
    expect(job).toMatchObject({ state: 'failed', failure: { kind: 'disk-full' } });
    expect(await readdir(disk)).toEqual([]);
  });

  test('that is read-only', async () => {
    remountDisk(disk, 'ro');
    try {
      const job = await jobs.run(exporting('rows', path.join(disk, 'rows.csv'), 'csv'));
      expect(job).toMatchObject({ state: 'failed', failure: { kind: 'not-writable' } });
      expect(job.failure && englishText(job.failure)).toMatch(/read-only/);
      expect(await readdir(disk)).toEqual([]);
      expect(await unfinished()).toEqual([]);
    } finally {
      remountDisk(disk, 'rw');
    }
  });

  test('that is too small where the store is: what is needed is said before anything is written', async () => {
    const home = path.join(disk, 'small');
    remountDisk(disk, 'size=3m');
    const small = await openTestJobs(home);
    try {
      const lines = Array.from({ length: 500_000 }, (_, row) => `${row},${Math.sin(row)},${Math.cos(row)}`);
      const file = path.join(jobs.folder, 'big.csv');
      await writeFile(file, `id,a,b\n${lines.join('\n')}\n`);
      const job = await small.run(publishing(file, 'big'));
      expect(job).toMatchObject({
        state: 'failed',
        failure: { kind: 'disk-full', code: 'disk-space-needed', retry: true },
      });
      expect(job.failure?.values).toMatchObject({ needed: Math.ceil(((await stat(file)).size * 1.1) / 2 ** 20) });
      expect(await readdir(path.join(home, 'data', 'rows', 'versions'))).toEqual([]);
      expect(await readdir(path.join(home, 'data', 'rows', 'unfinished'))).toEqual([]);
      const namespaces = await small.connections.use('local', (source) => listNamespaces(source));
      expect(namespaces).toEqual([]);
    } finally {
      await small.close();
    }
  });
});

describe('an invalid target', () => {
  test.each([
    ['a folder that is not there', path.join('missing', 'rows.csv'), 'file-missing'],
    ['a folder in its place', 'out', 'is-a-folder'],
    ['a file for a folder', path.join('rows.csv', 'rows.csv'), 'file-missing'],
  ])('%s', async (_, target, kind) => {
    const job = await jobs.run(exporting('rows', path.join(jobs.folder, target), 'csv'));
    expect(job).toMatchObject({ state: 'failed', failure: { kind } });
    expect(await unfinished()).toEqual([]);
  });
});

describe('a file with bad values', () => {
  const publish = async (text: string, options = {}, rejects: string | null = null) => {
    const file = path.join(jobs.folder, 'bad.csv');
    await writeFile(file, text);
    return jobs.run({ ...publishing(file, 'bad', options), rejects });
  };
  const badly = `n,word\n1,a\nx,b\n3,c\ny,d\n`;
  const asNumbers = { header: true, columns: [{ source: 'n', type: 'integer' as const }] };

  test('is reported value by value, and nothing of it is published', async () => {
    const job = await publish(badly, asNumbers);
    expect(job).toMatchObject({ state: 'failed', failure: { kind: 'bad-input' }, badCount: 2 });
    const values = await jobs.functions.listBadValues({ job: job.id }, signal);
    expect(values.map(({ row, line, column, value }) => [row, line, column, value])).toEqual([
      [2, 3, 'n', 'x'],
      [4, 5, 'n', 'y'],
    ]);
    const found = await jobs.connections.use('local', (source) => listNamespaces(source));
    expect(found.flatMap(({ datasets }) => datasets.map(({ slug }) => slug))).not.toContain('bad');
  });

  test('is published without its bad rows if a file for them is named', async () => {
    const rejects = path.join(jobs.folder, 'out', 'rejects.csv');
    const job = await publish(badly, asNumbers, rejects);
    expect(job).toMatchObject({ state: 'done', result: { rows: 2, rejected: 2, rejects } });
    const report = await readFile(rejects, 'utf8');
    for (const value of ['x', 'y']) expect(report).toContain(value);
  });

  test.each([
    ['nothing', '', /empty/],
    ['something that is no text', '\u0000\u0001\u0002', /./],
  ])('%s', async (_, text, words) => {
    const job = await publish(text);
    if (job.state === 'failed') expect(job.failure && englishText(job.failure)).toMatch(words);
    else expect(job.state).toBe('done');
  });
});
