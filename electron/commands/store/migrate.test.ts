import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commandHere } from '../testing/run-command.ts';

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-migrate-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Runs a command on the data folder. */
const run = (words: readonly string[]) => commandHere([...words, '--data', path.join(folder, 'data')]);

describe('almanac migrate', () => {
  it.each([
    ['neither a database nor --back', [], /Name the database with --to/],
    ['both', ['--to', 'postgres://a@db/x', '--back'], /Name the database with --to/],
    ['a password that others can see', ['--to', 'postgres://a:secret@db/x'], /Other users of this computer/],
  ])('refuses %s', async (_, words, message) => {
    await mkdir(path.join(folder, 'data'));
    const { code, error } = await run(['migrate', ...words]);
    expect([code, error]).toEqual([2, expect.stringMatching(message)]);
  });
});
