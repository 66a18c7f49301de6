import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runsAll } from '../../lib/testing/tier.ts';
import { deleteDataset, listDatasets } from '../catalogue/records/datasets.ts';
import { createNamespace, deleteNamespace, namespaceEntries } from '../catalogue/records/namespaces.ts';
import { versionDatetime } from '../catalogue/records/version-slug.ts';
import { columnsOfDatasets, listVersions } from '../catalogue/records/versions.ts';
import { type Service, startService } from '../service.ts';
import { manifestFile, manifestFormat, type PackedSample, type SampleManifest } from './load-samples.ts';

let folder: string;
let samples: string;
let log: string[];
let running: Service | undefined;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'almanac-load-'));
  samples = path.join(folder, 'samples');
  mkdirSync(samples);
  log = [];
  writeSamples();
});
afterEach(async () => {
  await running?.close();
  running = undefined;
  rmSync(folder, { recursive: true });
});

const days = ['2001-01-01', '2002-01-01', '2003-01-01'];

/** Two namespaces: `codes` with one dataset, `series` with one of three dated versions and a plain one after it. */
function writeSamples(): void {
  const dataset = (slug: string, releases: PackedSample['releases']): PackedSample => ({
    slug,
    label: `Label of ${slug}`,
    description: `Description of ${slug}`,
    licence: 'CC0',
    format: 'csv',
    columns: [{ name: 'code', label: 'Code', description: 'A code.', type: 'char' }],
    releases,
  });
  const release = (file: string, datetime: string | null) => ({ file, bytes: 1, checksum: '0'.repeat(64), datetime });
  const codes = [dataset('postal', [release('postal.csv', null)])];
  const series = [
    dataset(
      'grown',
      days.map((day, at) => release(`grown-${at}.csv`, `${day}T00:00:00.000Z`)),
    ),
    dataset('plain', [release('plain.csv', null)]),
  ];
  const manifest: SampleManifest = {
    format: manifestFormat,
    collection: { name: 'test', version: '1' },
    authored: 'test',
    namespaces: [
      { slug: 'codes', label: 'Codes', description: 'All codes', datasets: codes },
      { slug: 'series', label: 'Series', description: 'All series', datasets: series },
    ],
  };
  writeFileSync(path.join(samples, manifestFile), JSON.stringify(manifest));
  for (const name of ['postal', 'plain'])
    writeFileSync(path.join(samples, `${name}.csv`), 'code,n\n00501,1\n00544,2\n');
  for (const at of days.keys())
    writeFileSync(path.join(samples, `grown-${at}.csv`), `code,n\n${'007,1\n'.repeat(at + 1)}`);
}

async function start(): Promise<Service> {
  running = await startService({ dataFolder: path.join(folder, 'data'), samples, log: (line) => void log.push(line) });
  return running;
}

async function stop(): Promise<void> {
  await running?.close();
  running = undefined;
}

/** Every dataset with the rows and dates of its ready versions, newest first; `now` for a date of today. */
async function contents(service: Service): Promise<Record<string, string[]>> {
  const { records } = service.deps.catalogue;
  const found: Record<string, string[]> = {};
  for (const namespace of await namespaceEntries(records)) {
    for (const dataset of await listDatasets(records, [namespace.id])) {
      const versions = (await listVersions(records, [dataset.id])).filter((version) => version.ready);
      const dated = (slug: string) => (versionDatetime(slug) > '2020' ? 'now' : versionDatetime(slug).slice(0, 10));
      found[`${namespace.slug}/${dataset.slug}`] = versions.map(({ rows, slug }) => `${rows} rows, ${dated(slug)}`);
    }
  }
  return found;
}

const everything = {
  'codes/postal': ['2 rows, now'],
  'series/grown': ['3 rows, 2003-01-01', '2 rows, 2002-01-01', '1 rows, 2001-01-01'],
  'series/plain': ['2 rows, now'],
};

