import { describe, expect, it } from 'vitest';
import { underTest } from './testing/service-under-test.ts';

const under = underTest();
const queries = '/api/v1/queries/';
const population = '/api/v1/namespaces/city/datasets/population/';
const byYear = {
  ordering: [{ column: 'n', descending: true }],
  filters: [{ column: 'year', lookup: 'gte', value: '1991' }],
  search: '',
  group_by: ['year'],
  aggregates: [{ name: 'n', value: 'Count(*)' }],
};

async function save(parameters: object) {
  const json = { label: 'By year', dataset: `${under.base}${population}`, parameters };
  return await under.ask(queries, { method: 'POST', token: under.tokens.member, json });
}

async function dataOf(parameters: object): Promise<string> {
  const { status, json, text } = await save(parameters);
  expect([status, status === 201 ? '' : text]).toEqual([201, '']);
  return json.data.slice(under.base.length);
}

describe('A saved query with an aggregation', () => {
  it('returns groups, as data/ does for the same query', async () => {
    const { status, json } = await save(byYear);
    expect(status).toBe(201);
    expect(json.parameters).toEqual({ ...byYear, fields: null });
    const answer = await under.ask(json.data.slice(under.base.length));
    const same = await under.ask(`${population}data/?year__gte=1991&_group_by=year&_aggregate__n=Count(*)&ordering=-n`);
    expect(answer.json.results.length).toBeGreaterThan(0);
    expect([answer.json.count, answer.json.results]).toEqual([same.json.count, same.json.results]);
    const { etag = '' } = answer.headers;
    const again = await under.ask(json.data.slice(under.base.length), { headers: { 'if-none-match': etag } });
    expect(again.status).toBe(304);
  });

  it('is narrowed by filters of the request, ordered by its ordering, and paged', async () => {
    const data = await dataOf(byYear);
    const all = (await under.ask(data)).json.results;
    const narrowed = await under.ask(`${data}?year=1991`);
    expect(narrowed.json.results).toEqual(all.filter(({ year }: { year: number }) => year === 1991));
    const ordered = (await under.ask(`${data}?ordering=year`)).json.results.map(({ year }: { year: number }) => year);
    expect(ordered).toEqual([...ordered].sort((first, second) => first - second));
    const page = await under.ask(`${data}?limit=1&offset=1`);
    expect([page.json.count, page.json.results]).toEqual([all.length, all.slice(1, 2)]);
  });

  it('yields to the groups of the request, which may also group a query that saves rows', async () => {
    const data = await dataOf(byYear);
    const counted = await under.ask(`${data}?_aggregate__all=Count(*)`);
    const rows = await under.ask(`${population}data/?year__gte=1991`);
    expect(counted.json.results).toEqual([{ all: rows.json.count }]);
    const plain = await dataOf({ filters: byYear.filters, fields: ['year'] });
    expect((await under.ask(`${plain}?_aggregate__all=Count(*)`)).json.results).toEqual([{ all: rows.json.count }]);
  });

  it('keeps conditions on aggregates, and names with commas and brackets', async () => {
    const aggregates = [
      { name: 'a,b', value: 'Sum(inhabitants)' },
      { name: 'c(d)', value: 'Count(*)' },
    ];
    const having = [{ name: 'c(d)', lookup: 'gte', value: '1' }];
    const ordering = [
      { column: 'a,b', descending: true },
      { column: 'c(d)', descending: false },
    ];
    const { results } = (await under.ask(await dataOf({ group_by: ['year'], aggregates, having, ordering }))).json;
    expect(Object.keys(results[0])).toEqual(['year', 'a,b', 'c(d)']);
    const sums = results.map((group: Record<string, number>) => group['a,b']);
    expect(sums).toEqual([...sums].sort((first, second) => second - first));
  });

  it.each([
    [{ group_by: ['nowhere'] }, 'parameters: _group_by: There is no column "nowhere".'],
    [{ aggregates: [{ name: 'n', value: 'Sum(district)' }] }, 'Sum takes integer or float columns'],
    [{ group_by: ['year'], fields: ['year'] }, 'fields: '],
    [{ group_by: ['year'], ordering: [{ column: 'district', descending: false }] }, 'ordering: '],
    [{ having: [{ name: 'n', lookup: 'gt', value: '1' }] }, 'parameters: _group_by: Name at least one key'],
  ])('is refused if the columns do not support it: %j', async (parameters, words) => {
    const { status, json } = await save(parameters);
    expect(status).toBe(400);
    const [[name, said]] = Object.entries(json) as [[string, string[]]];
    expect(`${name}: ${said.join(' ')}`).toContain(words);
  });

  it('does not accept fields', async () => {
    const data = await dataOf(byYear);
    const { status, json } = await under.ask(`${data}?fields=year`);
    expect([status, Object.keys(json)]).toEqual([400, ['fields']]);
  });
});
