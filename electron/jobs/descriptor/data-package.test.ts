import { describe, expect, it } from 'vitest';
import type { Column } from '#shared/api/column.ts';
import { everyRow } from '#shared/row-query.ts';
import type { ExportRequest } from '#shared/rpc/jobs.ts';
import { type DescribedExport, describeExport, packageName } from './data-package.ts';

const column = (name: string, type: string, more: Partial<Column> = {}): Column => ({
  name,
  type,
  label: name,
  description: '',
  ...more,
});

const address = 'https://service.example/api/v1/namespaces/n/datasets/towns/';
const plain = {
  file: 'Some Towns.csv',
  label: 'Towns',
  description: '',
  address,
  version: null,
  licence: null,
  source: '',
  contact: '',
  columns: [],
  rows: 2,
  bytes: 10,
  checksum: 'ab',
  created: new Date('2026-01-02T03:04:05Z'),
} satisfies Omit<DescribedExport, 'request'>;

function described(
  request: Partial<Pick<ExportRequest, 'format' | 'query' | 'selection' | 'spreadsheet'>> = {},
  more: Partial<DescribedExport> = {},
) {
  const whole = { format: 'csv', query: everyRow, selection: null, ...request } as ExportRequest;
  return describeExport({ ...plain, ...more, request: whole }) as Record<string, unknown>;
}

describe('the description of an exported file', () => {
  it('has nothing that is not known', () => {
    expect(described()).toEqual({
      name: 'some-towns.csv',
      path: 'Some Towns.csv',
      title: 'Towns',
      format: 'csv',
      mediatype: 'text/csv',
      encoding: 'utf-8',
      bytes: 10,
      hash: 'sha256:ab',
      dialect: { delimiter: ',', quoteChar: '"', doubleQuote: true, header: true },
      schema: { fields: [], missingValues: [''] },
      sources: [{ title: 'Towns', path: `${address}data/` }],
      rows: 2,
      dataset: address,
      version: null,
      query: { filters: [], ordering: [], search: '', fields: null },
      created: '2026-01-02T03:04:05.000Z',
    });
  });

  it('has everything that is known', () => {
    const query = {
      filters: [{ column: 'a', lookup: 'gte', value: '2' }],
      ordering: [{ column: 'a', descending: true }],
      search: 'x',
      fields: ['a'],
      version: 'other',
    } as const;
    const selection = { kind: 'rows' } as unknown as NonNullable<ExportRequest['selection']>;
    const all = described(
      { query, selection },
      { description: 'About', version: '7', source: 'Survey', contact: 'a@example.org' },
    );
    expect(all).toMatchObject({
      description: 'About',
      sources: [
        { title: 'Towns', path: `${address}data/?a__gte=2&ordering=-a&search=x&fields=a&version=7` },
        { title: 'Survey' },
      ],
      contact: 'a@example.org',
      version: '7',
      query: { filters: query.filters, ordering: query.ordering, search: 'x', fields: ['a'] },
      selection,
    });
    expect(all.query).not.toHaveProperty('version');
  });

  it('has the columns with the types of the standard', () => {
    const columns = [
      column('i', 'integer'),
      column('f', 'float'),
      column('c', 'char', { label: 'Code' }),
      column('t', 'text', { label: '', description: 'About' }),
      column('g', 'geometry'),
    ];
    expect(described({}, { columns }).schema).toEqual({
      fields: [
        { name: 'i', type: 'integer', columnType: 'integer' },
        { name: 'f', type: 'number', columnType: 'float' },
        { name: 'c', type: 'string', title: 'Code', columnType: 'char' },
        { name: 't', type: 'string', description: 'About', columnType: 'text' },
        { name: 'g', type: 'any', columnType: 'geometry' },
      ],
      missingValues: [''],
    });
  });

  it.each([
    ['csv', 'text/csv', ','],
    ['tsv', 'text/tab-separated-values', '\t'],
    ['json', 'application/json', null],
    ['ndjson', 'application/x-ndjson', null],
    ['geojson', 'application/geo+json', null],
    ['parquet', 'application/vnd.apache.parquet', null],
    ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', null],
  ] as const)('says how %s is written', (format, mediatype, delimiter) => {
    const found = described({ format });
    expect(found).toMatchObject({ format, mediatype });
    expect('encoding' in found).toBe(format !== 'parquet' && format !== 'xlsx');
    expect((found.dialect as { delimiter: string } | undefined)?.delimiter ?? null).toBe(delimiter);
  });

  it('names the separator of a spreadsheet', () => {
    const spreadsheet = { separator: ';' } as NonNullable<ExportRequest['spreadsheet']>;
    expect(described({ spreadsheet }).dialect).toMatchObject({ delimiter: ';' });
    expect(described({ format: 'tsv', spreadsheet }).dialect).toMatchObject({ delimiter: '\t' });
  });

  it.each([
    ['CC-BY-4.0', { name: 'CC-BY-4.0' }],
    ['GPL-2.0+', { name: 'GPL-2.0+' }],
    ['Ask us', { title: 'Ask us' }],
    ['© us', { title: '© us' }],
    ['us©', { title: 'us©' }],
  ])('has the licence %s', (licence, expected) => {
    expect(described({}, { licence }).licenses).toEqual([expected]);
  });
});

it.each([
  ['Some Towns.csv', 'some-towns.csv'],
  ['Bevölkerung  2024', 'bev-lkerung-2024'],
  ['-a_b-', 'a_b'],
  ['東京', 'data'],
  ['', 'data'],
])('names "%s" as the standard allows', (text, name) => {
  expect(packageName(text)).toBe(name);
});
