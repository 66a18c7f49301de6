import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addUser, issueToken } from '../../accounts/administer.ts';
import { publishTo } from '../../operations/publish/publish-file.ts';
import { type Service, startService } from '../../service.ts';
import { apiExamples } from './describe-api.ts';

let folder = '';
let service: Service;
let token = '';
let version = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-examples-'));
  const file = path.join(folder, 'towns.csv');
  const page = await readFile(path.join(import.meta.dirname, '../../../../docs/query.md'), 'utf8');
  await writeFile(file, /```csv\n([^`]+)```/.exec(page)?.[1] ?? '');
  service = await startService({ dataFolder: path.join(folder, 'data'), prepareRows: false });
  const anna = await addUser(service.deps.catalogue.records, {
    username: 'anna',
    password: 'correct horse battery',
    isStaff: true,
  });
  token = await issueToken(service.deps.catalogue.records, anna.username);
  const place = {
    namespace: { slug: 'geo', label: 'Geo', published: true },
    dataset: { slug: 'towns', label: 'Towns' },
  };
  const target = { namespace: 'geo', dataset: 'towns' };
  await publishTo(service.deps, target, async () => place, { path: file, format: 'csv' });
  const towns = await fetch(new URL('/api/v1/namespaces/geo/datasets/towns/', service.url));
  version = ((await towns.json()) as { versions: [{ slug: string }] }).versions[0].slug;
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

/** In the order of the document: what one creates, the next reads. */
test('every example is accepted, and those about rows return some', async () => {
  for (const { summary, method, path: address, query, json } of apiExamples) {
    const url = new URL(`${address.replace('VERSION', version)}${query === undefined ? '' : `?${query}`}`, service.url);
    const body = json === undefined ? null : JSON.stringify(json).replaceAll('BASE', service.url.replace(/\/$/, ''));
    const headers = {
      authorization: `Token ${token}`,
      ...(body === null ? {} : { 'content-type': 'application/json' }),
    };
    const answer = await fetch(url, { method, headers, body });
    const text = await answer.text();
    expect([summary, answer.ok, answer.ok ? '' : text]).toEqual([summary, true, '']);
    if (address.endsWith('/data/')) expect([summary, JSON.parse(text).results.length > 0]).toEqual([summary, true]);
  }
});

test('the document has the examples with the methods that they use', async () => {
  type Operation = { readonly 'x-codeSamples'?: readonly { readonly label: string }[] };
  const answer = await fetch(new URL('/api/v1/schema/?_format=json', service.url));
  const { paths } = (await answer.json()) as { readonly paths: Readonly<Record<string, Record<string, Operation>>> };
  const samples = Object.values(paths)
    .flatMap((operations) => Object.values(operations))
    .flatMap((operation) => operation['x-codeSamples'] ?? []);
  expect(samples.map(({ label }) => label).sort()).toEqual(apiExamples.map(({ summary }) => summary).sort());
});
