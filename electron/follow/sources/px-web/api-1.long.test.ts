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
import { openPxWebService, type PxWebService, pxWebFile, pxWebRecords } from '../../testing/servers/px-web-service.ts';
import { htmlPage, restorerOf } from '../../testing/stand-in.ts';
import { testWeb } from '../../testing/test-web.ts';
import { api1At } from './api-1.ts';
import { pxWebSource as source } from './px-web-source.ts';

let service: PxWebService;
let restore: () => void;
beforeAll(async () => {
  service = await openPxWebService();
  restore = restorerOf(service);
});
afterEach(() => {
  restore();
  service.years = ['2023', '2024'];
});
afterAll(() => service.close());

const database = 'api/v1/en/StatExample';
const table = `${database}/births/${encodeURIComponent(pxWebFile)}`;
const choice = (parameters: Readonly<Record<string, string>> = {}) =>
  choiceOf(source, `${service.url}${table}`, pxWebFile, parameters);
const [header = '', ...lines] = pxWebRecords;
const questions = () => service.requested.filter(({ method }) => method === 'POST');

describe('addresses of PxWebApi 1', () => {
  const office = 'https://office.example';

  it.each([
    ['/PXWeb/api/v1/en/StatFin/vaerak/11ra.px', '/PXWeb/api/v1/en/StatFin/vaerak/11ra.px'],
    ['/api/v1/lv/OSP_PUB/', '/api/v1/lv/OSP_PUB'],
    ['/OV0104/v1/doris/en/ssd/BE/BE0101', '/OV0104/v1/doris/en/ssd/BE/BE0101'],
    ['/api/v0/no/table/07459', '/api/v0/no/table/07459'],
    [
      '/public/api.restful/PxStat.Data.Cube_API.PxAPIv1/en/4/CEN/FY001',
      '/public/api.restful/PxStat.Data.Cube_API.PxAPIv1/en/4/CEN/FY001',
    ],
    // What is in the address bar of a browser.
    ['/PXWeb/pxweb/en/', '/PXWeb/api/v1/en'],
    ['/PXWeb/pxweb/en/StatFin', '/PXWeb/api/v1/en/StatFin'],
    ['/PXWeb/pxweb/en/StatFin/StatFin__vaerak/', '/PXWeb/api/v1/en/StatFin/vaerak'],
    ['/PXWeb/pxweb/en/StatFin/StatFin__vaerak/11ra.px/', '/PXWeb/api/v1/en/StatFin/vaerak/11ra.px'],
    [
      '/PXWeb/pxweb/en/StatFin/StatFin__vaerak/11ra.px/table/tableViewLayout1/?rxid=1',
      '/PXWeb/api/v1/en/StatFin/vaerak/11ra.px',
    ],
    ['/pxen/pxweb/is/Ibuar/Ibuar__mann__1%20yfirlit/MAN.px', '/pxen/api/v1/is/Ibuar/mann/1%20yfirlit/MAN.px'],
    ['/pxweb/lv/OSP_PUB/START__POP__IR/IRS010/', '/api/v1/lv/OSP_PUB/POP/IR/IRS010'],
  ])('%s is asked at %s', async (path, expected) => {
    const api = api1At(new URL(path, office));
    const asked: string[] = [];
    await api?.look({ search: '', more: null }, { web: testWeb(office), read: async ({ href }) => asked.push(href) });
    expect(asked).toEqual([`${office}${expected}`]);
  });

  it.each(['/', '/data.csv', '/api/v1/datasets', '/api/v2/tables', '/pxweb', '/en/v1', '/api/v1', '/v1.1/en/a'])(
    'are not %s',
    (path) => {
      expect(api1At(new URL(path, office))).toBeNull();
    },
  );
});

