import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Session } from 'node:inspector/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readFile } from '../service/isolated-work.ts';
import type { TablePreview } from '../service/reading/reading.ts';
import { commandHere } from './testing/run-command.ts';

const root = path.join(import.meta.dirname, '..', '..');
const text = readFileSync(path.join(root, 'docs', 'dev', 'publish-path.md'), 'utf8');

/** A longer path needs a reason. */
const maxHops = 12;
const maxFrames = 18;
const maxRecords = 12;

const cells = (row: string) => [...row.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
const hops = [...text.matchAll(/^\| \d+ \| `([^`]+)` \| ([^|]+) \|/gm)].map(([, file = '', functions = '']) => {
  return { file, functions: cells(functions) };
});
const records = (/\| record \|[\s\S]*?\n\n/.exec(text)?.[0] ?? '')
  .split('\n')
  .flatMap((row) => cells(row.split('|')[1] ?? ''));

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-publish-path-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** What a disposable process does for a publish, in this one: it makes the plan, and follows it. */
async function readHere(file: string): Promise<void> {
  const place = async (name: string) => {
    await mkdir(path.join(folder, name));
    return path.join(folder, name);
  };
  const limits = { memoryBytes: 256 * 2 ** 20, threads: 1, spillFolder: await place('spill') };
  const report = { onProgress: () => {}, onActivity: () => {} };
  const start = (task: Parameters<typeof readFile>[0]) => readFile(task, report);
  const scratch = await place('scratch');
  const preview = await start({ kind: 'preview', file: { path: file }, purpose: 'take-in', scratch, limits });
  const { plan } = preview as TablePreview;
  const version = { key: 'v', folder: path.join(folder, 'version'), appendTo: null, rejects: false } as const;
  await start({ kind: 'ingest', file: plan, ...version, limits });
}

/** The functions that run meanwhile, by file. */
async function functionsThatRun(act: () => Promise<void>): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await act();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  session.disconnect();
  const ran = new Map<string, Set<string>>();
  for (const { url, functions } of result) {
    const file = path.relative(root, url.startsWith('file:') ? fileURLToPath(url) : url).replaceAll('\\', '/');
    const names = functions.filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0).map(({ functionName }) => functionName);
    ran.set(file, new Set([...(ran.get(file) ?? []), ...names]));
  }
  return ran;
}

describe('the documented path of a published file', () => {
  it('is short, and of files that exist', () => {
    expect(hops.length).toBeGreaterThan(0);
    expect(hops.length).toBeLessThanOrEqual(maxHops);
    expect(hops.flatMap(({ functions }) => functions).length).toBeLessThanOrEqual(maxFrames);
    expect(records.length).toBeGreaterThan(0);
    expect(records.length).toBeLessThanOrEqual(maxRecords);
    expect(hops.filter(({ file }) => !existsSync(path.join(root, file)))).toEqual([]);
  });

  it('is the one that it takes', async () => {
    const file = path.join(folder, 'towns.csv');
    await writeFile(file, 'town,people\nUlm,5\nBonn,7\n');
    const ran = await functionsThatRun(async () => {
      const data = path.join(folder, 'data');
      const { code, error } = await commandHere(['publish', file, '--to', 'tests/towns', '--data', data]);
      expect([code, error]).toEqual([0, expect.any(String)]);
      await readHere(file);
    });
    const missing = hops.flatMap(({ file: hop, functions }) =>
      functions.filter((name) => ran.get(hop)?.has(name) !== true).map((name) => `${hop}: ${name}`),
    );
    expect(missing).toEqual([]);
  });
});
