import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findDataset } from '../../catalogue/records/datasets.ts';
import { findNamespace } from '../../catalogue/records/namespaces.ts';
import { listVersions } from '../../catalogue/records/versions.ts';
import { type RunningService, startService } from '../../server.ts';
import { IngestError } from '../../store/row-store.ts';
import { publishTo } from './publish-new.ts';

let folder = '';
let service: RunningService;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-failed-'));
  service = await startService({ dataFolder: path.join(folder, 'data'), samples: null });
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

async function publish(dataset: string, rows: string): Promise<void> {
  const file = path.join(folder, 'rows.csv');
  await writeFile(file, rows);
  const place = async () => ({ namespace: { slug: 'n', label: 'N' }, dataset: { slug: dataset, label: dataset } });
  const columns = [{ source: 'count', type: 'integer' as const }];
  await publishTo(service.deps, { namespace: 'n', dataset }, place, { path: file, format: 'csv', columns }, {});
}

const stored = () => readdir(path.join(folder, 'data', 'rows'));

async function versionsOf(dataset: string): Promise<number | null> {
  const { records } = service.deps.catalogue;
  const namespace = await findNamespace(records, 'n');
  const found = namespace === null ? null : await findDataset(records, namespace.id, dataset);
  return found === null ? null : (await listVersions(records, [found.id])).filter(({ ready }) => ready).length;
}

it('a failed import leaves no rows, no version, and no new dataset', async () => {
  await publish('kept', 'count\n1\n2\n');
  const before = await stored();
  expect(before).not.toEqual([]);
  await expect(publish('kept', 'count\n1\ntwo\n')).rejects.toThrow(IngestError);
  await expect(publish('new', 'count\n1\ntwo\n')).rejects.toThrow(IngestError);
  expect(await stored()).toEqual(before);
  expect([await versionsOf('kept'), await versionsOf('new')]).toEqual([1, null]);
});
