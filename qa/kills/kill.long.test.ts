import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parquetMetadataAsync } from 'hyparquet';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { seededRandom } from '#shared/testing/seeded-random.ts';
import { openWorkFolders } from '../../electron/jobs/export/work-folders.ts';
import { openScratch } from '../../electron/jobs/scratch.ts';
import { caseCount, seed } from '../../electron/lib/testing/tier.ts';
import { listDatasets } from '../../electron/service/catalogue/records/datasets.ts';
import { namespaceEntries } from '../../electron/service/catalogue/records/namespaces.ts';
import { findStoredVersion, listVersions, versionKeys } from '../../electron/service/catalogue/records/versions.ts';
import { startService } from '../../electron/service/service.ts';

/** Eighty of them before a release: `npm run qa -- kills --times 10`. */
const kills = caseCount(2, 8);
const random = seededRandom(seed);
const rows = 60_000;
const worker = path.join(import.meta.dirname, 'work-for-test.ts');
const node = path.join(import.meta.dirname, '../../node_modules/.bin/node');

let home: string;
beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'almanac-kill-'));
  await mkdir(path.join(home, 'out'));
  for (const word of ['a', 'b']) await writeFile(path.join(home, `${word}.csv`), csvOf(word));
});
afterEach(() => rm(home, { recursive: true, force: true }));

function csvOf(word: string, length = rows): string {
  const lines = Array.from({ length }, (_, row) => `${row},${String(row).padStart(6, '0')},${word}${row % 97}`);
  return `id,code,word\n${lines.join('\n')}\n`;
}

/** Runs the worker, and kills it this many milliseconds after it has said a word. */
async function runAndKill(milliseconds: number, word = 'ready', ...words: string[]): Promise<string> {
  const child = spawn(node, [worker, home, ...words], { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.on('data', (piece: Buffer) => {
    said += piece.toString();
  });
  const ended = once(child, 'exit');
  while (!said.includes(word) && child.exitCode === null) await Promise.race([once(child.stdout, 'data'), ended]);
  await Promise.race([sleep(milliseconds), ended]);
  child.kill('SIGKILL');
  await ended;
  return said;
}

const normal = (text: string) => text.replaceAll('\r\n', '\n');

/** Everything that the killed process left behind is complete, or removed by the next start. */
async function checkWhatIsLeft(): Promise<{ versions: number }> {
  const dataFolder = path.join(home, 'data');
  const service = await startService({ dataFolder });
  try {
    await openWorkFolders(path.join(dataFolder, 'jobs', 'unfinished')).sweep();
    const scratch = path.join(dataFolder, 'cache', 'jobs');
    await openScratch(scratch);
    expect(await readdir(scratch)).toEqual([]);
    const { records } = service.deps.catalogue;
    const namespaces = await namespaceEntries(records);
    const datasets = await listDatasets(
      records,
      namespaces.map(({ id }) => id),
    );
    const versions = await listVersions(
      records,
      datasets.map(({ id }) => id),
    );
    expect(versions.every(({ ready }) => ready)).toBe(true);
    // No dataset is ever visible without data, unless it had some before.
    expect(
      datasets.filter(({ id }) => !versions.some(({ datasetId }) => datasetId === id)).map(({ slug }) => slug),
    ).toEqual([]);
    for (const { datasetId, slug } of versions) {
      const stored = await findStoredVersion(records, datasetId, slug);
      expect(stored?.rows).toBe(rows);
      expect(stored === null ? 'missing' : await service.deps.rows.verify(stored, {})).toBe('verified');
    }
    const folder = (name: string) => readdir(path.join(dataFolder, 'rows', name)).catch(() => []);
    expect(new Set(await folder('versions'))).toEqual(await versionKeys(records));
    expect(await folder('unfinished')).toEqual([]);
    return { versions: versions.length };
  } finally {
    await service.close();
  }
}

async function checkTargets(): Promise<void> {
  const names = (await readdir(path.join(home, 'out'))).sort();
  const allowed = ['datapackage.json', 'rows.csv', 'rows.json', 'rows.parquet', 'rows.xlsx'];
  expect(names.filter((name) => !allowed.includes(name))).toEqual([]);
  const text = (name: string) => readFile(path.join(home, 'out', name), 'utf8');
  if (names.includes('rows.csv')) expect([csvOf('a'), csvOf('b')]).toContain(normal(await text('rows.csv')));
  if (names.includes('rows.json')) expect(JSON.parse(await text('rows.json'))).toHaveLength(rows);
  if (names.includes('datapackage.json'))
    expect(JSON.parse(await text('datapackage.json')).resources.length).toBeGreaterThan(0);
  if (names.includes('rows.parquet')) {
    const bytes = await readFile(path.join(home, 'out', 'rows.parquet'));
    const file = new Uint8Array(bytes).buffer;
    expect(Number((await parquetMetadataAsync(file)).num_rows)).toBe(rows);
  }
  if (names.includes('rows.xlsx')) {
    const bytes = await readFile(path.join(home, 'out', 'rows.xlsx'));
    expect(bytes.readUInt32LE(0)).toBe(0x04034b50);
    expect(bytes.includes(Buffer.from([0x50, 0x4b, 5, 6]), bytes.length - 64)).toBe(true);
  }
}

test(`killed ${kills} times while publishing and exporting`, { timeout: 60_000 + kills * 20_000 }, async () => {
  let most = 0;
  for (let kill = 0; kill < kills; kill += 1) {
    // Squaring favours early moments, when most work starts.
    await runAndKill(3000 * random() ** 2);
    const { versions } = await checkWhatIsLeft();
    await checkTargets();
    expect(versions).toBeGreaterThanOrEqual(most);
    most = versions;
  }
});

/** How much of an export a kill may undo, in milliseconds, with some room. */
const lostMs = 3_000;

test('a remote export that is killed repeatedly resumes each time and ends complete', {
  timeout: 600_000,
}, async () => {
  const there = await mkdtemp(path.join(tmpdir(), 'almanac-there-'));
  const service = await startService({ dataFolder: there });
  try {
    const { publishNew } = await import('../../electron/service/operations/publish/publish-file.ts');
    const place = {
      namespace: { slug: 'killed', label: 'Killed', published: true },
      dataset: { slug: 'fresh', label: 'Fresh' },
    };
    // Its export takes several times as long as a kill may undo.
    const csv = csvOf('a', 20 * rows);
    await writeFile(path.join(home, 'long.csv'), csv);
    await publishNew(service.deps, place, { path: path.join(home, 'long.csv'), format: 'csv' });
    const firstRows: number[] = [];
    const hasResumed = () => firstRows.some((count) => count > (firstRows[0] ?? 0));
    for (let kill = 0; kill < 6 || !hasResumed(); kill += 1) {
      const said = await runAndKill(lostMs * (1 + kill / 6) * random(), 'reading ', service.url);
      firstRows.push(Number(/reading (\d+)/.exec(said)?.[1]));
      // It was faster than the kill: start again.
      if (said.includes('done')) await rm(path.join(home, 'out', 'rows.csv'));
    }
    expect(await runAndKill(60_000, 'done', service.url)).toContain('done');
    expect(normal(await readFile(path.join(home, 'out', 'rows.csv'), 'utf8'))).toBe(csv);
    expect((await readdir(path.join(home, 'out'))).sort()).toEqual(['datapackage.json', 'rows.csv']);
  } finally {
    await service.close();
    await rm(there, { recursive: true, force: true });
  }
});
