import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { licenceIn } from '#shared/version-metadata.ts';
import { startService } from '../service/service.ts';
import { runCommandHere } from './testing/run-command.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-reference-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const run = (...words: readonly string[]) => runCommandHere(...words, '--data', path.join(folder, 'data'));

it('adds the reference data once, with their source and licence, ready to be joined', async () => {
  const first = await run('reference', 'add', '--json');
  expect(first.status).toBe(0);
  const added = first.out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(added).toEqual([
    expect.objectContaining({ ok: true, dataset: 'reference/countries', rows: 250 }),
    expect.objectContaining({ ok: true, dataset: 'reference/us-states', rows: 56 }),
    expect.objectContaining({ ok: true, dataset: 'reference/population', rows: 682 }),
  ]);
  const joined = `SELECT c.code, c.numeric, c.name_de, c.region, p.population
    FROM "reference/population" p JOIN "reference/countries" c USING (alpha3)
    WHERE p.year = 2005 AND c.code IN ('AF', 'DE') ORDER BY 1`;
  const { out } = await run('sql', joined, '--format', 'csv');
  expect(out.split('\r\n').slice(0, 3)).toEqual([
    'code,numeric,name_de,region,population',
    expect.stringMatching(/^AF,004,Afghanistan,Asia,\d{8}$/),
    expect.stringMatching(/^DE,276,Deutschland,Europe,\d{8}$/),
  ]);
  const namibia = `SELECT code FROM "reference/countries" WHERE alpha3 = 'NAM'`;
  expect((await run('sql', namibia, '--format', 'csv')).out).toBe('code\r\nNA\r\n');
  expect(await run('reference', 'add')).toEqual({ status: 0, out: 'All reference data are there.\n', err: '' });
  const service = await startService({ dataFolder: path.join(folder, 'data'), samples: null });
  const read = async (rest: string) =>
    (await fetch(`${service.url}api/v1/namespaces/reference/datasets/population/${rest}`)).json();
  const { results } = (await read('versions/')) as { results: { metadata: string }[] };
  expect(results.map(({ metadata }) => licenceIn(metadata))).toEqual(['CC BY 4.0']);
  expect(await read('provenance/')).toMatchObject({ source: expect.stringContaining('Gapminder') });
  await service.close();
});
