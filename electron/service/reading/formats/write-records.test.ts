import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { refusalOf } from '../../rows/testing/test-store.ts';
import { writeRecords } from './written-records.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-records-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function* lines(count: number) {
  for (let at = 0; at < count; at += 1) yield `{"town":"Zürich ${at}"}\n`;
}

it('writes records until they take too many bytes', async () => {
  const file = path.join(folder, 'records.ndjson');
  await writeRecords(file, lines(3), {}, 69);
  expect(await readFile(file, 'utf8')).toBe('{"town":"Zürich 0"}\n{"town":"Zürich 1"}\n{"town":"Zürich 2"}\n');
  const { reason } = await refusalOf(writeRecords(file, lines(4), {}, 69));
  expect(reason).toEqual({ code: 'records-too-large', values: { limit: 69 / 2 ** 20 } });
});
