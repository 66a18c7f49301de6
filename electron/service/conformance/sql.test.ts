import { describe, expect, it, vi } from 'vitest';
import { underTest } from './testing/service-under-test.ts';

const under = underTest();
const address = '/api/v1/sql/';
const run = (sql: string, token?: string) =>
  under.ask(address, { method: 'POST', json: { sql }, ...(token === undefined ? {} : { token }) });
const inAddress = (sql: string, more = '') => under.ask(`${address}?sql=${encodeURIComponent(sql)}${more}`);

describe('SQL over HTTP', () => {
  it('answers with a page of rows, their columns, and the versions that were read', async () => {
    const { status, json } = await run(
      'SELECT year, sum(inhabitants) AS people, count(*) AS n FROM "city/population" WHERE year < 1991 GROUP BY year',
    );
    expect(status).toBe(200);
    const version = json.inputs[0].version;
    expect(json).toEqual({
      count: 1,
      next: null,
      previous: null,
      columns: [
        { type: 'integer', description: 'Year of the count', name: 'year', label: 'Year' },
        { type: 'integer', description: '', name: 'people', label: 'people' },
        { type: 'integer', description: '', name: 'n', label: 'n' },
      ],
      inputs: [
        {
          name: 'city/population',
          url: `${under.base}/api/v1/namespaces/city/datasets/population/version/${version}/`,
          version,
          checksum: expect.stringMatching(/^[0-9a-f]{64}$/),
        },
      ],
      results: [{ year: 1990, people: 14037, n: 2 }],
    });
  });

  it('keeps integers exact, and geometries', async () => {
    const { text, json } = await inAddress(
      'SELECT inhabitants, place FROM "city/population" ORDER BY inhabitants DESC',
    );
    expect(text).toContain('"inhabitants":9223372036854775807');
    expect(json.results[0].place).toEqual({ type: 'Point', coordinates: [13.7, 51.04] });
    expect(json.columns[1].type).toBe('geometry');
  });

  it('pages through the result by links that name the versions', async () => {
    const first = await inAddress('SELECT district FROM "city/population"', '&limit=2');
    expect(first.json.count).toBe(5);
    expect(first.json.next).toContain('input=city%2Fpopulation%40');
    const second = await under.ask(first.json.next.slice(under.base.length));
    const third = await under.ask(second.json.next.slice(under.base.length));
    const districts = [first, second, third].flatMap(({ json }) =>
      json.results.map((row: { district: string }) => row.district),
    );
    expect(districts).toEqual(['Altstadt', 'Löbtau', 'Neustadt', 'Südvorstadt', 'Äußere Neustadt']);
    expect(third.json.next).toBeNull();
  });

  it('has an entity tag of the text and the inputs', async () => {
    const first = await inAddress('SELECT 1 AS one');
    const again = await under.ask(`${address}?sql=SELECT%201%20AS%20one`, {
      headers: { 'if-none-match': first.headers.etag ?? '' },
    });
    expect(again.status).toBe(304);
    expect((await inAddress('SELECT 2 AS one')).headers.etag).not.toBe(first.headers.etag);
  });

  it.each([
    ['csv', 'text/csv; charset=utf-8', 'one\r\n1\r\n'],
    ['tsv', 'text/tab-separated-values; charset=utf-8', 'one\n1\n'],
    ['ndjson', 'application/x-ndjson', '{"one":1}\n'],
  ])('writes %s', async (format, type, text) => {
    const answer = await inAddress('SELECT 1 AS one', `&_format=${format}`);
    expect([answer.headers['content-type'], answer.text]).toEqual([type, text]);
    const sql = encodeURIComponent('SELECT 1 AS one');
    const head = await under.ask(`${address}?sql=${sql}&_format=${format}`, { method: 'HEAD' });
    expect([head.status, head.headers['content-length'], head.text]).toEqual([200, String(text.length), '']);
  });

  it('shows a page with a form, and its result', async () => {
    const empty = await under.ask(`${address}?_format=api`, { headers: { accept: 'text/html' } });
    expect(empty.text).toContain('name="sql"');
    const { text } = await under.ask(`${address}?sql=SELECT%2042%20AS%20answer`, { headers: { accept: 'text/html' } });
    expect(text).toContain('answer');
  });

  it.each([
    ['SELECT nope FROM "city/population"', /^Line 1, column 8: no column nope/],
    ['SELECT * FROM "city/populaton"', 'Line 1, column 15: no dataset city/populaton; did you mean city/population?'],
    ['SELECT * FROM "city/population@20100101000000000000"', /has no such version/],
    ['SELECT * FROM population', /^Line 1, column 15: no dataset population/],
  ])('refuses %s by naming the place', async (sql, message) => {
    const { status, json } = await run(sql);
    expect(status).toBe(400);
    expect(json.sql).toHaveLength(1);
    expect(json.sql[0]).toMatch(message);
  });

  it('does not show whether a dataset exists that the caller may not read', async () => {
    const secret = 'SELECT count(*) AS n FROM "hidden/secret"';
    const other = await run('SELECT count(*) AS n FROM "hidden/secreto"');
    const { status, json } = await run(secret, under.tokens.stranger);
    expect(status).toBe(400);
    expect(json.sql[0]).toBe(other.json.sql[0].replace('secreto', 'secret'));
    expect((await run(secret, under.tokens.owner)).json.results).toEqual([{ n: 5 }]);
    expect((await run('SELECT count(*) AS n FROM "members/secret"')).status).toBe(400);
    expect((await run('SELECT count(*) AS n FROM "members/secret"', under.tokens.member)).status).toBe(200);
  });

  it('does not distinguish names that differ in case only, unless one has a version', async () => {
    const { owner } = under.tokens;
    const made = await under.ask('/api/v1/namespaces/city/datasets/', {
      method: 'POST',
      json: { slug: 'Population', label: 'Population' },
      token: owner,
    });
    expect(made.status).toBe(201);
    const sent = { method: 'POST', headers: { 'content-type': 'text/csv' }, body: 'n\n1\n', token: owner } as const;
    const published = await under.ask('/api/v1/namespaces/city/datasets/Population/versions/', sent);
    const record = new URL(published.headers.location ?? '').pathname;
    await vi.waitUntil(async () => (await under.ask(record)).json?.ready === true, { timeout: 60_000 });
    const { status, json } = await run('SELECT 1 FROM "city/population", "city/Population"');
    expect([status, json.sql]).toEqual([
      400,
      [
        'Line 1, column 34: SQL does not distinguish city/Population from city/population. Add @ and a version to one of them.',
      ],
    ]);
    const slug = record.split('/').at(-2);
    expect((await run(`SELECT n FROM "city/population", "city/Population@${slug}" LIMIT 1`)).json.results).toEqual([
      { n: 1 },
    ]);
  });

  it('takes a long statement, and refuses one that is too long', async () => {
    const long = (length: number) => `SELECT '${'x'.repeat(length)}' AS text`;
    expect((await run(long(90_000))).json.results[0].text).toHaveLength(90_000);
    const { status, json } = await run(long(100_001));
    expect([status, json.sql[0]]).toEqual([400, 'Ensure this field has no more than 100000 characters.']);
  });

  it('refuses a result beyond the limit of rows with 413', async () => {
    const { status, json } = await run('SELECT * FROM range(1000001)');
    expect([status, json.detail]).toEqual([413, expect.stringContaining('more than 1000000 rows')]);
  });
});
