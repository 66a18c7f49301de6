import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { caseCount } from '../../../lib/testing/tier.ts';
import { catalogueFile } from './catalogue-file.ts';
import { openLibsql } from './libsql-database.ts';
import { migrate, migrations } from './migrate.ts';

const node = path.join(import.meta.dirname, '../../../../node_modules/.bin/node');
const module = path.join(import.meta.dirname, '../../opening/catalogue-location.ts');
const turns = [...Array(caseCount(2, 5)).keys()];
const script = `
  const { openCatalogue } = await import(process.argv[1]);
  for (let turn = 0; turn < ${turns.length}; turn += 1) {
    const catalogue = await openCatalogue(process.argv[2] + turn);
    await catalogue.records.insertInto('groups').values({ name: process.pid + '-' + turn }).execute();
    await catalogue.close();
  }`;

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-at-once-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

const dataFolder = (turn: number) => path.join(folder, `data-${turn}`);

/** Opens the catalogues of all data folders, one after the other, in several processes. @throws what a process printed */
async function openConcurrently(): Promise<void> {
  const processes = Array.from({ length: caseCount(3, 6) }, async () => {
    const words = ['--input-type=module', '-e', script, module, path.join(folder, 'data-')];
    const child = spawn(node, words, { stdio: ['ignore', 'ignore', 'pipe'] });
    let error = '';
    child.stderr.on('data', (piece: Buffer) => {
      error += piece;
    });
    const [code] = await once(child, 'close');
    return { code, error };
  });
  expect(await Promise.all(processes)).toEqual(processes.map(() => ({ code: 0, error: '' })));
}

test('a new catalogue that several processes open concurrently is created once', { timeout: 240_000 }, async () => {
  await openConcurrently();
  for (const turn of turns) {
    expect(await readdir(dataFolder(turn))).not.toContainEqual(expect.stringMatching(/before/));
  }
});

test('an old one is copied as it was, and once', { timeout: 240_000 }, async () => {
  for (const turn of turns) {
    await mkdir(dataFolder(turn), { mode: 0o700 });
    const old = openLibsql(path.join(dataFolder(turn), catalogueFile));
    migrate(old, '', migrations.slice(0, 2));
    old.close();
  }
  await openConcurrently();
  for (const turn of turns) {
    const copies = (await readdir(dataFolder(turn))).filter((name) => name.includes('before'));
    expect(copies).toEqual([`${catalogueFile}.before-3`]);
    const copy = openLibsql(path.join(dataFolder(turn), `${catalogueFile}.before-3`));
    expect(copy.rows('pragma user_version')).toEqual([{ user_version: 2 }]);
    copy.close();
  }
});