test('an empty data folder gets all samples, once', async () => {
  const first = await start();
  await first.whenSamplesLoaded;
  expect(await contents(first)).toEqual(everything);
  const { records } = first.deps.catalogue;
  const [codes] = await namespaceEntries(records);
  expect(codes).toMatchObject({ label: 'Codes', description: 'All codes', published: true, allowedGroups: [] });
  const [postal] = await listDatasets(records, [codes?.id ?? 0]);
  expect(postal).toMatchObject({ label: 'Label of postal', description: 'Description of postal' });
  expect((await columnsOfDatasets(records, [postal?.id ?? 0])).get(postal?.id ?? 0)).toEqual([
    { name: 'code', type: 'char', size: 5, label: 'Code', description: 'A code.', codes: null },
    { name: 'n', type: 'integer', size: 8, label: 'n', description: '', codes: null },
  ]);
  const versions = (await listVersions(records, [postal?.id ?? 0])).map((version) => version.slug);
  await stop();
  const second = await start();
  await second.whenSamplesLoaded;
  expect(await contents(second)).toEqual(everything);
  const again = await listVersions(second.deps.catalogue.records, [postal?.id ?? 0]);
  expect(again.map((version) => version.slug)).toEqual(versions);
});

test('a start that was interrupted anywhere is completed by the next, without duplicates', async () => {
  let heard = 0;
  let cut = 0;
  do {
    cut += runsAll ? 1 : 4;
    heard = 0;
    const service = await start();
    const cutOff = new Promise<void>((resolve) => {
      service.onCatalogueChanged(() => {
        heard += 1;
        if (heard === cut) resolve();
      });
    });
    await Promise.race([cutOff, service.whenSamplesLoaded]);
    await stop();
  } while (heard >= cut);
  expect(cut).toBeGreaterThan(3);
  const service = await start();
  await service.whenSamplesLoaded;
  expect(await contents(service)).toEqual(everything);
});

test('a sample that a user removed is not added again', async () => {
  const first = await start();
  await first.whenSamplesLoaded;
  const { records } = first.deps.catalogue;
  const [codes, series] = await namespaceEntries(records);
  const [grown] = await listDatasets(records, [series?.id ?? 0]);
  await deleteNamespace(records, codes?.id ?? 0);
  await deleteDataset(records, grown?.id ?? 0);
  await stop();
  const second = await start();
  await second.whenSamplesLoaded;
  expect(await contents(second)).toEqual({ 'series/plain': everything['series/plain'] });
});

test('a data folder that has ever had a namespace gets none', async () => {
  const without = await startService({ dataFolder: path.join(folder, 'data') });
  const { records } = without.deps.catalogue;
  const own = await createNamespace(records, { slug: 'own', label: 'Own' });
  await deleteNamespace(records, own.id);
  await without.close();
  const service = await start();
  await service.whenSamplesLoaded;
  expect(await contents(service)).toEqual({});
});

test('a sample that fails is logged and tried again, the others are loaded', async () => {
  rmSync(path.join(samples, 'grown-1.csv'));
  const first = await start();
  await first.whenSamplesLoaded;
  expect(await contents(first)).toEqual({ ...everything, 'series/grown': ['1 rows, 2001-01-01'] });
  expect(log.filter((line) => line.includes('A sample could not be published.'))).toEqual([
    expect.stringContaining('"dataset":"grown"'),
  ]);
  await stop();
  writeSamples();
  const second = await start();
  await second.whenSamplesLoaded;
  expect(await contents(second)).toEqual(everything);
});

test('a missing folder of samples is logged, and a later start finds it', async () => {
  rmSync(path.join(samples, manifestFile));
  const first = await start();
  await first.whenSamplesLoaded;
  expect(await contents(first)).toEqual({});
  expect(log.join('')).toContain('There are no samples to show');
  await stop();
  writeSamples();
  const second = await start();
  await second.whenSamplesLoaded;
  expect(await contents(second)).toEqual(everything);
});
