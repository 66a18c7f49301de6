import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  choiceOf,
  describeEntry,
  failureOfFetch,
  fetchEntry,
  find,
  list,
  stateOf,
} from '../../testing/fetch-source.ts';
import { type ODataService, odataSet, openODataService } from '../../testing/servers/odata-service.ts';
import { htmlPage, restorerOf } from '../../testing/stand-in.ts';
import { odataSource as source } from './odata-source.ts';

let service: ODataService;
let restore: () => void;
beforeAll(async () => {
  service = await openODataService();
  restore = restorerOf(service);
});
afterEach(() => restore());
afterAll(() => service.close());

const choice = (query = '') => choiceOf(source, `${service.url}odata/${odataSet}${query}`, odataSet);
const records = [
  { Id: 0, Measure: 'M000', Value: 10.5 },
  { Id: 1, Measure: 'M001', Value: 11.5 },
  { Id: 2, Measure: 'M000', Value: 12.5 },
  { Id: 3, Measure: 'M001', Value: null },
  { Id: 4, Measure: 'M000', Value: 14.5 },
];
const recordsIn = ({ texts }: { readonly texts: readonly string[] }) =>
  (texts[0] ?? '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as unknown);

describe('a service of OData', () => {
  it.each([3, 4] as const)('lists its entity sets in version %i', async (version) => {
    service.version = version;
    const found = await find(source, `${service.url}odata/`);
    expect(found?.title).toBe(new URL(service.url).host);
    const names = found?.entries.map(({ id }) => id);
    // Version 3 does not say which are functions.
    expect(names).toEqual(version === 4 ? [odataSet, 'Regions'] : [odataSet, 'Regions', 'Newest']);
    expect((await find(source, found?.entries[0]?.leadsTo ?? ''))?.entries).toMatchObject([{ id: odataSet }]);
    expect((await list(source, `${service.url}odata`, 'region')).entries.map(({ id }) => id)).toEqual(['Regions']);
  });

  it.each([
    ['a page', htmlPage],
    ['other JSON', { value: [{ a: 1 }] }],
    ['JSON of another context', { '@context': 'https://schema.org', value: [] }],
    ['one entity', { '@odata.context': 'https://x.example/$metadata#Products/$entity', Id: 1 }],
  ])('is not %s', async (_, body) => {
    service.before = () => ({ body });
    expect(await find(source, `${service.url}odata/`)).toBeNull();
  });
});

describe('an entity set of OData', () => {
  it.each([
    [4, 'yes'],
    [4, 'ignored'],
    [4, 'refused'],
    [3, 'yes'],
    [3, 'refused'],
  ] as const)('is fetched page by page in version %i if counting is: %s', async (version, counts) => {
    Object.assign(service, { version, counts });
    const fetched = await fetchEntry(source, choice());
    expect(recordsIn(fetched)).toEqual(records);
    expect(fetched).toMatchObject({ rows: 5, options: { format: 'ndjson' } });
    expect((await describeEntry(source, choice())).rows).toBe(counts === 'yes' ? 5 : null);
  });

  it('is fetched as far as its address selects it', async () => {
    expect(recordsIn(await fetchEntry(source, choice('?$top=3')))).toHaveLength(3);
    expect(recordsIn(await fetchEntry(source, choice('?$skip=3')))).toHaveLength(2);
    expect((await describeEntry(source, choice('?$top=3'))).rows).toBeNull();
  });

  it('is followed by its name in the service', async () => {
    expect((await fetchEntry(source, choiceOf(source, `${service.url}odata/`, odataSet))).rows).toBe(5);
    expect(await failureOfFetch(source, choiceOf(source, `${service.url}odata/`, 'Gone'))).toContain('Gone');
  });

  it('has no state that could be asked for', async () => {
    expect(await stateOf(source, choice())).toBeNull();
  });

  it('keeps integers beyond 2^53, and takes names with an at sign alone', async () => {
    const body =
      '{"@context":"https://x.example/$metadata#A","value":[{"a":9007199254740993,"@etag":"x","b@type":"#Int64"}]}';
    service.before = () => ({ body, headers: { 'content-type': 'application/json' } });
    expect((await fetchEntry(source, choice())).texts[0]).toBe('{"a":9007199254740993}\n');
  });
});

describe('a fetch from OData fails', () => {
  it('if records are missing', async () => {
    service.missing = 1;
    expect(await failureOfFetch(source, choice())).toContain('states 6 rows, but sent 5');
  });

  it('if the set changes between two pages', async () => {
    service.before = () => {
      if (service.requested.length > 1) service.missing = service.requested.length;
      return null;
    };
    expect(await failureOfFetch(source, choice())).toMatch(/changed/);
  });

  it('if a page comes twice, or leads to itself', async () => {
    const page = (next: string) => ({
      body: { '@odata.context': '$metadata#A', '@odata.nextLink': next, value: [{ a: 1 }, { a: 2 }] },
    });
    service.before = ({ url }) => page(`${odataSet}?$skiptoken=${Number(url.searchParams.get('$skiptoken')) + 1}`);
    expect(await failureOfFetch(source, choice())).toMatch(/twice/);
    service.before = () => ({ body: { ...page(odataSet).body, value: [] } });
    expect(await failureOfFetch(source, choice())).toContain('does not have the form of');
  });

  it('if the set is gone, or an address has a page instead', async () => {
    expect(await failureOfFetch(source, choiceOf(source, `${service.url}odata/Gone`, 'Gone'))).toContain('Gone');
    service.before = () => ({ body: htmlPage });
    expect(await failureOfFetch(source, choice())).toMatch(/web page/);
  });
});
