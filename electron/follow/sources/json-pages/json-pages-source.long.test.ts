import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { englishText } from '#shared/english/english-text.ts';
import { ExplainedError } from '#shared/english/explained-error.ts';
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
import {
  indicatorPath,
  type JsonPagesService,
  openJsonPagesService,
} from '../../testing/servers/json-pages-service.ts';
import { htmlPage, restorerOf } from '../../testing/stand-in.ts';
import { jsonPagesSource as source, worldBankAddress, worldBankError, worldBankOrigin } from './json-pages-source.ts';

let service: JsonPagesService;
let restore: () => void;
beforeAll(async () => {
  service = await openJsonPagesService();
  restore = restorerOf(service);
});
afterEach(() => restore());
afterAll(() => service.close());

const choice = (path: string, entry: string) => choiceOf(source, `${service.url}${path}`, entry);
const indicator = (query = '') => choice(`${indicatorPath}${query}`, 'SP.POP.TOTL');
const towns = () => choice('api/towns/', 'towns');
/** The parameters of each request for data. */
const asked = () =>
  service.requested
    .filter(({ url }) => url.pathname !== '/robots.txt')
    .map(({ url }) => Object.fromEntries(url.searchParams));
const people = [1200, 340, null, 5.5, 7];

describe('an indicator of the World Bank', () => {
  it('is found by its address, whatever format that asks for', async () => {
    const found = await find(source, `${service.url}${indicatorPath}?date=2020:2024`);
    expect(found).toMatchObject({
      title: 'Population, total',
      entries: [{ id: 'SP.POP.TOTL', rows: 5, modified: '2026-07-13', format: 'JSON' }],
    });
    expect(asked()).toEqual([{ date: '2020:2024', format: 'json', per_page: '5000' }]);
    expect((await describeEntry(source, indicator())).title).toBe('Population, total');
    expect((await list(source, `${service.url}${indicatorPath}`)).entries).toHaveLength(1);
  });

  it('is fetched page by page, wherever its address begins', async () => {
    const fetched = await fetchEntry(source, indicator('?format=json&page=2&per_page=10'));
    expect(linesOf(fetched)?.map((line) => (JSON.parse(line) as { value: unknown }).value)).toEqual(people);
    expect(fetched).toMatchObject({ rows: 5, options: { format: 'ndjson', flatten: true } });
    expect(fetched.state).toEqual({ updated: '2026-07-13', rows: 5 });
    expect(asked().map(({ page }) => page)).toEqual([undefined, '2', '3']);
  });

  it('says when it has changed, with one record', async () => {
    expect(await stateOf(source, indicator())).toEqual({ updated: '2026-07-13', rows: 5 });
    expect(asked()).toMatchObject([{ per_page: '1' }]);
  });

  it('may have no records', async () => {
    service.people = [];
    expect(await fetchEntry(source, indicator())).toMatchObject({ rows: 0, texts: [''] });
  });

  it('is refused as the service says', async () => {
    const said = 'The provided parameter value is not valid';
    const gone = 'v2/country/all/indicator/GONE';
    const error: unknown = await find(source, `${service.url}${gone}`).catch((reason: unknown) => reason);
    expect(error instanceof ExplainedError ? englishText(error.reason) : error).toContain(said);
    expect(await failureOfFetch(source, choice(gone, 'GONE'))).toContain(said);
  });

  it.each([
    ['https://data.worldbank.org/indicator/SP.POP.TOTL', 'all'],
    ['https://data.worldbank.org/indicator/SP.POP.TOTL?locations=DE-FR&view=chart', 'DE;FR'],
  ])('is found by its page %s', (page, countries) => {
    expect(worldBankAddress(new URL(page))?.href).toBe(
      `https://api.worldbank.org/v2/country/${countries}/indicator/SP.POP.TOTL?format=json&per_page=5000`,
    );
  });

  it('names its publisher and its page', () => {
    const page = new URL('https://data.worldbank.org/indicator/SP.POP.TOTL');
    expect(worldBankOrigin(worldBankAddress(page) ?? page)).toEqual({ publisher: 'World Bank', homepage: page.href });
    expect(worldBankOrigin(new URL(`${service.url}${indicatorPath}`))).toEqual({});
  });

  it.each([
    ['a record with a message', [{ message: 'hello' }]],
    ['two records', [{ message: [{ value: 'a' }] }, []]],
    ['another message', [{ message: [{ text: 'a' }] }]],
  ])('has no error in %s', (_, json) => {
    expect(worldBankError(new URL(`${service.url}${indicatorPath}`), json)).toBeNull();
  });

  it.each([
    'https://data.worldbank.org/',
    'https://data.worldbank.org/country/germany',
    'https://data.worldbank.org/indicator/SP.POP.TOTL/more',
    'https://api.worldbank.org/v2/country',
    'https://x.example/indicator/SP.POP.TOTL',
  ])('is not at %s', (address) => {
    expect(worldBankAddress(new URL(address))).toBeNull();
  });
});

