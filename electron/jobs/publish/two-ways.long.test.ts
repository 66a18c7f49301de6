import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTwoServices, type TwoServices } from '../testing/two-services.ts';

/** Files by other programs, which are not part of the project. */
const corpora = resolve(import.meta.dirname, '../../../../shared/corpora');
const there = existsSync(corpora);
if (!there) process.stderr.write(`The tests of both ways of publishing are skipped: there is no ${corpora}.\n`);

let services: TwoServices;
beforeAll(async () => {
  services = await openTwoServices();
});
afterAll(() => services.close());

const files = there
  ? readdirSync(corpora, { recursive: true })
      .map(String)
      .filter((name) => /\.(?:csv|tsv|txt|json|parquet)(?:\.gz|\.zst)?$/i.test(name))
      .sort()
  : [];

describe.skipIf(!there)('a file by another program', () => {
  test.each(files)('is the same in both ways of publishing: %s', async (name) => {
    const { local, remote } = await services.publishBothWays(join(corpora, name));
    expect(remote).toEqual(local);
  });
});

describe('a text of ten thousand columns', () => {
  test('is the same in both ways of publishing', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'almanac-two-ways-'));
    try {
      const file = join(folder, 'wide.csv');
      const lineOf = (cell: (at: number) => string) => Array.from({ length: 10_000 }, (_, at) => cell(at)).join(',');
      await writeFile(file, `${lineOf((at) => `c${at}`)}\n${lineOf(String)}\n${lineOf((at) => String(at / 4))}\n`);
      const { local, remote } = await services.publishBothWays(file);
      expect(remote).toEqual(local);
      expect(local).toMatchObject({ failure: null, count: 2 });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
