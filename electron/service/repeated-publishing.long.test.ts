import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createDataset } from './catalogue/records/datasets.ts';
import { createNamespace } from './catalogue/records/namespaces.ts';
import { publishTo } from './operations/publish/publish-file.ts';
import { type Service, startService } from './service.ts';

let folder = '';
let service: Service;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-repeated-'));
  service = await startService({ dataFolder: path.join(folder, 'data') });
  await writeFile(path.join(folder, 'rows.csv'), 'n\n1\n');
});
afterEach(async () => {
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

const source = () => ({ path: path.join(folder, 'rows.csv'), format: 'csv' as const });
const slugs = { namespace: 'n', dataset: 'd' };
const place = async () => ({ namespace: { slug: 'n', label: 'N' }, dataset: { slug: 'd', label: 'D' } });

test('repeating an attempt over HTTP creates one version, another attempt another one', {
  timeout: 240_000,
}, async () => {
  const { records } = service.deps.catalogue;
  const namespace = await createNamespace(records, { slug: 'n', label: 'N' });
  await createDataset(records, { namespaceId: namespace.id, slug: 'd', label: 'D' });
  const headers = { Authorization: `Token ${await service.issueOperatorToken()}`, 'Content-Type': 'text/csv' };
  const address = `${service.url}api/v1/namespaces/n/datasets/d/versions/`;
  const post = async (request: string) => {
    const answer = await fetch(`${address}?request=${request}`, { method: 'POST', headers, body: 'n\n1\n' });
    const { slug } = (await answer.json()) as { slug: string };
    const version = `${service.url}api/v1/namespaces/n/datasets/d/version/${slug}/`;
    const ready = async () => ((await (await fetch(version, { headers })).json()) as { ready?: boolean }).ready;
    await expect.poll(ready).toBe(true);
    return [answer.status, slug];
  };
  const first = await post('attempt-1');
  expect(await post('attempt-1')).toEqual(first);
  expect(await post('attempt-2')).not.toEqual(first);
});

test('a new dataset that several publish at the same time is created once, with a version of each', {
  timeout: 60_000,
}, async () => {
  const attempts = ['attempt-1', 'attempt-2', 'attempt-3'];
  const made = await Promise.all(
    attempts.map((request) => publishTo(service.deps, slugs, place, source(), { request })),
  );
  expect(new Set(made.map(({ slug }) => slug)).size).toBe(3);
  const again = await publishTo(service.deps, slugs, place, source(), { request: 'attempt-2' });
  expect(again.slug).toBe(made[1]?.slug);
});

test('concurrent appends are all preserved', { timeout: 240_000 }, async () => {
  await publishTo(service.deps, slugs, place, source());
  const append = () => publishTo(service.deps, slugs, place, source(), { mode: 'append' });
  const made = await Promise.all([append(), append(), append()]);
  expect(Math.max(...made.map(({ rows }) => rows))).toBe(4);
});
