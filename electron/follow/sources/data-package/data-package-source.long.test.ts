import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { choiceOf, describeEntry, failureOfFetch, fetchEntry, find, stateOf } from '../../testing/fetch-source.ts';
import { openSite, type Site } from '../../testing/servers/data-package-site.ts';
import { htmlPage } from '../../testing/stand-in.ts';
import { dataPackageSource as source } from './data-package-source.ts';

let site: Site;
let address: string;

const towns = 'code;inhabitants;area\n01;1200;3,5\n02;n/a;4,25\n';

beforeAll(async () => {
  site = await openSite();
  address = `${site.url}data/datapackage.json`;
  site.put('data/towns.csv', towns);
  site.put('data/schema.json', {
    fields: [
      { name: 'code', type: 'string', title: 'Code', description: 'Official number' },
      { name: 'inhabitants', type: 'integer' },
      { name: 'area', type: 'number', decimalChar: ',', unit: 'km²' },
      { name: 'later', type: 'string' },
    ],
    missingValues: ['', 'n/a'],
  });
  site.put('data/part-1.csv', 'year,cases\n2024,1');
  site.put('data/part-2.csv', '2025,2\n');
  site.put('data/whole-1.csv', 'year,cases\n2024,1\n');
  site.put('data/whole-2.csv', 'year,cases\n2025,2\n');
  site.put('data/bare.csv', '2024,1\n2025,2\n');
  site.put('data/datapackage.json', {
    name: 'towns',
    title: 'Towns',
    description: 'Towns of the canton',
    licenses: [{ name: 'CC-BY-4.0', title: 'Creative Commons Attribution 4.0' }],
    contributors: [{ title: 'Office for Statistics', roles: ['publisher'], email: 'office@example.org' }],
    resources: [
      {
        name: 'towns',
        title: 'All towns',
        path: 'towns.csv',
        encoding: 'UTF-8',
        dialect: { delimiter: ';' },
        schema: 'schema.json',
        bytes: Buffer.byteLength(towns),
        hash: `sha256:${createHash('sha256').update(towns).digest('hex')}`,
      },
      { name: 'parts', path: ['part-1.csv', 'part-2.csv'] },
      { name: 'whole-parts', path: ['whole-1.csv', 'whole-2.csv'] },
      {
        name: 'bare',
        path: 'bare.csv',
        dialect: { header: false },
        schema: {
          fields: [
            { name: 'year', type: 'year' },
            { name: 'cases', type: 'integer' },
          ],
        },
      },
      {
        name: 'records',
        data: [
          { a: '01', b: 2 },
          { a: '02', c: { d: 1 } },
        ],
      },
      {
        name: 'rows',
        data: [
          ['a', 'b'],
          ['x', 1],
        ],
      },
      { name: 'outside', path: '../secret.csv' },
      { name: 'short', path: 'towns.csv', bytes: 1000 },
      { name: 'changed', path: 'towns.csv', hash: 'd41d8cd98f00b204e9800998ecf8427e' },
      { name: 'page', path: 'page.csv' },
    ],
  });
  site.files.set('data/page.csv', { body: htmlPage });
});
afterAll(() => site.close());

const fetchOf = (entry: string) => fetchEntry(source, choiceOf(source, address, entry));

describe('a data package', () => {
  it('is found by its descriptor, with licence, publisher and contact', async () => {
    const found = await find(source, address);
    expect(found).toMatchObject({
      title: 'Towns',
      licence: 'CC-BY-4.0',
      publisher: 'Office for Statistics',
      contact: 'office@example.org',
    });
    expect(found?.entries[0]).toMatchObject({
      id: 'towns',
      title: 'All towns',
      format: 'CSV',
      bytes: Buffer.byteLength(towns),
    });
    expect(await find(source, `${site.url}data/schema.json`)).toBeNull();
    expect(await find(source, `${site.url}nothing.json`)).toBeNull();
  });

  it('reads a file as schema and dialect say', async () => {
    const fetched = await fetchOf('towns');
    expect(fetched.texts).toEqual([towns]);
    expect(fetched.options).toEqual({
      format: 'csv',
      delimiter: ';',
      decimalComma: true,
      encoding: 'utf-8',
      missing: ['n/a'],
      columns: [
        { source: 'code', type: 'text' },
        { source: 'inhabitants', type: 'integer' },
        { source: 'area', type: 'float' },
      ],
    });
    expect(fetched.columns[0]).toEqual({ name: 'code', title: 'Code', description: 'Official number', unit: null });
    expect(fetched.columns[2]?.unit).toBe('km²');
    const described = await describeEntry(source, choiceOf(source, address, 'towns'));
    expect(described).toMatchObject({ licence: 'CC-BY-4.0', columns: fetched.columns });
  });

  it('joins parts, of which the first alone or each has the header', async () => {
    expect((await fetchOf('parts')).texts).toEqual(['year,cases\n2024,1\n2025,2\n']);
    expect((await fetchOf('whole-parts')).texts).toEqual(['year,cases\n2024,1\n', 'year,cases\n2025,2\n']);
  });

  it('writes the header that only the schema has', async () => {
    const { texts, options } = await fetchOf('bare');
    expect(texts).toEqual(['year,cases\n2024,1\n2025,2\n']);
    expect(options).toMatchObject({
      header: true,
      columns: [
        { source: 'year', type: 'integer' },
        { source: 'cases', type: 'integer' },
      ],
    });
  });

  it('takes inline records and rows', async () => {
    expect(await fetchOf('records')).toMatchObject({ texts: ['a,b,c\n01,2,\n02,,"{""d"":1}"\n'], rows: 2 });
    expect(await fetchOf('rows')).toMatchObject({ texts: ['a,b\nx,1\n'], rows: 1 });
  });

  it('has a state that changes with the file and its description', async () => {
    const before = await stateOf(source, choiceOf(source, address, 'whole-parts'));
    expect(await stateOf(source, choiceOf(source, address, 'whole-parts'))).toEqual(before);
    expect((await fetchOf('whole-parts')).state).toEqual(before);
    site.put('data/whole-2.csv', 'year,cases\n2025,3\n');
    expect(await stateOf(source, choiceOf(source, address, 'whole-parts'))).not.toEqual(before);
  });
});

describe('a faulty data package', () => {
  it('whose server breaks off or falls silent in the middle of a file is asked again', async () => {
    const reply = site.files.get('data/towns.csv');
    for (const fault of ['cut', 'stall']) {
      let times = 0;
      site.before = ({ url, method }) => {
        if (!url.pathname.endsWith('/towns.csv') || method !== 'GET') return null;
        times += 1;
        return times === 1 ? { ...reply, [fault]: true } : null;
      };
      expect((await fetchOf('towns')).texts).toEqual([towns]);
      expect(times).toBe(2);
    }
    site.before = () => null;
  });

  it.each([
    ['outside', 'names a file outside of its own folder'],
    ['short', 'bytes, but its description says 1000'],
    ['changed', 'does not match the checksum'],
    ['page', 'sent a web page instead of data'],
    ['never', 'no longer offers “never”'],
  ])('%s fails and says why', async (entry, words) => {
    expect(await failureOfFetch(source, choiceOf(source, address, entry))).toContain(words);
  });
});
