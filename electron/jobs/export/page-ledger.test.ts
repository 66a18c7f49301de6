import { createHash } from 'node:crypto';
import { appendFile, mkdtemp, readFile, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openPageLedger } from './page-ledger.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-pages-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const sha256 = (written: string) => createHash('sha256').update(written).digest('hex');
const text = () => readFile(path.join(folder, 'rows'), 'utf8');

async function writeTwoPages() {
  const ledger = await openPageLedger(folder, 'view 1', 'head\n');
  await ledger.append(Buffer.from('a\nb\n'), 2, 'second');
  await ledger.append(Buffer.from('c\n'), 1, 'third');
  await ledger.close();
}

test('a file in one go', async () => {
  const ledger = await openPageLedger(folder, 'view 1', 'head\n');
  expect(ledger.reached).toEqual({ rows: 0, bytes: 0, next: undefined });
  await ledger.append(Buffer.from('a\nb\n'), 2, null);
  expect(ledger.reached).toEqual({ rows: 2, bytes: 9, next: null });
  const checksum = await ledger.finish('tail\n');
  expect(await text()).toBe('head\na\nb\ntail\n');
  expect(checksum).toBe(sha256('head\na\nb\ntail\n'));
});

test('goes on behind the last whole page', async () => {
  await writeTwoPages();
  await appendFile(path.join(folder, 'rows'), 'half of a pa');
  await appendFile(path.join(folder, 'pages'), '{"bytes":99,"row');
  const ledger = await openPageLedger(folder, 'view 1', 'head\n');
  expect(ledger.reached).toEqual({ rows: 3, bytes: 11, next: 'third' });
  await ledger.append(Buffer.from('d\n'), 1, null);
  await ledger.close();
  const again = await openPageLedger(folder, 'view 1', 'head\n');
  expect(again.reached).toEqual({ rows: 4, bytes: 13, next: null });
  expect(await again.finish('')).toBe(sha256('head\na\nb\nc\nd\n'));
  expect(await text()).toBe('head\na\nb\nc\nd\n');
});

test('a page whose bytes are not what was noted is fetched again', async () => {
  await writeTwoPages();
  await truncate(path.join(folder, 'rows'), 10);
  await appendFile(path.join(folder, 'rows'), '\0');
  const ledger = await openPageLedger(folder, 'view 1', 'head\n');
  expect(ledger.reached).toEqual({ rows: 2, bytes: 9, next: 'second' });
  await ledger.close();
  expect(await text()).toBe('head\na\nb\n');
});

test('pages of another version are not gone on with', async () => {
  await writeTwoPages();
  const ledger = await openPageLedger(folder, 'view 2', 'other\n');
  expect(ledger.reached.next).toBeUndefined();
  await ledger.append(Buffer.from('x\n'), 1, null);
  await ledger.finish('');
  expect(await text()).toBe('other\nx\n');
});
