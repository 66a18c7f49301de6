import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  choiceOf,
  describeEntry,
  failureOfFetch,
  fetchEntry,
  find,
  linesOf,
  list,
  stateOf,
} from '../../testing/fetch-source.ts';
import { openPxWebService, type PxWebService, pxWebRecords, pxWebTable } from '../../testing/servers/px-web-service.ts';
import { htmlPage, restorerOf } from '../../testing/stand-in.ts';
import { pxWebSource as source } from './px-web-source.ts';
import { blocksOfTable, tableOf } from './px-web-table.ts';

let service: PxWebService;
let restore: () => void;
beforeAll(async () => {
  service = await openPxWebService();
  restore = restorerOf(service);
});
afterEach(() => restore());
afterAll(() => service.close());

const choice = (parameters: Readonly<Record<string, string>> = {}) =>
  choiceOf(source, `${service.url}api/v2/tables/${pxWebTable}`, pxWebTable, parameters);
const [header = '', ...lines] = pxWebRecords;
const dataRequests = () => service.requested.filter(({ url }) => url.pathname.endsWith('/data'));

describe('a table of PxWeb', () => {
  it.each(['', '/', '/metadata', '/metadata?outputFormat=json-stat2', '?lang=en', '/defaultselection'])(
    'is found at its address%s',
    async (rest) => {
      expect(await find(source, `${service.url}api/v2/tables/${pxWebTable}${rest}`)).toMatchObject({
        title: 'Births by region, contents and year',
        publisher: 'Statistics Example',
        contact: 'kari@example.org',
        licence: 'CC0',
        entries: [{ id: pxWebTable, rows: 8, modified: '2026-02-03T07:00:00.000Z' }],
      });
    },
  );

  it.each([
    ['a selection of its data, which is a file', `tables/${pxWebTable}/data?valueCodes[Tid]=*`],
    ['a table that is not there', 'tables/none'],
    ['another page of the service', 'navigation'],
  ])('is not %s', async (_, rest) => {
    expect(await find(source, `${service.url}api/v2/${rest}`)).toBeNull();
  });

  it('is found by a description with notes of many pages', async () => {
    const dimension = { a: { category: { index: ['1'] } } };
    const body = {
      version: '2.0',
      class: 'dataset',
      label: 'Long',
      note: ['x'.repeat(100_000)],
      id: ['a'],
      size: [1],
      dimension,
    };
    service.before = ({ url }) => (url.pathname.endsWith('/metadata') ? { body } : null);
    expect((await find(source, `${service.url}api/v2/tables/${pxWebTable}`))?.title).toBe('Long');
  });

  it('is described with its variables', async () => {
    const described = await describeEntry(source, choice());
    expect(described.parameters).toEqual([
      {
        name: 'Region',
        title: 'region',
        values: [
          { id: '0301', title: 'Oslo' },
          { id: 'K,5', title: 'Tromsø' },
        ],
      },
      {
        name: 'ContentsCode',
        title: 'contents',
        values: [
          { id: 'Births', title: 'Live births' },
          { id: 'Share', title: 'Share' },
        ],
      },
      {
        name: 'Tid',
        title: 'year',
        values: [
          { id: '2023', title: '2023' },
          { id: '2024', title: '2024' },
        ],
      },
    ]);
    expect(described.columns.map(({ name, title }) => [name, title])).toEqual([
      ['Region', 'region'],
      ['Region_label', null],
      ['ContentsCode', 'contents'],
      ['ContentsCode_label', null],
      ['unit', null],
      ['Tid', 'year'],
      ['value', null],
      ['status', null],
    ]);
    expect(await stateOf(source, choice())).toEqual({ updated: service.updated });
  });

  it('is fetched with all its cells, in one request if they are few', async () => {
    const fetched = await fetchEntry(source, choice());
    expect(linesOf(fetched)).toEqual([header, ...lines]);
    expect(fetched).toMatchObject({ rows: 8, state: { updated: service.updated } });
    expect(fetched.options.columns).toEqual(
      ['Region', 'Region_label', 'ContentsCode', 'ContentsCode_label', 'unit', 'status'].map((name) => ({
        source: name,
        type: 'text',
      })),
    );
    expect(dataRequests()).toHaveLength(1);
  });

  it.each([1, 2, 3, 4, 5, 7])('is the same in requests of at most %i cells', async (maxDataCells) => {
    service.config = { maxDataCells };
    expect(linesOf(await fetchEntry(source, choice()))).toEqual([header, ...lines]);
    expect(dataRequests().length).toBeGreaterThan(1);
  });

  it('is the same whatever the order of the dimensions and the form of the values', async () => {
    service.isOdd = true;
    const found = linesOf(await fetchEntry(source, choice())) ?? [];
    expect([found[0], ...found.slice(1).toSorted()]).toEqual([header, ...lines.toSorted()]);
  });

  it('is fetched as far as it was chosen', async () => {
    expect(
      linesOf(await fetchEntry(source, choice({ Tid: '2024', ContentsCode: 'Births+Share', Region: '' }))),
    ).toEqual([header, ...lines.filter((line) => line.includes(',2024,'))]);
  });

  it('is fetched for a code that has a separator in it', async () => {
    const only = lines.filter((line) => line.startsWith('"K,5"'));
    expect(linesOf(await fetchEntry(source, choice({ Region: 'K,5' })))).toEqual([header, ...only]);
  });

  it('keeps integers beyond 2^53', async () => {
    service.cell = () => 9_007_199_254_740_993n;
    expect(linesOf(await fetchEntry(source, choice()))?.[1]).toContain(',9007199254740993,');
  });

  it('is read in the language of its address', async () => {
    const address = `${service.url}api/v2/tables/${pxWebTable}?lang=no`;
    await fetchEntry(source, choiceOf(source, address, pxWebTable));
    const requested = service.requested.filter(({ url }) => url.pathname.startsWith('/api/'));
    expect(requested.map(({ url }) => url.searchParams.get('lang'))).toEqual(['no', 'no', 'no']);
  });

  it('is asked for with pauses if it takes more requests than are allowed at once', async () => {
    service.config = { maxDataCells: 1, maxCallsPerTimeWindow: 4, timeWindow: 10 };
    const pauses: number[] = [];
    await fetchEntry(source, choice(), async (milliseconds) => {
      pauses.push(milliseconds);
    });
    expect(pauses).toEqual(Array.from({ length: 7 }, () => 2_500));
  });
});