describe('a table of PxWebApi 1', () => {
  it.each([table, `${table}/`, `pxweb/en/StatExample/StatExample__births/${encodeURIComponent(pxWebFile)}/`])(
    'is found at %s',
    async (address) => {
      expect(await find(source, `${service.url}${address}`)).toMatchObject({
        title: 'Births by region, contents and year',
        publisher: 'Statistics Example',
        contact: 'kari@example.org',
        entries: [{ id: pxWebFile, rows: 8, modified: '2026-02-03T07:00:00.000Z' }],
      });
    },
  );

  it('is described with its variables', async () => {
    const described = await describeEntry(source, choice());
    expect(described.parameters).toMatchObject([
      {
        name: 'Region',
        title: 'region',
        values: [
          { id: '0301', title: 'Oslo' },
          { id: 'K,5', title: 'Tromsø' },
        ],
      },
      { name: 'ContentsCode', values: [{ id: 'Births' }, { id: 'Share' }] },
      { name: 'Tid', values: [{ id: '2023' }, { id: '2024' }] },
    ]);
    expect(await stateOf(source, choice())).toEqual({ updated: service.updated });
  });

  it('is fetched with all its cells', async () => {
    const fetched = await fetchEntry(source, choice());
    expect(linesOf(fetched)).toEqual([header, ...lines]);
    expect(fetched).toMatchObject({ rows: 8, state: { updated: service.updated } });
  });

  it.each([2, 3, 4, 5, 7])('is the same in answers of at most %i cells', async (maxCells) => {
    await fetchEntry(source, choice());
    const few = questions().length;
    service.config = { maxCells };
    service.requested.length = 0;
    expect(linesOf(await fetchEntry(source, choice()))).toEqual([header, ...lines]);
    expect(questions().length).toBeGreaterThan(few);
  });

  it('is fetched as far as it was chosen', async () => {
    expect(linesOf(await fetchEntry(source, choice({ Tid: '2024', Region: 'K,5' })))).toEqual([
      header,
      ...lines.filter((line) => line.startsWith('"K,5"') && line.includes(',2024,')),
    ]);
  });

  it('has codes that its description does not list, as they are too many', async () => {
    service.maxValues = 2;
    service.years = ['2022', '2023', '2024'];
    const parameters = (await describeEntry(source, choice())).parameters.find(({ name }) => name === 'Tid');
    expect(parameters?.values.map(({ id }) => id)).toEqual(['2022', '2023', '2024']);
    expect((await fetchEntry(source, choice())).rows).toBe(12);
  });

  it('without contents has no column of them, but their unit', async () => {
    service.hasContents = false;
    const fetched = await fetchEntry(source, choice());
    expect(linesOf(fetched)).toEqual([
      'Region,Region_label,Tid,value,status',
      '0301,Oslo,2023,20230,',
      '0301,Oslo,2024,,..',
      '"K,5",Tromsø,2023,20230,',
      '"K,5",Tromsø,2024,20240,',
    ]);
    expect(fetched.columns.find(({ name }) => name === 'value')?.unit).toBe('persons');
  });

  it('is fetched with pauses from a service without a configuration', async () => {
    service.config = null;
    service.years = Array.from({ length: 30_001 }, (_, at) => String(at));
    service.maxValues = 100_000;
    service.cell = () => 1;
    const pauses: number[] = [];
    const fetched = await fetchEntry(source, choice(), async (milliseconds) => {
      pauses.push(milliseconds);
    });
    expect(fetched.rows).toBe(120_004);
    expect(pauses.length).toBeGreaterThan(10);
    expect(new Set(pauses)).toEqual(new Set([1000]));
  });

  it('is followed by its name in a folder', async () => {
    const inFolder = choiceOf(source, `${service.url}${database}/births`, pxWebFile);
    expect((await fetchEntry(source, inFolder)).rows).toBe(8);
  });
});

describe('folders of PxWebApi 1', () => {
  it('lead from the databases to the tables', async () => {
    const databases = await find(source, `${service.url}api/v1/en/`);
    expect(databases?.entries).toMatchObject([{ id: 'StatExample', title: 'Statistics Example' }]);
    const folders = await find(source, databases?.entries[0]?.leadsTo ?? '');
    expect([databases?.title, folders?.title]).toEqual([new URL(service.url).host, 'StatExample']);
    expect(folders?.entries.map(({ title }) => title)).toEqual(['Births', 'deaths & more']);
    const tables = await find(source, folders?.entries[0]?.leadsTo ?? '');
    expect(tables?.entries).toMatchObject([{ id: pxWebFile, title: 'Births', modified: '2026-02-03T08:00:00.000Z' }]);
    const found = await find(source, tables?.entries[0]?.leadsTo ?? '');
    expect(found?.title).toBe('Births by region, contents and year');
  });

  it('are listed page by page', async () => {
    service.tables = 150;
    const address = `${service.url}${database}/births`;
    const first = await find(source, address);
    expect(first?.entries).toHaveLength(100);
    expect((await list(source, address, '', first?.more ?? null)).entries).toHaveLength(50);
  });

  it('are searched by the service, each table once', async () => {
    const { entries } = await list(source, `${service.url}${database}`, 'birth');
    expect(entries).toMatchObject([{ id: pxWebFile, title: 'Births', modified: null }]);
    expect((await find(source, entries[0]?.leadsTo ?? ''))?.entries).toMatchObject([{ id: pxWebFile }]);
    expect((await list(source, `${service.url}${database}`, 'deaths')).entries).toEqual([]);
  });

  it('are searched here if the service does not', async () => {
    service.searches = false;
    const { entries } = await list(source, `${service.url}${database}`, 'DEATHS');
    expect(entries.map(({ id }) => id)).toEqual(['deaths & more']);
    expect((await list(source, `${service.url}api/v1/en`, 'example')).entries).toHaveLength(1);
  });

  it.each([
    ['records of another interface', [{ id: 1, title: 'x' }]],
    ['an empty list', []],
    ['numbers', [1, 2]],
    ['an object', { title: 'x', variables: [{ name: 'a' }] }],
    ['a page', htmlPage],
  ])('are not %s', async (_, body) => {
    service.before = () => ({ body });
    expect(await find(source, `${service.url}${database}`)).toBeNull();
  });
});

describe('a fetch from PxWebApi 1 fails', () => {
  it('if the table is gone', async () => {
    const gone = choiceOf(source, `${service.url}${database}/births/none.px`, 'none.px');
    expect(await failureOfFetch(source, gone)).toContain('none.px');
    expect(await failureOfFetch(source, gone)).toContain('no longer');
  });

  it('if the service sends fewer cells at once than it says', async () => {
    service.before = ({ url }) => (url.search === '?config' ? { body: { maxCells: 8 } } : null);
    service.config = { maxCells: 2 };
    expect(await failureOfFetch(source, choice())).toContain('region, contents, year');
  });

  it('if cells are missing', async () => {
    service.config = { maxCells: 4 };
    service.before = ({ body }) => {
      service.lost = body.includes('"all"') && body.includes('0301') ? 1 : 0;
      return null;
    };
    expect(await failureOfFetch(source, choice())).toMatch(/states \d+ rows, but sent/);
  });

  it('if the table changes between two requests', async () => {
    service.config = { maxCells: 4 };
    const before = service.updated;
    service.before = () => {
      service.updated = `${before}${service.requested.length}`;
      return null;
    };
    expect(await failureOfFetch(source, choice())).toMatch(/changed/);
  });
});
