import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findDataset } from '../../catalogue/records/datasets.ts';
import { findNamespace } from '../../catalogue/records/namespaces.ts';
import { listVersions } from '../../catalogue/records/versions.ts';
import { IngestError } from '../../reading/reading.ts';
import { type Service, startService } from '../../service.ts';
import type { PublishOptions } from './publish.ts';
import { publishTo } from './publish-file.ts';

const count = { source: 'count', type: 'integer' as const };

let folder = '';
let service: Service;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-failed-'));
  service = await startService({ dataFolder: path.join(folder, 'data') });
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

async function publish(dataset: string, rows: string, options: PublishOptions = {}): Promise<void> {
  const file = path.join(folder, 'rows.csv');
  await writeFile(file, rows);
  const place = async () => ({ namespace: { slug: 'n', label: 'N' }, dataset: { slug: dataset, label: dataset } });
  await publishTo(
    service.deps,
    { namespace: 'n', dataset },
    place,
    { path: file, format: 'csv', columns: [count] },
    options,
  );
}

const stored = () => readdir(path.join(folder, 'data', 'rows', 'versions'));

async function versionsOf(dataset: string): Promise<number | null> {
  const { records } = service.deps.catalogue;
  const namespace = await findNamespace(records, 'n');
  const found = namespace === null ? null : await findDataset(records, namespace.id, dataset);
  return found === null ? null : (await listVersions(records, [found.id])).filter(({ ready }) => ready).length;
}

it('leaves no rows, no version and no new dataset, whether the file or the commit fails', async () => {
  await publish('kept', 'count\n1\n2\n');
  const before = await stored();
  expect(before).not.toEqual([]);
  await expect(publish('kept', 'count\n1\ntwo\n')).rejects.toThrow(IngestError);
  await expect(publish('new', 'count\n1\ntwo\n')).rejects.toThrow(IngestError);
  const alongside = () => Promise.reject(new Error('refused'));
  await expect(publish('kept', 'count\n3\n', { alongside })).rejects.toThrow('refused');
  await expect(publish('new', 'count\n3\n', { alongside })).rejects.toThrow('refused');
  expect(await stored()).toEqual(before);
  expect([await versionsOf('kept'), await versionsOf('new')]).toEqual([1, null]);
});

it('leaves no new namespace either, and can be tried again', async () => {
  const records = service.deps.catalogue.records;
  const place = async () => ({ namespace: { slug: 'm', label: 'M' }, dataset: { slug: 'new', label: 'New' } });
  const source = (rows: string) => ({ path: path.join(folder, rows), format: 'csv' as const, columns: [count] });
  await writeFile(path.join(folder, 'bad.csv'), 'count\ntwo\n');
  await writeFile(path.join(folder, 'good.csv'), 'count\n2\n');
  const publishing = (rows: string) => publishTo(service.deps, { namespace: 'm', dataset: 'new' }, place, source(rows));
  await expect(publishing('bad.csv')).rejects.toThrow(IngestError);
  expect(await findNamespace(records, 'm')).toBeNull();
  await publishing('good.csv');
  expect(await findNamespace(records, 'm')).toMatchObject({ provisional: false });
});
