import type { ServerResponse } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { type Opened, openForTest } from '../testing/source-suite.ts';
import { startVariant, type VariantService } from '../testing/variant-service.ts';
import { listCatalogue } from './list-catalogue.ts';

let service: VariantService;
let opened: Opened;

afterEach(async () => {
  await opened.close();
  await service.close();
});

const reply = (response: ServerResponse, status: number, value: unknown): true => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  return true;
};

/** A service with many datasets, whose rows are answered with `status`. */
async function open(datasets: number, status: number): Promise<void> {
  service = await startVariant({
    intercept(_request, response, address) {
      const slugs = Array.from({ length: datasets }, (_, index) => `d${index}`);
      if (address.pathname === '/api/v1/namespaces/') {
        // Addresses instead of records, as some services list them.
        return reply(response, 200, [
          { slug: 'n', datasets: slugs.map((slug) => `/api/v1/namespaces/n/datasets/${slug}/`) },
        ]);
      }
      const record = /datasets\/d(\d+)\/$/.exec(address.pathname)?.[1];
      if (record !== undefined)
        return reply(response, 200, { slug: `d${record}`, label: `Dataset ${record}`, columns: [{ name: 'a' }] });
      const slug = /datasets\/(d\d+)\/data\/$/.exec(address.pathname)?.[1];
      return slug === undefined
        ? false
        : reply(response, status, { count: Number(slug.slice(1)), next: null, previous: null, results: [] });
    },
  });
  opened = await openForTest(service.url, undefined, { firstDelayMs: 5 });
}

it('lists datasets that are named only by their addresses', async () => {
  await open(60, 200);
  const [namespace] = (await listCatalogue(opened.source)).namespaces;
  expect(namespace?.datasets.length).toBe(60);
  expect(namespace?.datasets[42]).toEqual({
    slug: 'd42',
    label: 'Dataset 42',
    url: `${service.url}api/v1/namespaces/n/datasets/d42/`,
    rows: 42,
    columns: 1,
    version: null,
  });
});

it.each([401, 403, 404])('lists a dataset with forbidden rows (status %i) without their count', async (status) => {
  await open(1, status);
  expect((await listCatalogue(opened.source)).namespaces[0]?.datasets).toMatchObject([{ slug: 'd0', rows: null }]);
});

it('lists datasets whose rows cannot be read for another reason with that reason', async () => {
  await open(3, 500);
  const [namespace] = (await listCatalogue(opened.source)).namespaces;
  expect(namespace?.datasets).toMatchObject(
    ['d0', 'd1', 'd2'].map((slug) => ({ slug, rows: null, columns: 1, failure: { kind: 'server-error' } })),
  );
});

const requestsForRows = () => service.recorded.filter(({ url }) => url.includes('/data/')).length;

it('sends no more requests to a service that asks for fewer', async () => {
  await open(100, 429);
  const [namespace] = (await listCatalogue(opened.source, { counts: true })).namespaces;
  expect(namespace?.datasets.map(({ failure }) => failure?.kind)).toEqual(Array(100).fill('throttled'));
  // Four requests run concurrently, each with up to three attempts.
  expect(requestsForRows()).toBeLessThanOrEqual(12);
});

it('requests no rows when no counts are wanted', async () => {
  await open(50, 200);
  const [namespace] = (await listCatalogue(opened.source, { counts: false })).namespaces;
  expect(namespace?.datasets.length).toBe(50);
  expect(requestsForRows()).toBe(0);
});

it.each([
  ['counts rows in a small catalogue', 20, true],
  ['asks a service of many datasets for no rows before that is wanted', 21, false],
])('%s', async (_, datasets, counted) => {
  await open(datasets, 200);
  expect(await listCatalogue(opened.source, { counts: 'few' })).toMatchObject({ counted });
  expect(requestsForRows()).toBe(counted ? datasets : 0);
});
