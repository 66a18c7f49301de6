import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commandHere } from '../testing/run-command.ts';

const folderBefore = process.cwd();
let home: string;

beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'almanac-backup-command-'));
  process.chdir(home);
});
afterAll(async () => {
  process.chdir(folderBefore);
  await rm(home, { recursive: true, force: true });
});

async function run(...words: readonly string[]) {
  const outcome = await commandHere(words);
  expect([words.join(' '), outcome.code, outcome.code === 0 ? '' : outcome.error]).toEqual([words.join(' '), 0, '']);
  return outcome.out;
}

test('backup and restore report their outcome in words and exit codes', async () => {
  await writeFile('towns.csv', 'code,name\n007,Arc\n');
  await run('publish', 'towns.csv', '--to', 'geo/towns', '--data', 'small');
  const report = JSON.parse(await run('backup', 'small-copy', '--data', 'small', '--json')) as Record<string, unknown>;
  expect(report).toMatchObject({ ok: true, versions: 1, damaged: [] });
  expect(report.copiedBytes).toBe(report.bytes);
  const again = JSON.parse(await run('backup', 'small-copy', '--data', 'small', '--json')) as Record<string, unknown>;
  expect(again.copiedBytes).toBe(0);
  expect(await run('backup', '--verify', 'small-copy')).toMatch(/verified\. 1 dataset with 1 version,/);
  const refused = await commandHere(['restore', 'small-copy', '--data', 'small']);
  expect([refused.code, refused.error]).toEqual([1, expect.stringMatching(/is not empty.*--replace/)]);
  const nowhere = await commandHere(['backup', 'x', '--data', 'nowhere', '--json']);
  expect([nowhere.code, JSON.parse(nowhere.out)]).toMatchObject([1, { ok: false }]);
  expect(await readdir('.')).not.toContain('nowhere');
  const [sum = ''] = await readdir(path.join('small-copy', 'content'));
  await rm(path.join('small-copy', 'content', sum));
  const broken = await commandHere(['backup', '--verify', 'small-copy']);
  expect([broken.code, broken.out]).toEqual([4, expect.stringMatching(/damaged/)]);
  const failed = await commandHere(['restore', 'small-copy', '--data', 'fresh']);
  expect([failed.code, failed.error]).toEqual([1, expect.stringMatching(/is missing\. Nothing was changed/)]);
  const partly = await commandHere(['restore', 'small-copy', '--data', 'fresh', '--skip-damaged']);
  expect([partly.code, partly.out]).toEqual([
    4,
    expect.stringMatching(/Damaged in the backup, and missing now:\n {2}\S/),
  ]);
});
