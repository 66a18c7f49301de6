import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { IngestError, type Plan, type PlannedLayout, type SeenFile } from './reading.ts';
import { assertUnchanged, seenFile } from './seen-file.ts';

const then = new Date('2026-01-02T03:04:05Z');
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-seen-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function write(name: string, text: string, at: Date): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, text);
  await utimes(file, at, at);
  return file;
}

/** The plan of a file whose layout does not matter here. */
function planFor(path: string, seen: SeenFile | null, layout: PlannedLayout = { kind: 'stated' }): Plan {
  return { path, format: 'csv', decided: { by: '', seen, encoding: { name: 'utf-8', isStated: false }, layout } };
}

async function planned(name: string): Promise<Plan> {
  const file = await write(name, 'a\n1\n', then);
  return planFor(file, await seenFile(file));
}

it('accepts a file that is what it was', async () => {
  await assertUnchanged(await planned('same.csv'));
  await assertUnchanged(planFor(path.join(folder, 'never-seen.csv'), null));
});

it.each([
  ['its length', 'a\n10\n', then],
  ['its time', 'a\n1\n', new Date('2026-01-02T03:04:06Z')],
  ['its beginning', 'a\n2\n', then],
])('refuses a file if %s has changed, alone or among several', async (_, text, at) => {
  const changed = await planned('changed.csv');
  await write('changed.csv', text, at);
  await expect(assertUnchanged(changed)).rejects.toThrow(IngestError);
  const parts = [await planned('first.csv'), changed];
  await expect(assertUnchanged(planFor(folder, null, { kind: 'combined', parts }))).rejects.toThrow(/changed since/);
});

it('leaves a missing file to its reader, and sees no file in a folder', async () => {
  const missing = await planned('missing.csv');
  await rm(missing.path);
  await assertUnchanged(missing);
  expect(await seenFile(folder)).toBeNull();
});
