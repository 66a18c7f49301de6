import { createHash } from 'node:crypto';
import { appendFile, mkdtemp, readFile, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openPageCheckpoint } from './page-checkpoint.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-pages-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const sha256 = (written: string) => createHash('sha256').update(written).digest('hex');
const text = () => readFile(path.join(folder, 'rows'), 'utf8');

async function writeTwoPages() {
  const checkpoint = await openPageCheckpoint(folder, 'view 1', 'head\n');
  await checkpoint.append(Buffer.from('a\nb\n'), 2, 'second', 3);
  await checkpoint.append(Buffer.from('c\n'), 1, 'third', 3);
  await checkpoint.close();
}

test('writes a file without interruption', async () => {
  const checkpoint = await openPageCheckpoint(folder, 'view 1', 'head\n');
  expect(checkpoint.reached).toEqual({ rows: 0, bytes: 0, next: undefined, count: null });
  await checkpoint.append(Buffer.from('a\nb\n'), 2, null, 3);
  expect(checkpoint.reached).toEqual({ rows: 2, bytes: 9, next: null, count: 3 });
  const checksum = await checkpoint.finish('tail\n');
  expect(await text()).toBe('head\na\nb\ntail\n');
  expect(checksum).toBe(sha256('head\na\nb\ntail\n'));
});

test('resumes after the last complete page', async () => {
  await writeTwoPages();
  await appendFile(path.join(folder, 'rows'), 'half of a pa');
  await appendFile(path.join(folder, 'pages'), '{"bytes":99,"row');
  const checkpoint = await openPageCheckpoint(folder, 'view 1', 'head\n');
  expect(checkpoint.reached).toEqual({ rows: 3, bytes: 11, next: 'third', count: 3 });
  await checkpoint.append(Buffer.from('d\n'), 1, null, 3);
  await checkpoint.close();
  const again = await openPageCheckpoint(folder, 'view 1', 'head\n');
  expect(again.reached).toEqual({ rows: 4, bytes: 13, next: null, count: 3 });
  expect(await again.finish('')).toBe(sha256('head\na\nb\nc\nd\n'));
  expect(await text()).toBe('head\na\nb\nc\nd\n');
});

test('resumes at the last record that the file has reached', async () => {
  await writeTwoPages();
  const more = await openPageCheckpoint(folder, 'view 1', 'head\n');
  await more.append(Buffer.from('d\n'), 1, null, 4);
  await more.close();
  await truncate(path.join(folder, 'rows'), 12);
  const checkpoint = await openPageCheckpoint(folder, 'view 1', 'head\n');
  expect(checkpoint.reached).toEqual({ rows: 3, bytes: 11, next: 'third', count: 3 });
  await checkpoint.close();
  expect(await text()).toBe('head\na\nb\nc\n');
});

test('starts again once it is cleared', async () => {
  await writeTwoPages();
  const checkpoint = await openPageCheckpoint(folder, 'view 1', 'head\n');
  await checkpoint.append(Buffer.from('d\n'), 1, null, 4);
  await checkpoint.clear();
  await checkpoint.close();
  const again = await openPageCheckpoint(folder, 'view 1', 'head\n');
  expect(again.reached.next).toBeUndefined();
  await again.close();
  expect(await text()).toBe('head\n');
});

test('pages of another version are not resumed', async () => {
  await writeTwoPages();
  const checkpoint = await openPageCheckpoint(folder, 'view 2', 'other\n');
  expect(checkpoint.reached.next).toBeUndefined();
  await checkpoint.append(Buffer.from('x\n'), 1, null, 3);
  await checkpoint.finish('');
  expect(await text()).toBe('other\nx\n');
});
