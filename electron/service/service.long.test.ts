import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { englishText } from '#shared/english/english-text.ts';
import { everyRow } from '#shared/row-query.ts';
import {
  type FilePublishing,
  joinService,
  LossError,
  NotFoundError,
  ReadersChangedError,
  type Service,
  startService,
} from './service.ts';

let folder = '';
let service: Service;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-door-'));
  service = await startService({ dataFolder: path.join(folder, 'data') });
  await writeFile(path.join(folder, 'towns.csv'), 'name,people\nA,1\nB,22\n');
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

function publishing(dataset: string, change: Partial<FilePublishing> = {}): FilePublishing {
  return {
    namespace: { slug: 'n', create: { label: 'N', published: true, allowedGroups: [] } },
    dataset: { slug: dataset, create: { label: dataset, description: '' } },
    mode: 'replace',
    file: { path: path.join(folder, 'towns.csv'), format: 'csv' },
    columns: [],
    sourceName: 'towns.csv',
    ...change,
  };
}

const statusOf = async (dataset: string) =>
  (await fetch(`${service.url}api/v1/namespaces/n/datasets/${dataset}/`)).status;

describe('publishing through the local service', () => {
  it('creates a dataset that can be verified, compared and removed by its name', async () => {
    const name = { namespace: 'n', dataset: 'towns' };
    const first = await service.publish(publishing('towns', { attempt: 'one' }), {});
    expect(await service.publish(publishing('towns', { attempt: 'one' }), {})).toEqual(first);
    await writeFile(path.join(folder, 'more.csv'), 'name,people\nA,1\nB,23\nC,3\n');
    const file = { path: path.join(folder, 'more.csv'), format: 'csv' } as const;
    const second = await service.publish(publishing('towns', { file }), {});
    expect(await service.verify(name, null, {})).toMatchObject({ version: second.version, verdict: 'verified' });
    const pair = { before: first.version, after: second.version, key: ['name'] };
    expect(await service.diff(name, pair, {})).toMatchObject({ added: 1, removed: 0, changed: 1 });
    expect((await service.pastChecks(name)).map(({ version }) => version)).toEqual([second.version]);
    await service.removeDataset(name);
    await service.removeDataset(name);
    expect(await statusOf('towns')).toBe(404);
  });

  it('shows what a file would change, and publishes nothing if data would be lost without consent', async () => {
    const name = { namespace: 'n', dataset: 'lossy' };
    const write = async (text: string) => {
      await writeFile(path.join(folder, 'lossy.csv'), text);
      return { path: path.join(folder, 'lossy.csv'), format: 'csv' } as const;
    };
    const file = await write('id,people\na,1\nb,2\nc,3\nd,4\n');
    expect(await service.reviewReplacement(name, file, {})).toBeNull();
    const { version } = await service.publish(publishing('lossy', { file, refuseLoss: true }), {});
    const shown = async (text: string) => {
      const review = await service.reviewReplacement(name, await write(text), {});
      return review && [englishText(review.changes), review.loses];
    };
    expect(await shown('id,people\na,1\nb,2\nc,3\nd,4\n')).toEqual([expect.stringMatching(/same rows/), false]);
    const fewer = ['3 rows instead of 4. 1 row removed. 1 value changed in “people”: +7 (id b).', false];
    expect(await shown('id,people\na,1\nb,9\nc,3\n')).toEqual(fewer);
    expect(await shown('id\na\nb\nc\nd\n')).toEqual([expect.stringMatching(/“people” was removed/), true]);
    const lossy = publishing('lossy', { file: await write('id,people\na,1\n'), refuseLoss: true });
    const error: unknown = await service.publish(lossy, {}).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(LossError);
    expect(String(error)).toContain('1 row instead of 4. 3 rows removed. Nothing was published.');
    expect(await service.verify(name, null, {})).toMatchObject({ version });
    await service.publish({ ...lossy, mode: 'append' }, {});
    expect(await service.publish({ ...lossy, refuseLoss: false }, {})).toMatchObject({ rows: 1 });
  });

  it.each([
    ['namespace', { namespace: { slug: 'nowhere' } }, 'nowhere'],
    ['dataset', { dataset: { slug: 'none' } }, 'none'],
    [
      'group',
      { namespace: { slug: 'g', create: { label: 'G', published: true, allowedGroups: ['http://x/groups/7/'] } } },
      'http://x/groups/7/',
    ],
  ] as readonly (readonly [string, Partial<FilePublishing>, string])[])(
    'names the missing %s, and publishes nothing',
    async (what, change, requested) => {
      const failure = await service.publish(publishing('none', change), {}).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(NotFoundError);
      expect(failure).toMatchObject({ what, requested });
      expect(await statusOf('none')).toBe(404);
    },
  );

  it('publishes nothing if the namespace has other readers than expected', async () => {
    await service.publish(publishing('open'), {});
    const expected = publishing('secret', { expectedReaders: 'owner' });
    await expect(service.publish(expected, {})).rejects.toThrow(ReadersChangedError);
    expect(await statusOf('secret')).toBe(404);
    await service.publish(publishing('secret', { expectedReaders: 'everyone' }), {});
    expect(await statusOf('secret')).toBe(200);
  });
});

