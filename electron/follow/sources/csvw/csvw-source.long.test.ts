import { afterAll, beforeAll, expect, it } from 'vitest';
import { choiceOf, failureOfFetch, fetchEntry, find } from '../../testing/fetch-source.ts';
import { openSite, type Site } from '../../testing/servers/data-package-site.ts';
import { csvwSource as source } from './csvw-source.ts';

let site: Site;

beforeAll(async () => {
  site = await openSite();
  site.put('tree.csv', 'GID|On Street|Height\n01|ADDISON AV|3,5\n02|EMERSON ST|-\n');
  site.put('tree.csv-metadata.json', {
    '@context': ['http://www.w3.org/ns/csvw', { '@language': 'en' }],
    url: 'tree.csv',
    'dc:title': 'Tree operations',
    'dcat:keyword': ['tree'],
    'dc:publisher': { 'schema:name': 'Example Municipality' },
    'dc:license': { '@id': 'http://opendefinition.org/licenses/cc-by/' },
    dialect: { delimiter: '|' },
    tableSchema: {
      columns: [
        {
          name: 'GID',
          titles: ['GID', 'Generic Identifier'],
          'dc:description': 'An identifier for the tree.',
          datatype: 'string',
          required: true,
        },
        { name: 'on_street', titles: 'On Street', datatype: 'string' },
        { name: 'height', titles: 'Height', datatype: { base: 'number', format: { decimalChar: ',' } }, null: '-' },
        { name: 'type', virtual: true, default: 'tree' },
      ],
      primaryKey: 'GID',
    },
  });
  site.put('group.json', {
    '@context': 'http://www.w3.org/ns/csvw',
    dialect: { header: false },
    tables: [
      { url: 'a.csv', tableSchema: 'ab-schema.json' },
      { url: 'gone.csv', tableSchema: 'ab-schema.json' },
    ],
  });
  site.put('ab-schema.json', {
    columns: [
      { name: 'a', datatype: 'integer' },
      { name: 'b', titles: { en: 'Bees', fr: 'Abeilles' } },
    ],
  });
  site.put('a.csv', '1,x\n2,y\n');
  site.put('alone.csv', 'a\n1\n');
  const key = (columnReference: string | readonly string[], reference: object) => ({ columnReference, reference });
  site.put('people.json', {
    '@context': 'http://www.w3.org/ns/csvw',
    tables: [
      {
        url: 'people.csv',
        tableSchema: {
          columns: [
            { name: 'region', titles: 'Region' },
            { name: 'sex' },
            { name: 'age', 'qb:codeList': { '@id': 'ages.csv' } },
            { name: 'job' },
            { name: 'unit', 'dct:references': 'units.csv' },
            { name: 'many', 'dcterms:references': 'many.csv' },
          ],
          foreignKeys: [
            key('region', { resource: 'regions.csv', columnReference: 'id' }),
            key(['sex'], { schemaReference: 'sexes-schema.json', columnReference: ['key'] }),
            key('job', { resource: 'jobs.csv', columnReference: 'code' }),
            key(['sex', 'age'], { resource: 'regions.csv', columnReference: ['id', 'text'] }),
            key('people', { resource: 'people.csv', columnReference: 'region' }),
          ],
        },
      },
      {
        url: 'regions.csv',
        dialect: { delimiter: ';' },
        tableSchema: {
          columns: [
            { name: 'above', titles: 'Part of', propertyUrl: 'skos:broader' },
            { name: 'id', titles: 'Id' },
            { name: 'text', propertyUrl: 'http://www.w3.org/2000/01/rdf-schema#label' },
          ],
        },
      },
      { url: 'sexes.csv', dialect: { header: false }, tableSchema: 'sexes-schema.json' },
    ],
  });
  site.put('people.csv', 'Region,sex,age,job,unit,many\n01,F,0,x,kg,1\n02,M,1,y,t,2\n');
  site.put('regions.csv', 'Part of;Id;Text\n;01;North\n01;02;"North; East"\n02;02;again\n;;nothing\n');
  site.put('sexes-schema.json', { columns: [{ name: 'key' }, { name: 'said' }] });
  site.put('sexes.csv', 'F,Women\nM,Men\n');
  site.put('ages.csv', 'note,Code,Name\n,0,Under 5\n,1,5 to 9\n');
  site.put('units.csv', 'code,factor,symbol\nkg,1,kg\nt,1000,t\n');
  site.put('many.csv', `code,label\n${Array.from({ length: 100_001 }, (_, at) => `${at},${at}`).join('\n')}\n`);
});
afterAll(() => site.close());

it('is found at its metadata and at the file that has some, and nowhere else', async () => {
  const found = await find(source, `${site.url}tree.csv-metadata.json`);
  expect(found).toMatchObject({
    title: 'Tree operations',
    publisher: 'Example Municipality',
    licence: 'http://opendefinition.org/licenses/cc-by/',
  });
  expect(await find(source, `${site.url}tree.csv`)).toEqual(found);
  expect(await find(source, `${site.url}alone.csv`)).toBeNull();
});

it('reads columns by their titles, types, marks and notation', async () => {
  const fetched = await fetchEntry(source, choiceOf(source, `${site.url}tree.csv`, 'tree.csv'));
  expect(fetched.options).toEqual({
    format: 'csv',
    delimiter: '|',
    missing: ['-'],
    decimalComma: true,
    columns: [
      { source: 'GID', type: 'text' },
      { source: 'On Street', type: 'text' },
      { source: 'Height', type: 'float' },
    ],
  });
  expect(fetched.columns.map(({ name, description }) => [name, description])).toEqual([
    ['GID', 'An identifier for the tree.'],
    ['On Street', null],
    ['Height', null],
  ]);
});

it('reads a table of a group whose schema is elsewhere and whose file has no header', async () => {
  const { texts, options, columns } = await fetchEntry(source, choiceOf(source, `${site.url}group.json`, 'a.csv'));
  expect(texts).toEqual(['a,b\n1,x\n2,y\n']);
  expect(options).toMatchObject({ header: true, columns: [{ source: 'a', type: 'integer' }] });
  expect(columns[1]).toMatchObject({ name: 'b', title: 'Bees' });
});

it('takes code lists from tables that columns refer to, and names those that cannot be taken', async () => {
  const { codes, notices } = await fetchEntry(source, choiceOf(source, `${site.url}people.json`, 'people.csv'));
  expect(codes).toEqual([
    {
      column: 'Region',
      codes: [
        { code: '01', label: 'North' },
        { code: '02', label: 'North; East', parent: '01' },
      ],
    },
    {
      column: 'sex',
      codes: [
        { code: 'F', label: 'Women' },
        { code: 'M', label: 'Men' },
      ],
    },
    {
      column: 'age',
      codes: [
        { code: '0', label: 'Under 5' },
        { code: '1', label: '5 to 9' },
      ],
    },
  ]);
  expect(notices).toEqual([
    { code: 'codes-unread', values: { column: 'job', list: 'jobs.csv' } },
    { code: 'codes-without-labels', values: { column: 'unit', list: 'units.csv' } },
    { code: 'codes-too-many', values: { column: 'many', list: 'many.csv', limit: 100_000 } },
  ]);
});

it('fails where the file is gone', async () => {
  await expect(failureOfFetch(source, choiceOf(source, `${site.url}group.json`, 'gone.csv'))).resolves.toContain(
    'This was not found',
  );
});
