import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ExportRequest } from '#shared/rpc/jobs.ts';
import { exporting, openTestJobs, publishing, type TestJobs } from '../testing/test-jobs.ts';

let jobs: TestJobs;

beforeAll(async () => {
  jobs = await openTestJobs();
});
afterAll(() => jobs.close());

test('a descriptor contains everything known about a file, and where to get the same rows', async () => {
  const source = path.join(jobs.folder, 'towns.csv');
  await writeFile(source, 'code,people,share,lon,lat\n007,10,0.5,8.5,50\n010,20,0.25,9.5,51\n011,30,1,9,52\n');
  const request = publishing(source, 'towns', {
    columns: [{ source: 'people', label: 'People', description: 'At the end of the year' }],
  });
  const description = 'Towns, and who lives there.';
  const dataset = { slug: 'towns', create: { label: 'Towns of the land', description } };
  const { result } = await jobs.succeed({ ...request, dataset, licence: 'CC-BY-4.0' });
  const version = result?.kind === 'publish' ? result.version : '';

  const target = path.join(jobs.folder, 'out', 'Some Towns.csv');
  const query: ExportRequest['query'] = {
    filters: [{ column: 'people', lookup: 'gte', value: '20' }],
    ordering: [{ column: 'code', descending: true }],
    search: '01',
    fields: ['code', 'people', 'geometry'],
    version: null,
  };
  await jobs.succeed({ ...exporting('towns', target, 'csv'), query, spreadsheet: { separator: ';' } });
  const bytes = await readFile(target);
  const address = `${jobs.service.url}api/v1/namespaces/tests/datasets/towns/`;
  const rows = `${address}data/?people__gte=20&ordering=-code&search=01&fields=code%2Cpeople%2Cgeometry&version=${version}`;
  const [described] = JSON.parse(await readFile(path.join(jobs.folder, 'out', 'datapackage.json'), 'utf8')).resources;
  expect(described).toEqual({
    name: 'some-towns.csv',
    path: 'Some Towns.csv',
    title: 'Towns of the land',
    description,
    format: 'csv',
    mediatype: 'text/csv',
    encoding: 'utf-8',
    bytes: bytes.length,
    hash: `sha256:${createHash('sha256').update(bytes).digest('hex')}`,
    dialect: { delimiter: ';', quoteChar: '"', doubleQuote: true, header: true },
    schema: {
      fields: [
        { name: 'code', type: 'string', columnType: 'char' },
        {
          name: 'people',
          type: 'integer',
          title: 'People',
          description: 'At the end of the year',
          columnType: 'integer',
        },
        { name: 'geometry', type: 'any', columnType: 'geometry' },
      ],
      missingValues: [''],
    },
    sources: [{ title: 'Towns of the land', path: rows }],
    licenses: [{ name: 'CC-BY-4.0' }],
    rows: 2,
    dataset: address,
    version,
    query: { filters: query.filters, ordering: query.ordering, search: '01', fields: query.fields },
    created: expect.stringMatching(/^20\d\d-\d\d-\d\dT/),
  });
  const again = (await (await fetch(rows, { headers: { accept: 'application/json' } })).json()) as {
    results: { code: string; people: number }[];
  };
  expect(again.results.map(({ code, people }) => [code, people])).toEqual([
    ['011', 30],
    ['010', 20],
  ]);
  expect(bytes.toString('utf8')).toBe('\uFEFFcode;people;geometry\r\n011;30;POINT (9 52)\r\n010;20;POINT (9.5 51)\r\n');
});

test('a descriptor contains the licence, source and contact that the dataset states now', async () => {
  const source = path.join(jobs.folder, 'lakes.csv');
  await writeFile(source, 'name\nBled\n');
  const request = publishing(source, 'lakes');
  await jobs.succeed({ ...request, licence: 'CC-BY-4.0' });
  const stated = { licence: 'CC0-1.0', source: 'Survey of 2026', contact: 'lakes@example.org' };
  const answer = await fetch(`${jobs.service.url}api/v1/namespaces/tests/datasets/lakes/provenance/`, {
    method: 'PUT',
    headers: { authorization: `Token ${await jobs.service.issueOperatorToken()}`, 'content-type': 'application/json' },
    body: JSON.stringify(stated),
  });
  expect(answer.status).toBe(200);
  const folder = path.join(jobs.folder, 'stated');
  await mkdir(folder);
  await jobs.succeed(exporting('lakes', path.join(folder, 'lakes.csv'), 'csv'));
  const [described] = JSON.parse(await readFile(path.join(folder, 'datapackage.json'), 'utf8')).resources;
  expect(described).toMatchObject({
    licenses: [{ name: 'CC0-1.0' }],
    sources: [{ title: expect.any(String) }, { title: stated.source }],
    contact: stated.contact,
  });
});

test('a service without an address for them is not asked for licence, source and contact', async () => {
  const requested: string[] = [];
  const server = createServer(async (request, response) => {
    const { pathname, search } = new URL(request.url ?? '/', jobs.service.url);
    if (/\/(provenance|schema)\/$/.test(pathname)) {
      requested.push(pathname);
      response.writeHead(pathname.endsWith('/schema/') ? 404 : 500).end();
      return;
    }
    const answer = await fetch(new URL(pathname + search, jobs.service.url), {
      headers: { accept: 'application/json' },
    });
    const own = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const body = (await answer.text()).replaceAll(jobs.service.url, own);
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const { id } = await jobs.connections.add(url, 'Elsewhere', '', new AbortController().signal);
    const request = exporting('towns', path.join(jobs.folder, 'elsewhere.csv'), 'csv');
    await jobs.succeed({ ...request, reference: { ...request.reference, connection: id } });
    expect(requested.filter((pathname) => pathname.endsWith('/provenance/'))).toEqual([]);
    const [described] = JSON.parse(await readFile(path.join(jobs.folder, 'datapackage.json'), 'utf8')).resources;
    expect(described.licenses).toEqual([{ name: 'CC-BY-4.0' }]);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
