import { copyFile, mkdtemp, open, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDataset } from '../catalogue/records/datasets.ts';
import { createNamespace } from '../catalogue/records/namespaces.ts';
import { readyFiles } from '../catalogue/records/versions.ts';
import { type Service, startService } from '../service.ts';
import { publishVersion } from './publish/publish.ts';
import type { ScrubOptions } from './scrub.ts';

let folder = '';
let service: Service;
let log: string[] = [];

async function start(scrub: ScrubOptions | null): Promise<void> {
  service = await startService({ dataFolder: path.join(folder, 'data'), scrub, log: (line) => log.push(line) });
}

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-scrub-'));
  log = [];
});
afterEach(async () => {
  await service?.close();
  await rm(folder, { recursive: true, force: true });
});

async function publish(slug: string): Promise<string> {
  const { records } = service.deps.catalogue;
  const namespace = await createNamespace(records, { slug, label: slug, published: true });
  const dataset = await createDataset(records, { namespaceId: namespace.id, slug: 'd', label: 'D' });
  const file = path.join(folder, `${slug}.csv`);
  await writeFile(file, `a,b\n${Array.from({ length: 500 }, (_, row) => `${row},${slug}${row}`).join('\n')}\n`);
  await publishVersion(service.deps, dataset.id, { path: file, format: 'csv' });
  const [made] = await readyFiles(records, dataset.id);
  return made?.key ?? '';
}

const dataFile = (key: string) => path.join(folder, 'data', 'rows', 'versions', key, 'data.parquet');
const rowsOf = (slug: string) => `${service.url}api/v1/namespaces/${slug}/datasets/d/data/?_format=json&limit=1`;
const verdictOf = async (key: string) => {
  const check = await service.deps.rows.lastCheck({ key });
  return check === null || check.asWritten ? null : check.verdict;
};
const until = (look: () => Promise<unknown>, expected: unknown) =>
  expect.poll(look, { timeout: 60_000, interval: 50 }).toEqual(expected);

async function flip(file: string): Promise<void> {
  const { size, atime, mtime } = await stat(file);
  const handle = await open(file, 'r+');
  const byte = Buffer.alloc(1);
  await handle.read(byte, 0, 1, Math.floor(size / 2));
  await handle.write(Buffer.from([(byte[0] ?? 0) ^ 1]), 0, 1, Math.floor(size / 2));
  await handle.close();
  await utimes(file, atime, mtime);
}

describe('stored files in the background', () => {
  it('are also due if a wrong clock dated their last comparison in the future', async () => {
    await start(null);
    const key = await publish('dated');
    await service.close();
    const note = path.join(path.dirname(dataFile(key)), 'checked.json');
    const noted = JSON.parse(await readFile(note, 'utf8')) as object;
    await writeFile(note, JSON.stringify({ ...noted, at: '2999-01-01T00:00:00.000Z', asWritten: false }));
    await start({ everyMs: 3600_000, firstWaitMs: 0, mayRead: () => true });
    await until(async () => (await service.deps.rows.lastCheck({ key }))?.at.startsWith('2999'), false);
    expect(await verdictOf(key)).toBe('verified');
  });

  it('are compared with their checksums; a damaged one is not served until it is restored', async () => {
    await start(null);
    const [whole, damaged, gone] = [await publish('whole'), await publish('damaged'), await publish('gone')];
    const kept = path.join(folder, 'kept.parquet');
    await copyFile(dataFile(damaged), kept);
    await service.close();
    await flip(dataFile(damaged));
    await rm(dataFile(gone));
    await start({ everyMs: 1000, mayRead: () => true });
    await until(() => Promise.all([whole, damaged, gone].map(verdictOf)), ['verified', 'differs', 'missing']);
    expect(log.join('')).toContain('"dataset":"damaged/d"');
    const answer = await fetch(rowsOf('damaged'));
    expect([answer.status, await answer.json()]).toEqual([
      500,
      { detail: 'The file of this version is not what was written.' },
    ]);
    expect((await fetch(rowsOf('whole'))).status).toBe(200);
    await copyFile(kept, dataFile(damaged));
    await until(async () => (await fetch(rowsOf('damaged'))).status, 200);
    await until(() => verdictOf(damaged), 'verified');
  });

  it('are compared when they are due, also after a restart, but not while files may not be read', async () => {
    await start(null);
    const key = await publish('due');
    await service.close();
    const noted = path.join(path.dirname(dataFile(key)), 'checked.json');
    const note = JSON.parse(await readFile(noted, 'utf8'));
    const at = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString();
    const everyMs = 30 * 86_400_000;
    let requested = 0;
    const mayRead = () => {
      requested += 1;
      return requested > 1;
    };
    // Not due yet: `mayRun` is not even called.
    await writeFile(noted, JSON.stringify({ ...note, at: at(29) }));
    await start({ everyMs, mayRead, firstWaitMs: 0, pollMs: 50 });
    const waited = Date.now() + 500;
    await until(async () => Date.now() > waited, true);
    expect([requested, await verdictOf(key)]).toEqual([0, null]);
    await service.close();
    await writeFile(noted, JSON.stringify({ ...note, at: at(31) }));
    await start({ everyMs, mayRead, firstWaitMs: 0, pollMs: 50 });
    await until(() => verdictOf(key), 'verified');
    expect(requested).toBe(2);
    const { at: last } = JSON.parse(await readFile(noted, 'utf8'));
    expect(Date.now() - Date.parse(last)).toBeLessThan(600_000);
    expect(await readdir(path.dirname(dataFile(key)))).not.toContain('checked.json.part');
  });
});
