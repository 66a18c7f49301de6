import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { clearOldLeftovers, setAside } from './set-aside.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-aside-'));
  await writeFile(path.join(folder, 'lost.txt'), 'x');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const today = new Date('2026-03-10T12:00:00Z');
const daysLater = (days: number) => new Date(today.getTime() + days * 24 * 3600_000);
const left = () => readdir(path.join(folder, 'leftovers'));

it('is kept for a week', async () => {
  await setAside(folder, 'lost.txt', today);
  await clearOldLeftovers(folder, daysLater(7));
  expect(await left()).toEqual(['2026-03-10']);
  await clearOldLeftovers(folder, daysLater(9));
  expect(await left()).toEqual([]);
});

it('is kept for a week even if the clock was reset when it was moved aside', async () => {
  await writeFile(path.join(folder, 'catalogue.sqlite'), '');
  await utimes(path.join(folder, 'catalogue.sqlite'), today, today);
  await setAside(folder, 'lost.txt', new Date(0));
  await clearOldLeftovers(folder, daysLater(1));
  expect(await left()).toEqual(['2026-03-10']);
});
