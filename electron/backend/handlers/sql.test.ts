import { existsSync, globSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { usualGuards } from '#shared/follow.ts';
import { everyRow } from '#shared/row-query.ts';
import { createDataset } from '../../service/catalogue/records/datasets.ts';
import { createNamespace } from '../../service/catalogue/records/namespaces.ts';
import { publishVersion } from '../../service/operations/publish/publish.ts';
import { type Service, startService } from '../../service/service.ts';
import { type Backend, openBackend } from './catalogue-and-rows.ts';
import { sqlFunctionsOver, sqlResultsOver } from './sql.ts';
import { openViewedFiles, type ViewedFiles } from './viewed-files.ts';

const never = new AbortController().signal;
const connection = 'local';
const towns = { connection, namespace: 'geo', dataset: 'towns' };
const regions = { connection, namespace: 'made', dataset: 'regions' };
const sum = 'SELECT region, sum(people) AS people FROM "geo/towns" GROUP BY region';

let folder: string;
let service: Service;
let viewedFiles: ViewedFiles;
let backend: Backend;
let functions: ReturnType<typeof sqlFunctionsOver> & ReturnType<typeof sqlResultsOver>;
const changed: string[] = [];

async function publishTowns(csv: string): Promise<void> {
  const { records } = service.deps.catalogue;
  const file = path.join(folder, 'towns.csv');
  await writeFile(file, csv);
  const found = await records.selectFrom('datasets').select('id').where('slug', '=', 'towns').executeTakeFirstOrThrow();
  await publishVersion(service.deps, found.id, { path: file, format: 'csv' });
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-sql-calls-'));
  service = await startService({ dataFolder: path.join(folder, 'data') });
  const { records } = service.deps.catalogue;
  const geo = await createNamespace(records, { slug: 'geo', label: 'Geo', description: '', published: true });
  await createDataset(records, { namespaceId: geo.id, slug: 'towns', label: 'Towns', description: '' });
  await publishTowns('town,region,people\nA,North,1000\nB,North,800\nC,South,5\n');
  viewedFiles = openViewedFiles({ folder: path.join(folder, 'viewed'), announce: () => {} });
  backend = await openBackend({
    local: service.issueOperatorToken().then((token) => ({ address: service.url, token })),
    scratch: viewedFiles.service,
    configFolder: path.join(folder, 'config'),
    cacheFolder: path.join(folder, 'cache'),
    vault: {
      describe: async () => ({ kind: 'system' }),
      read: async () => null,
      store: async () => {},
      remove: async () => {},
    },
    announce: () => {},
  });
  const { connections } = backend;
  functions = {
    ...sqlFunctionsOver({ connections, onChanged: (one) => changed.push(one) }),
    ...sqlResultsOver(connections, viewedFiles),
  };
}, 120_000);

afterAll(async () => {
  await backend.close();
  await viewedFiles.close();
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

it('runs a statement, and reads its first rows and what it was made from', async () => {
  expect(await functions.runsSql({ connection }, never)).toBe(true);
  const result = await functions.runSql({ connection, sql: sum, limit: 1 }, never);
  expect(result).toMatchObject({ rows: [['North', 1800]], count: 2 });
  expect(result.columns.map(({ name, type }) => [name, type])).toEqual([
    ['region', 'char'],
    ['people', 'integer'],
  ]);
  expect(result.inputs.map(({ name }) => name)).toEqual(['geo/towns']);
});

it('reports what a statement lacks', async () => {
  const request = { connection, sql: 'SELECT regio FROM "geo/towns"', limit: 1 };
  await expect(functions.runSql(request, never)).rejects.toMatchObject({ kind: 'bad-query' });
});

it('views a whole result like a file, and removes it like one', async () => {
  const viewed = await functions.viewSqlResult({ connection, sql: sum }, never);
  await vi.waitUntil(
    async () => (await viewedFiles.functions.listViewedFiles({}, never)).some(({ stored }) => stored),
    { timeout: 60_000 },
  );
  const request = { reference: viewed.reference, query: everyRow, offset: 0, limit: 10 };
  const page = await backend.functions.readRows(request, never);
  expect(page.rows).toEqual([
    ['North', 1800],
    ['South', 5],
  ]);
  await viewedFiles.functions.closeViewedFile({ id: viewed.id }, never);
  expect(existsSync(viewed.path)).toBe(false);
});

it('leaves nothing of a result that could not be read', async () => {
  await expect(functions.viewSqlResult({ connection, sql: 'SELECT nothing' }, never)).rejects.toThrow();
  expect(globSync('viewed/scratch/*/*', { cwd: folder })).toEqual([]);
});

it('gives a dataset a recipe, runs, proves and removes it', async () => {
  const guards = { ...usualGuards, rowsFell: 90, checks: [{ column: 'people', test: 'complete' as const }] };
  await functions.putRecipe({ reference: regions, sql: sum, run: 'by-hand', guards, confirmPrivate: false }, never);
  await functions.runRecipe(regions, never);
  expect(await functions.readRecipe(towns, never)).toBeNull();
  const { rowsFell, columnGone, columnRetyped, checks } = guards;
  const written = { rows_fell: rowsFell, column_gone: columnGone, column_retyped: columnRetyped, checks };
  const recipe = { sql: sum, run: 'by-hand', state: 'active', guards: written };
  expect(await functions.readRecipe(regions, never)).toMatchObject(recipe);
  expect(changed).toContain(connection);
  expect(await functions.runRecipe(regions, never)).toEqual({ outcome: 'unchanged', version: null, reasons: [] });
  await publishTowns('town,region,people\nA,North,1000\nC,South,6\n');
  const { outcome, version } = await functions.runRecipe(regions, never);
  expect(outcome).toBe('changed');
  const proof = await functions.recomputeVersion({ reference: regions, version: version ?? '' }, never);
  expect(proof).toEqual({ verdict: 'same', rows: 0, message: '' });
  await functions.removeRecipe(regions, never);
  expect(await functions.readRecipe(regions, never)).toBeNull();
});
