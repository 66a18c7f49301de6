import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aggregateFunctionNames, keyFunctionNames, lookups } from '#shared/query-vocabulary.ts';
import { findDataset, linkCodes } from '../service/catalogue/records/datasets.ts';
import { findNamespace } from '../service/catalogue/records/namespaces.ts';
import { publishTo } from '../service/operations/publish/publish-file.ts';
import { type Service, startService } from '../service/service.ts';

const page = await readFile(path.join(import.meta.dirname, '../../docs/query.md'), 'utf8');

/** The first two cells of each line of the table with this heading: an example in backquotes, and what it gives. */
function examples(heading: string): [example: string, result: string][] {
  const [, table = ''] = page.split(`\n| ${heading} |`);
  const [lines = ''] = table.split('\n\n');
  return [...lines.matchAll(/^\| `([^`]+)` \| ([^|]+) \|/gm)].map(([, example = '', result = '']) => [example, result]);
}

let folder = '';
let service: Service;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-query-page-'));
  const file = path.join(folder, 'towns.csv');
  await writeFile(file, /```csv\n([^`]+)```/.exec(page)?.[1] ?? '');
  service = await startService({ dataFolder: path.join(folder, 'data'), prepareRows: false });
  const place = {
    namespace: { slug: 'geo', label: 'Geo', published: true },
    dataset: { slug: 'towns', label: 'Towns' },
  };
  const target = { namespace: 'geo', dataset: 'towns' };
  await publishTo(service.deps, target, async () => place, { path: file, format: 'csv' });
  const regions = path.join(folder, 'regions.csv');
  await writeFile(regions, 'code,label\nNorth,The north\nSouth,The south\n');
  const list = { ...place, dataset: { slug: 'regions', label: 'Regions' } };
  const codes = { namespace: 'geo', dataset: 'regions' };
  await publishTo(service.deps, codes, async () => list, { path: regions, format: 'csv' });
  const { records } = service.deps.catalogue;
  const home = (await findNamespace(records, 'geo'))?.id ?? 0;
  const [towns, listed] = [await findDataset(records, home, 'towns'), await findDataset(records, home, 'regions')];
  await linkCodes(records, towns?.id ?? 0, 'region', listed?.id ?? 0);
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

async function results(parameters: Readonly<Record<string, string>>): Promise<Record<string, unknown>[]> {
  const address = new URL('api/v1/namespaces/geo/datasets/towns/data/', service.url);
  address.search = new URLSearchParams(parameters).toString();
  const answer = await fetch(address);
  const text = await answer.text();
  expect([answer.status, text]).toEqual([200, expect.anything()]);
  return JSON.parse(text).results;
}

test.each(examples('Condition'))('%s finds %s', async (condition, found) => {
  const split = condition.indexOf('=');
  const rows = await results({ [condition.slice(0, split)]: condition.slice(split + 1) });
  expect(rows.map(({ name }) => name).join(', ')).toBe(found);
});

test.each(examples('Key'))('Arc is in the group of %s named %s', async (key, group) => {
  const [only] = await results({ name: 'Arc', _group_by: key });
  expect(String(only?.[key])).toBe(group);
});

test.each(examples('Aggregate'))('%s of all rows is %s', async (aggregate, value) => {
  const [only] = await results({ _aggregate__value: aggregate });
  expect(String(only?.value)).toBe(value);
});

test('the page has every lookup, key function and aggregate', () => {
  const named = (heading: string, pattern: RegExp) =>
    new Set(examples(heading).map(([example]) => pattern.exec(example)?.[1] ?? 'exact'));
  expect([...named('Condition', /__([a-z]+)=/)].sort()).toEqual([...lookups].sort());
  const keys = named('Key', /^(\w+)\(/);
  keys.delete('exact');
  expect([...keys].sort()).toEqual([...keyFunctionNames].sort());
  expect([...named('Aggregate', /^(\w+)\(/)].sort()).toEqual([...aggregateFunctionNames].sort());
});
