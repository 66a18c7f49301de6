import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everyRow } from '#shared/row-query.ts';
import { previewFile } from '../../../jobs/publish/planned-file.ts';
import { type Service, startService } from '../../../service/service.ts';
import { describeEntry, find, list } from '../../testing/fetch-source.ts';
import { openTestFollowing, type TestFollowing } from '../../testing/test-following.ts';
import { serviceSource } from './service-source.ts';

const name = { namespace: 'geo', dataset: 'towns' };
const first = [
  'id,code,area,founded,note',
  '9007199254740993,007,12.50,1291-08-01,"first, with a comma"',
  '2,010,,1353-03-06,',
  '3,011,0.10,,"two\nlines"',
  '4,012,3.00,1803-01-01,last',
];

describe('a service of the own specification', () => {
  let folder = '';
  let service: Service;
  let test: TestFollowing;
  let address = '';
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'almanac-service-source-'));
    service = await startService({ dataFolder: path.join(folder, 'origin') });
    address = `${service.url}api/v1/namespaces/geo/datasets/towns/`;
    test = await openTestFollowing();
    await publish(first);
  });
  afterAll(async () => {
    await test?.close();
    await service?.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function publish(lines: readonly string[]): Promise<void> {
    const file = path.join(folder, 'towns.csv');
    await writeFile(file, `${lines.join('\n')}\n`);
    const options = { columns: [{ source: 'code', type: 'text' as const }] };
    const { plan } = await previewFile(service.files, { path: file, options }, folder, 'take-in');
    await service.publish(
      {
        namespace: { slug: 'geo', create: { label: 'Geography', published: true, allowedGroups: [] } },
        dataset: { slug: 'towns', create: { label: 'Towns', description: 'All towns.' } },
        mode: 'replace',
        file: plan,
        columns: [{ name: 'area', label: 'Area (km²)', description: 'Without lakes.' }],
        sourceName: 'towns.csv',
      },
      {},
    );
  }

  async function rows(local: TestFollowing['local'], dataset: string, namespace: string): Promise<string> {
    const file = path.join(folder, 'rows.ndjson');
    const query = { ...everyRow, filters: [], ordering: [] };
    const target = { path: file, workFolder: async () => {}, onRestarted: () => {} };
    await local.exportVersion({ name: { namespace, dataset }, query, format: 'ndjson' }, target, {});
    const text = await readFile(file, 'utf8');
    await rm(file);
    return text;
  }

  it('is found by the addresses of a dataset and of the service, and nowhere else', async () => {
    const found = await find(serviceSource, address);
    expect(found).toMatchObject({ kind: 'service', title: 'Towns', more: null });
    expect(found?.entries).toMatchObject([{ id: address, title: 'Towns', description: 'All towns.', rows: 4 }]);
    expect((await find(serviceSource, `${service.url}api/v1/`))?.entries.map(({ id }) => id)).toEqual([address]);
    expect(await find(serviceSource, `${service.url}geo/towns/`)).toBeNull();
    expect((await list(serviceSource, `${service.url}api/v1/`, 'nothing like it')).entries).toEqual([]);
    const choice = { kind: 'service' as const, address, entry: address, parameters: {} };
    expect((await describeEntry(serviceSource, choice)).columns).toContainEqual({
      name: 'area',
      title: 'Area (km²)',
      description: 'Without lakes.',
      unit: null,
    });
  });

  it('is copied value by value, and again when it has a newer version', { timeout: 60_000 }, async () => {
    await test.follow('towns', address, { kind: 'service', entry: address });
    expect(await rows(test.local, 'towns', 'web')).toBe(await rows(service, 'towns', 'geo'));
    expect(await test.check('towns')).toEqual({ kind: 'unchanged' });
    await publish([...first, '5,013,1.00,1815-01-01,new']);
    expect(await test.check('towns')).toMatchObject({ kind: 'changed', rows: 5 });
    expect(await rows(test.local, 'towns', 'web')).toBe(await rows(service, 'towns', 'geo'));
    const [change] = await test.local.sources.changes({ namespace: 'web', dataset: 'towns' }, null, 1);
    expect(change?.summary).toMatchObject({ key: ['id'], added: 1, removed: 0, changed: 0 });
  });

  it('that lost the dataset fails, and the copy stays', { timeout: 60_000 }, async () => {
    await service.removeDataset(name);
    const outcome = await test.check('towns');
    expect(outcome.kind === 'failed' && outcome.failure.code).toBe('source-entry-gone');
    expect(await test.local.sources.find({ namespace: 'web', dataset: 'towns' })).toMatchObject({ versions: 2 });
  });
});