describe('an export', () => {
  it.each(['csv', 'ndjson', 'xlsx', 'parquet'] as const)('as %s is the same as a download', async (format) => {
    await service.publish(publishing('exported', { attempt: 'exported' }), {});
    const file = { path: path.join(folder, `out.${format}`), workFolder: async () => {}, onRestarted: () => {} };
    const order = {
      name: { namespace: 'n', dataset: 'exported' },
      query: { ...everyRow, filters: [], ordering: [] },
      format,
    };
    const made = await service.exportVersion(order, file, {});
    expect(made).toMatchObject({ rows: 2, dataset: { label: 'exported' }, unusual: { longTexts: 0, longNumbers: 0 } });
    const address = `${service.url}api/v1/namespaces/n/datasets/exported/download/?_format=${format}`;
    const content = await readFile(file.path);
    expect(content.length).toBe(made.bytes);
    // A workbook contains its creation time.
    const downloaded = Buffer.from(await (await fetch(address)).arrayBuffer());
    if (format === 'xlsx') expect(downloaded.subarray(0, 2).toString()).toBe('PK');
    else expect(downloaded.equals(content)).toBe(true);
  });

  it('reports missing records by name', async () => {
    const file = { path: path.join(folder, 'none'), workFolder: async () => {}, onRestarted: () => {} };
    const order = (dataset: string, version: string | null) => ({
      name: { namespace: 'n', dataset },
      query: { ...everyRow, filters: [], ordering: [], version },
      format: 'csv' as const,
    });
    const failure = (dataset: string, version: string | null) =>
      service.exportVersion(order(dataset, version), file, {}).catch((error: unknown) => error);
    expect(await failure('nothing', null)).toMatchObject({ what: 'dataset', requested: 'nothing' });
    expect(await failure('exported', '1999')).toMatchObject({ what: 'version', requested: '1999' });
  });
});

it('gives a joining process access to the accounts of the store, and withdraws it when the process leaves', async () => {
  const joined = await joinService(service.dataFolder);
  expect(joined.local).toBeNull();
  await joined.catalogue.accounts.add({ username: 'ada', password: 'long enough', groups: ['readers'] });
  const { users, groups } = await service.accounts.list();
  const readers = groups.find(({ name }) => name === 'readers')?.id;
  expect(users).toContainEqual(expect.objectContaining({ username: 'ada', groups: [readers] }));
  expect(await joined.catalogue.readersOf('n')).toBe('everyone');
  expect(await joined.catalogue.readersOf('nowhere')).toBe('absent');
  await joined.close();
  await expect(joined.catalogue.accounts.list()).rejects.toThrow();
});
