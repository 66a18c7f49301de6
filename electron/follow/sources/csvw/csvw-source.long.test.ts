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

it('fails where the file is gone', async () => {
  await expect(failureOfFetch(source, choiceOf(source, `${site.url}group.json`, 'gone.csv'))).resolves.toContain(
    'This was not found',
  );
});
