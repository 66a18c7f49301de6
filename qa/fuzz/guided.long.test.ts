import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { seededRandom } from '#shared/testing/seeded-random.ts';
import { seed } from '../../electron/lib/testing/tier.ts';
import { fuzzTarget, targets } from './fuzz.ts';
import { bytesOf, textOf } from './fuzz-target.ts';
import { planted } from './testing/planted.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-fuzz-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('a fault behind several conditions is found, guided by the code that runs', async () => {
  const target = { seeds: () => bytesOf('a'), words: [], run: (bytes: Uint8Array) => planted(textOf(bytes)) };
  const { findings } = await fuzzTarget(target, folder, seededRandom(1), { seconds: 180, findings: 1 });
  expect(findings.map(({ reason }) => reason)).toEqual([expect.stringContaining('The planted fault.')]);
  const repeated = await readFile(findings[0]?.file ?? '', 'utf8');
  expect(() => planted(repeated)).toThrow('The planted fault.');
});

/** A few inputs of some targets, the same each time; all targets, for longer, by `npm run qa -- fuzz`. */
test.each(['exact-json', 'delimited', 'links'])('%s names every error', async (name) => {
  const target = await targets[name]?.();
  if (target === undefined) throw new Error(`There is no target ${name}.`);
  const { inputs, findings } = await fuzzTarget(target, folder, seededRandom(seed), { inputs: 200 });
  expect([inputs, findings]).toEqual([200, []]);
});