describe('the tables of a service of PxWeb', () => {
  it.each(['', 'config', 'tables', 'tables?query=x&pageNumber=3'])(
    'are listed from %s on, page by page',
    async (rest) => {
      service.tables = 150;
      const address = `${service.url}api/v2/${rest}`;
      const first = await find(source, address);
      expect(first?.entries).toHaveLength(100);
      expect(first?.entries[0]).toMatchObject({ id: pxWebTable, title: 'Births', description: '07459 · 2023–2024' });
      expect(first?.entries[1]).toMatchObject({ id: 'T1', description: 'T1 · 2023' });
      const second = await list(source, address, '', first?.more ?? null);
      expect(second.entries).toHaveLength(50);
      expect(second.more).toBeNull();
      expect((await list(source, address, 'Births')).entries.map(({ id }) => id)).toEqual([pxWebTable]);
      expect((await find(source, first?.entries[0]?.leadsTo ?? ''))?.entries).toMatchObject([{ id: pxWebTable }]);
    },
  );
});

describe('a fetch fails', () => {
  it('if the table is gone, or an address has a page instead', async () => {
    const gone = choiceOf(source, `${service.url}api/v2/tables/none`, 'none');
    expect(await failureOfFetch(source, gone)).toContain('none');
    service.before = ({ url }) => (url.pathname.endsWith('/data') ? { body: htmlPage } : null);
    expect(await failureOfFetch(source, choice())).toMatch(/web page/);
  });

  it('if cells are missing', async () => {
    service.lost = 1;
    expect(await failureOfFetch(source, choice())).toContain('states 8 rows, but sent 7');
  });

  it('if the answer has other cells than were asked for', async () => {
    service.config = { maxDataCells: 4 };
    service.before = ({ url }) => {
      if (url.pathname.endsWith('/data')) url.searchParams.set('valueCodes[Region]', '0301');
      return null;
    };
    expect(await failureOfFetch(source, choice())).toContain('does not have the form of');
  });

  it('if the table changes between two requests', async () => {
    service.config = { maxDataCells: 4 };
    const first = service.updated;
    service.before = ({ url }) => {
      if (url.pathname.endsWith('/data')) service.updated = `${first}${service.requested.length}`;
      return null;
    };
    expect(await failureOfFetch(source, choice())).toMatch(/changed/);
  });

  it('for a code that the table does not have', async () => {
    expect(await failureOfFetch(source, choice({ Tid: '1800' }))).toContain('1800');
    expect(await failureOfFetch(source, choice({ Sex: '1' }))).toContain('Sex');
  });

  it('if it would take too many requests', async () => {
    service.config = { maxDataCells: 1 };
    service.years = Array.from({ length: 1000 }, (_, at) => String(1000 + at));
    expect(await failureOfFetch(source, choice())).toContain('region, contents, year');
    expect(dataRequests()).toEqual([]);
  });
});

describe('the description of a table', () => {
  it('has units that are called as their codes, but no such labels', () => {
    const category = {
      index: ['persons', 'share'],
      label: { persons: 'persons', share: 'Share' },
      unit: { persons: { base: 'persons' }, share: { base: 'per cent' } },
    };
    const table = tableOf({ class: 'dataset', id: ['c'], size: [2], dimension: { c: { category } } });
    expect(table?.variables.map(({ labels, units }) => [[...labels], [...units]])).toEqual([
      [
        [['share', 'Share']],
        [
          ['persons', 'persons'],
          ['share', 'per cent'],
        ],
      ],
    ]);
  });
});

describe('blocks of a table', () => {
  const codes = (count: number) => Array.from({ length: count }, (_, at) => String(at));

  it.each([
    [[2, 3, 4], 24, 1],
    [[2, 3, 4], 12, 2],
    [[2, 3, 4], 11, 4],
    [[2, 3, 4], 3, 12],
    [[5000], 100_000, 1],
    [[5000, 50], 100_000, 50],
  ])('of %j with at most %i cells are %i and cover each cell once', (sizes, maxCells, count) => {
    const blocks = blocksOfTable(sizes.map(codes), maxCells, 100, 1000) ?? [];
    expect(blocks).toHaveLength(count);
    const covered = blocks.reduce((sum, block) => sum + block.reduce((product, { length }) => product * length, 1), 0);
    expect(covered).toBe(sizes.reduce((product, size) => product * size, 1));
    expect(new Set(blocks.map((block) => JSON.stringify(block))).size).toBe(count);
  });
});
