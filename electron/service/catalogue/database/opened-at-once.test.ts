import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';

const node = path.join(import.meta.dirname, '../../../../node_modules/.bin/node');
const module = path.join(import.meta.dirname, 'open-catalogue.ts');
const script = `
  const { openCatalogue } = await import(process.argv[1]);
  for (let turn = 0; turn < 5; turn += 1) {
    const catalogue = await openCatalogue(process.argv[2] + turn);
    await catalogue.records.insertInto('groups').values({ name: process.pid + '-' + turn }).execute();
    await catalogue.close();
  }`;

test('a new catalogue that several processes open concurrently is created once', { timeout: 240_000 }, async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'almanac-at-once-'));
  try {
    const ends = Array.from({ length: 6 }, async () => {
      const words = ['--input-type=module', '-e', script, module, path.join(folder, 'data-')];
      const child = spawn(node, words, { stdio: ['ignore', 'ignore', 'pipe'] });
      let error = '';
      child.stderr.on('data', (piece: Buffer) => {
        error += piece;
      });
      const [code] = await once(child, 'close');
      return { code, error };
    });
    expect(await Promise.all(ends)).toEqual(ends.map(() => ({ code: 0, error: '' })));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
