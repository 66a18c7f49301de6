import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { csv, datasets, form, publishingTo } from './testing/publishing.ts';
import { type TestRequest, underTest } from './testing/service-under-test.ts';

const under = underTest();
const { newDataset, publish, rows } = publishingTo(under);

const features = JSON.stringify({
  type: 'FeatureCollection',
  features: [{ type: 'Feature', geometry: { type: 'Point', coordinates: [1, 2] }, properties: { a: 1 } }],
});

describe('Publishing over HTTP', () => {
  it('returns 202 with the Version record, not ready, and Location; then the version becomes ready atomically', async () => {
    const dataset = await newDataset();
    const { accepted, version } = await publish(dataset, { body: form(csv, 'a.csv') });
    expect(Object.keys(accepted.json)).toEqual('id dataset label slug datetime checksum metadata ready url'.split(' '));
    expect([accepted.json.ready, accepted.json.url]).toEqual([false, accepted.headers.location]);
    const { json } = await under.ask(version, { token: under.tokens.staff });
    expect([json.ready, json.checksum]).toEqual([true, expect.stringMatching(/^[0-9a-f]{64}$/)]);
    expect(JSON.parse(Buffer.from(json.metadata, 'base64').toString())).toMatchObject({
      rows: 2,
      source: 'a.csv',
      author: 'owner',
    });
    expect(await rows(dataset)).toEqual([
      { a: 1, b: 'x' },
      { a: 2, b: 'y' },
    ]);
  });

  it('lists date and time columns in the metadata, as long as all their values are', async () => {
    const dataset = await newDataset();
    const formats = async (text: string, mode: string) => {
      const { version } = await publish(dataset, { body: form(text, 'a.csv', { mode }) });
      const { json } = await under.ask(version);
      const { columns } = JSON.parse(Buffer.from(json.metadata, 'base64').toString());
      return columns.map(({ name, type, format }: Record<string, string>) => [name, type, format]);
    };
    expect(await formats('day,at,n\n31.12.2020,2020-12-31T10:00Z,1\n', 'replace')).toEqual([
      ['day', 'char', 'date'],
      ['at', 'char', 'date-time-zone'],
      ['n', 'integer', undefined],
    ]);
    expect(await formats('day,at,n\n2021-01-01,soon,1\n', 'append')).toEqual([
      ['day', 'char', 'date'],
      ['at', 'char', undefined],
      ['n', 'integer', undefined],
    ]);
    const { json } = await under.ask(dataset);
    for (const column of json.columns) expect(Object.keys(column)).toEqual(['type', 'description', 'name', 'label']);
  });

  it.each<[string, TestRequest, unknown[]]>([
    [
      'CSV as the body',
      { headers: { 'content-type': 'text/csv' }, body: csv },
      [
        { a: 1, b: 'x' },
        { a: 2, b: 'y' },
      ],
    ],
    ['TSV', { headers: { 'content-type': 'text/tab-separated-values' }, body: 'a\tb\n1\tx\n' }, [{ a: 1, b: 'x' }]],
    ['CSV with semicolons and quotes', { body: form('a;b\n1;"x;y"\n', 'a.csv') }, [{ a: 1, b: 'x;y' }]],
    ['CSV in Latin-1', { body: form(Buffer.from('a,b\n1,Köln\n', 'latin1'), 'a.csv') }, [{ a: 1, b: 'Köln' }]],
    [
      'packed CSV',
      { body: form(gzipSync(csv), 'a.csv.gz') },
      [
        { a: 1, b: 'x' },
        { a: 2, b: 'y' },
      ],
    ],
    [
      'a JSON array',
      { headers: { 'content-type': 'application/json' }, body: '[{"a":1,"b":"x"}]' },
      [{ a: 1, b: 'x' }],
    ],
    [
      'NDJSON',
      { headers: { 'content-type': 'application/x-ndjson' }, body: '{"a":1}\n{"a":2}\n' },
      [{ a: 1 }, { a: 2 }],
    ],
    [
      'GeoJSON',
      { headers: { 'content-type': 'application/geo+json' }, body: features },
      [{ a: 1, geometry: { type: 'Point', coordinates: [1, 2] } }],
    ],
    [
      'bytes of no said kind',
      { headers: { 'content-type': 'application/octet-stream' }, body: csv },
      [
        { a: 1, b: 'x' },
        { a: 2, b: 'y' },
      ],
    ],
    [
      'a body without a type',
      { body: csv },
      [
        { a: 1, b: 'x' },
        { a: 2, b: 'y' },
      ],
    ],
  ])('accepts %s', async (_, ask, expected) => {
    const dataset = await newDataset();
    const done = await publish(dataset, ask);
    expect([done.report.json.state, done.report.json.message]).toEqual(['ready', '']);
    expect((await rows(dataset)).map((row) => Object.fromEntries(Object.entries(row as object).sort()))).toEqual(
      expected,
    );
  });

  it('accepts its own Parquet and XLSX', async () => {
    for (const format of ['parquet', 'xlsx']) {
      const file = await under.ask(`${datasets}population/download/?_format=${format}`);
      expect([format, file.status]).toEqual([format, 200]);
      const dataset = await newDataset();
      const done = await publish(dataset, { body: form(file.bytes, `a.${format}`) });
      expect([format, done.report.json.message]).toEqual([format, '']);
      expect((await under.ask(`${dataset}data/`)).json.count).toBe(5);
    }
  });

  it.each([
    [
      'of PC-Axis',
      'births.px',
      'CHARSET="ANSI";\nSTUB="region";\nHEADING="year";\nVALUES("region")="Moss";\nVALUES("year")="2023","2024";\nDATA=\n5 ".."\n;\n',
      [
        { region: 'Moss', year: 2023, value: 5, status: null },
        { region: 'Moss', year: 2024, value: null, status: '..' },
      ],
    ],
    [
      'of Eurostat',
      'births.tsv',
      'geo\\TIME_PERIOD\t2023 \t2024 \nAT\t5 \t: c\n',
      [
        { geo: 'AT', TIME_PERIOD: 2023, value: 5, status: null },
        { geo: 'AT', TIME_PERIOD: 2024, value: null, status: 'c' },
      ],
    ],
  ])('accepts tables %s', async (_, name, text, expected) => {
    const dataset = await newDataset();
    const done = await publish(dataset, { body: form(text, name) });
    expect(done.report.json.message).toBe('');
    expect(await rows(dataset)).toEqual(expected);
  });

  it('mode=append adds rows, mode=replace replaces them', async () => {
    const dataset = await newDataset();
    await publish(dataset, { body: form(csv, 'a.csv') });
    await publish(dataset, { body: form('a,b\n3,z\n', 'a.csv', { mode: 'append' }) });
    expect(await rows(dataset)).toEqual([
      { a: 1, b: 'x' },
      { a: 2, b: 'y' },
      { a: 3, b: 'z' },
    ]);
    await publish(dataset, { headers: { 'content-type': 'text/csv' }, body: 'a,b\n4,w\n' }, '?mode=replace');
    expect(await rows(dataset)).toEqual([{ a: 4, b: 'w' }]);
    expect((await under.ask(`${dataset}versions/`)).json.count).toBe(3);
  });

  it('columns renames, retypes, describes and drops', async () => {
    const dataset = await newDataset();
    const columns = JSON.stringify([
      { source: 'a', name: 'number', type: 'float', label: 'A number', description: 'Counts.' },
      { source: 'b', drop: true },
    ]);
    await publish(dataset, { body: form(csv, 'a.csv', { columns }) });
    const { json } = await under.ask(dataset);
    expect(json.columns).toEqual([{ type: 'float', description: 'Counts.', name: 'number', label: 'A number' }]);
  });

  it('labels and descriptions of columns are inherited by the next version', async () => {
    const dataset = await newDataset();
    const columns = JSON.stringify([{ source: 'a', label: 'A number', description: 'Counts.' }]);
    await publish(dataset, { body: form(csv, 'a.csv', { columns }) });
    await publish(dataset, { body: form(csv, 'a.csv') });
    expect((await under.ask(dataset)).json.columns[0]).toMatchObject({ label: 'A number', description: 'Counts.' });
  });

  it('an invalid file leaves no version, and the report says why, with line and column', async () => {
    const dataset = await newDataset();
    const columns = JSON.stringify([{ source: 'a', type: 'integer' }]);
    const { report: done, version } = await publish(dataset, {
      body: form('a,b\n1,x\nmany,y\n', 'a.csv', { columns }),
    });
    expect(done.json.state).toBe('failed');
    expect(done.json.faults[0]).toMatchObject({ line: 3, column: 'a', value: 'many' });
    expect(done.json.fault_count).toBe(1);
    expect((await under.ask(version, { token: under.tokens.owner })).status).toBe(404);
    expect((await under.ask(`${dataset}versions/`, { token: under.tokens.owner })).json.count).toBe(0);
    expect((await under.ask(`${dataset}data/`)).json.count).toBe(0);
    expect(JSON.stringify(done.json)).not.toContain(under.service.dataFolder);
  });

  it('a failed version leaves the previous one unchanged', async () => {
    const dataset = await newDataset();
    await publish(dataset, { body: form(csv, 'a.csv') });
    const { report: done } = await publish(dataset, {
      body: form('a,b\n1\n2,x,y\n', 'a.csv', { columns: '[{"source":"a","type":"geometry"}]' }),
    });
    expect(done.json.state).toBe('failed');
    expect(await rows(dataset)).toHaveLength(2);
  });

  it('slugs are strictly increasing, and datetime is the same instant', async () => {
    const dataset = await newDataset();
    for (let time = 0; time < 3; time += 1) await publish(dataset, { body: form(csv, 'a.csv') });
    const { json } = await under.ask(`${dataset}versions/`);
    const slugs: string[] = json.results.map((version: { slug: string }) => version.slug);
    expect(slugs).toEqual([...new Set(slugs)].sort().reverse());
    for (const { slug, datetime } of json.results) expect(datetime.replaceAll(/\D/g, '')).toBe(slug.slice(0, 17));
  });

  it('is refused before the file is read: anonymous, without rights, or for an unknown dataset', async () => {
    const dataset = await newDataset();
    const body = csv;
    expect((await under.ask(`${dataset}versions/`, { method: 'POST', body })).status).toBe(401);
    expect(
      (await under.ask(`${dataset}versions/`, { method: 'POST', body, token: under.tokens.stranger })).status,
    ).toBe(403);
    expect(
      (await under.ask(`${datasets}nothing/versions/`, { method: 'POST', body, token: under.tokens.owner })).status,
    ).toBe(404);
  });

  it.each<[string, TestRequest, string, number, unknown]>([
    ['no file', { body: new FormData() }, '', 400, { file: ['No file was submitted.'] }],
    ['an empty file', { body: form('', 'a.csv') }, '', 400, { file: ['The submitted file is empty.'] }],
    ['an empty body', { headers: { 'content-type': 'text/csv' } }, '', 400, { file: ['The body is empty.'] }],
    [
      'an image',
      { headers: { 'content-type': 'image/png' }, body: 'x' },
      '',
      415,
      { detail: 'Unsupported media type "image/png" in request.' },
    ],
    [
      'a wrong mode',
      { body: form(csv, 'a.csv', { mode: 'upsert' }) },
      '',
      400,
      expect.objectContaining({ mode: expect.any(Array) }),
    ],
    [
      'columns that are no JSON',
      { body: form(csv, 'a.csv', { columns: '{' }) },
      '',
      400,
      expect.objectContaining({ columns: expect.any(Array) }),
    ],
    [
      'a column named twice',
      { body: form(csv, 'a.csv', { columns: '[{"source":"a"},{"source":"a"}]' }) },
      '',
      400,
      { columns: ['A column is named twice.'] },
    ],
    [
      'a type that is none',
      { body: form(csv, 'a.csv', { columns: '[{"source":"a","type":"date"}]' }) },
      '',
      400,
      expect.objectContaining({ columns: expect.any(Array) }),
    ],
  ])('refuses %s', async (_, ask, query, status, body) => {
    const dataset = await newDataset();
    const got = await under.ask(`${dataset}versions/${query}`, { method: 'POST', token: under.tokens.owner, ...ask });
    expect([got.status, got.json]).toEqual([status, body]);
    expect((await under.ask(`${dataset}versions/`, { token: under.tokens.owner })).json.count).toBe(0);
  });

  it('DELETE removes a version and its rows', async () => {
    const dataset = await newDataset();
    const first = await publish(dataset, { body: form('a\n1\n', 'a.csv') });
    const second = await publish(dataset, { body: form('a\n2\n', 'a.csv') });
    expect((await under.ask(second.version, { method: 'DELETE' })).status).toBe(401);
    const { status, text, headers } = await under.ask(second.version, { method: 'DELETE', token: under.tokens.owner });
    expect([status, text, headers.allow]).toEqual([204, '', 'GET, DELETE, HEAD, OPTIONS']);
    expect((await under.ask(second.version)).status).toBe(404);
    expect(await rows(dataset)).toEqual([{ a: 1 }]);
    expect((await under.ask(first.version)).status).toBe(200);
  });
});
