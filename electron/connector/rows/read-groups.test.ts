import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AggregateQuery } from '#shared/aggregate-query.ts';
import { everyRow } from '#shared/row-query.ts';
import { layOut } from '../http/layout.ts';
import { openClient, type ServiceClient } from '../http/transport/client.ts';
import { readGroups } from './read-groups.ts';

/** A service that groups rows, but passes over parameters that it does not know, such as those of comparisons. */
let server: Server;
let home: URL;
let client: ServiceClient;
beforeAll(async () => {
  server = createServer((_, response) => {
    const results = [1990, 1991].map((year) => ({ year, total: year - 1980 }));
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ count: 2, next: null, previous: null, results }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  home = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  client = openClient(home, { token: () => null, plainHttpAgreed: () => false });
});
afterAll(async () => {
  await client.close();
  server.close();
});

const byYear: AggregateQuery = {
  rows: everyRow,
  keys: [{ text: 'year', column: 'year', function: null }],
  aggregates: [{ name: 'total', function: 'Sum', column: 'people' }],
  having: [],
  ordering: [],
};

function groupsOf(query: AggregateQuery) {
  const dataset = { namespace: 'city', dataset: 'people' };
  const api = { client, layout: layOut(home, new Map()), extras: async () => new Set<never>() };
  return readGroups(api, dataset, { query, offset: 0, limit: 10 }, AbortSignal.timeout(60_000));
}

test('groups are read from a service without comparisons', async () => {
  expect((await groupsOf(byYear)).groups).toEqual([
    [1990, 10],
    [1991, 11],
  ]);
});

test('a comparison is refused by name of a service that passes over it', async () => {
  const derived = [{ name: 'change', of: 'total', function: 'Change', key: 'year', steps: 1 }] as const;
  await expect(groupsOf({ ...byYear, derived })).rejects.toMatchObject({
    kind: 'bad-query',
    reason: { code: 'no-comparisons', values: { host: home.host } },
  });
});