describe('records in pages', () => {
  it('are found where pages lead to one another', async () => {
    expect(await find(source, `${service.url}api/towns/`)).toMatchObject({ title: 'towns', entries: [{ rows: 5 }] });
    expect(await find(source, `${service.url}jsonapi/towns`)).toMatchObject({ entries: [{ rows: null }] });
  });

  it.each([
    ['a page', htmlPage],
    ['a file of records', [{ a: 1 }]],
    ['a file of one message', [{ message: [{ id: '120', value: 'Wrong' }] }]],
    ['an answer with all its records', { results: [{ a: 1 }], next: null }],
  ])('are not %s', async (_, body) => {
    service.before = () => ({ body });
    expect(await find(source, `${service.url}api/towns/`)).toBeNull();
  });

  it('are not found from a page in the middle, which is not all of them', async () => {
    expect(await find(source, `${service.url}api/towns/?page=2`)).toBeNull();
  });

  it('are fetched from the first page to the last', async () => {
    const fetched = await fetchEntry(source, towns());
    expect(linesOf(fetched)?.map((line) => JSON.parse(line) as unknown)).toEqual(
      people.map((count, id) => ({ id, people: count })),
    );
    expect(fetched).toMatchObject({ rows: 5, state: {} });
    expect((await fetchEntry(source, choice('jsonapi/towns', 'towns'))).rows).toBe(5);
    expect(await stateOf(source, towns())).toBeNull();
  });

  it('keep integers beyond 2^53', async () => {
    const body = '{"count":1,"next":null,"previous":null,"results":[{"a":9007199254740993}]}';
    service.before = () => ({ body, headers: { 'content-type': 'application/json' } });
    expect((await fetchEntry(source, towns())).texts[0]).toBe('{"a":9007199254740993}\n');
  });
});

describe('a fetch of pages fails', () => {
  it('if records are missing', async () => {
    service.missing = 1;
    expect(await failureOfFetch(source, towns())).toContain('states 6 rows, but sent 5');
  });

  it('if the data changes between two pages', async () => {
    service.before = ({ url }) => {
      if (url.searchParams.get('page') === '2') service.missing = 1;
      return null;
    };
    expect(await failureOfFetch(source, indicator())).toMatch(/changed/);
  });

  it('if a page comes twice, or has another form', async () => {
    const page = (next: string) => ({ body: { next, data: [{ a: 1 }, { a: 2 }] } });
    service.before = ({ url }) => page(`?page=${Number(url.searchParams.get('page')) + 1}`);
    expect(await failureOfFetch(source, towns())).toMatch(/twice/);
    service.before = ({ url }) => (url.searchParams.has('page') ? { body: { error: 'x' } } : null);
    expect(await failureOfFetch(source, towns())).toContain('does not have the form of JSON in pages');
  });
});
