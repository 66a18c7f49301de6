import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { seededRandom } from '#shared/testing/seeded-random.ts';
import { fuzzTarget } from './fuzz.ts';
import { bytesOf, textOf } from './fuzz-target.ts';
import { planted } from './testing/planted.ts';

test('a fault behind several conditions is found, guided by the code that runs', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'almanac-fuzz-'));
  try {
    const target = { seeds: () => bytesOf('a'), words: [], run: (bytes: Uint8Array) => planted(textOf(bytes)) };
    const { findings } = await fuzzTarget(target, folder, 180, seededRandom(1), 1);
    expect(findings.map(({ reason }) => reason)).toEqual([expect.stringContaining('The planted fault.')]);
    const repeated = await readFile(findings[0]?.file ?? '', 'utf8');
    expect(() => planted(repeated)).toThrow('The planted fault.');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

/** Each for a second, from a new seed; all of them, and for longer, by `npm run fuzz`. */
const brief = [
  'exact-json',
  'geometries',
  'links',
  'addresses',
  'pages',
  'messages',
  'settings',
  'descriptors',
  'redirects',
];

test('what reads untrusted bytes names every error', async () => {
  const command = path.join(import.meta.dirname, '../commands/random/fuzz.ts');
  const node = path.join(import.meta.dirname, '../../node_modules/.bin/node');
  const words = [
    command,
    '--seconds',
    '1',
    ...brief,
    'source-texts',
    'delimited',
    'json',
    'workbook',
    'px',
    'archives',
  ];
  const { stdout, stderr } = await promisify(execFile)(node, words).catch(
    (error: Error & { stdout: string; stderr: string }) => error,
  );
  const findings = stderr.split('\n').filter((line) => !line.startsWith('The files of other projects are skipped'));
  expect([stdout, findings.join('\n').trim()]).toEqual([stdout, '']);
  expect(stdout.match(/ inputs, /g)).toHaveLength(brief.length + 6);
});
