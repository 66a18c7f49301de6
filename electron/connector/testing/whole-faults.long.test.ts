import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { everyRow, type RowQuery } from '#shared/row-query.ts';
import { asRows, everything, type Opened, openForTest } from './source-suite.ts';
import type { Variant } from './variant.ts';
import { startVariant, type VariantService } from './variant-service.ts';

const open: (VariantService | Opened)[] = [];

afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

interface Outcome {
  readonly rows: number;
  readonly error: unknown;
}

/** Reads everything from a service whose answers `act` changes from the second page of rows on. */
async function readWhole(
  variant: Variant,
  act: (response: ServerResponse, time: number, address: URL) => boolean = () => false,
  query: RowQuery = everyRow,
): Promise<Outcome> {
  let time = 0;
  const service = await startVariant({
    pageSize: 50,
    ...variant,
    intercept: (_request, response, address) => address.pathname.endsWith('/data/') && act(response, ++time, address),
  });
  const opened = await openForTest(service.url, undefined, { firstDelayMs: 5, headersMs: 500 });
  open.push(service, opened);
  let rows = 0;
  try {
    const { batches } = await opened.source.wholeRows(everything, query, asRows);
    for await (const { size } of batches) rows += size;
    return { rows, error: null };
  } catch (error) {
    return { rows, error };
  }
}

const reply = (response: ServerResponse, status: number, body: string): true => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  return true;
};

describe('all rows or an error, never silently only a part', () => {
  it('when the dataset shrinks meanwhile', async () => {
    let count = 250;
    const outcome = await readWhole({ count: () => count }, (_response, time) => {
      if (time === 3) count = 120;
      return false;
    });
    expect(outcome.error).toMatchObject({ kind: 'dataset-changed', retry: true });
  });

  it('when the dataset shrinks so much that a page number no longer exists', async () => {
    let count = 250;
    const outcome = await readWhole({ paging: 'number', count: () => count }, (_response, time) => {
      if (time === 3) count = 60;
      return false;
    });
    expect(outcome.error).toMatchObject({ retry: true, kind: 'dataset-changed' });
  });

  it('when the dataset grows meanwhile', async () => {
    let count = 200;
    const outcome = await readWhole({ paging: 'cursor-counted', count: () => count }, (_response, time) => {
      if (time === 3) count = 250;
      return false;
    });
    expect(outcome.error).toMatchObject({ kind: 'dataset-changed' });
  });

  it('when a newer version with the same number of rows appears meanwhile', async () => {
    let version = '20240506070809123456';
    const outcome = await readWhole({ version: () => version }, (_response, time) => {
      if (time === 3) version = '20240607080910123456';
      return false;
    });
    expect(outcome).toMatchObject({ rows: 250, error: { kind: 'dataset-changed', retry: true } });
  });

  it('when pages end early', async () => {
    const outcome = await readWhole({}, (response, time) =>
      time === 3 ? reply(response, 200, '{"count":250,"next":null,"previous":null,"results":[{"id":1}]}') : false,
    );
    expect(outcome.error).toMatchObject({ kind: 'cut-off' });
  });

  it('when one page is short although others follow', async () => {
    const outcome = await readWhole({ paging: 'number' }, (response, time) =>
      time === 3 ? reply(response, 200, '{"count":250,"next":"?page=4","previous":null,"results":[{"id":1}]}') : false,
    );
    expect(outcome.error).toMatchObject({ kind: 'dataset-changed' });
  });

  it('when the service fails permanently half-way', async () => {
    const outcome = await readWhole({}, (response, time) => time >= 3 && reply(response, 500, '{}'));
    expect(outcome).toMatchObject({ rows: 100, error: { kind: 'server-error' } });
  });

  it('when pages form a cycle', async () => {
    const outcome = await readWhole({}, (response, time) =>
      reply(response, 200, `{"next":"?cursor=${time % 2}","previous":null,"results":[{"id":1}]}`),
    );
    expect(outcome.error).toMatchObject({ kind: 'page-loop' });
  });

  it.each([
    [
      'waits for an order',
      { ...everyRow, ordering: [{ column: 'id', descending: false }] },
      { rows: 250, error: null },
    ],
    ['does not wait for rows that need no calculation', everyRow, { rows: 0, error: { kind: 'timeout' } }],
  ])('%s', async (_, query, expected) => {
    // Well beyond the limit, which is measured in steps of half a second.
    const late = (response: ServerResponse, time: number, address: URL) => {
      if (time > 1) return false;
      const answer = async () => reply(response, 200, await (await fetch(address)).text());
      // The service may have been closed meanwhile.
      setTimeout(() => answer().catch(() => response.destroy()), 2_500);
      return true;
    };
    expect(await readWhole({}, late, query)).toMatchObject(expected);
  });

  it('continues after temporary faults', async () => {
    // Pages are requested a few at a time: each of them fails once.
    const requested = new Set<string>();
    const outcome = await readWhole({}, (response, time, { href }) => {
      if (time === 1 || requested.has(href)) return false;
      requested.add(href);
      return reply(response, 503, '{}');
    });
    expect(outcome).toEqual({ rows: 250, error: null });
  });
});
