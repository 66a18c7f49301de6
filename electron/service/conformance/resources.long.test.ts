import { describe, expect, it } from 'vitest';
import { underTest } from './testing/service-under-test.ts';

const under = underTest();
const namespace = '/api/v1/namespaces/city/';
const dataset = `${namespace}datasets/population/`;

describe('Resources and their fields', () => {
  it('Namespace: its fields in order', async () => {
    const { json, text } = await under.ask(namespace);
    expect(Object.keys(json)).toEqual(
      'id label slug description image showcase_image thumbnail_image published url allowed_groups datasets'.split(' '),
    );
    expect(json).toMatchObject({
      id: 1,
      label: 'City statistics',
      slug: 'city',
      description: 'Figures of a city.',
      image: '',
      published: true,
      url: `${under.base}${namespace}`,
      allowed_groups: [],
    });
    expect(text).not.toMatch(/^\s|: |, "/);
  });

  it('Namespace: all datasets are embedded as Dataset records', async () => {
    const { json } = await under.ask(namespace);
    expect(json.datasets[0]).toEqual((await under.ask(dataset)).json);
    expect(json.datasets).toHaveLength(2);
  });

  it('Dataset: its fields in order', async () => {
    const { json } = await under.ask(dataset);
    expect(Object.keys(json)).toEqual(
      'id label slug namespace description image showcase_image thumbnail_image url versions data columns download'.split(
        ' ',
      ),
    );
    expect(json).toMatchObject({
      label: 'Population',
      slug: 'population',
      namespace: `${under.base}${namespace}`,
      url: `${under.base}${dataset}`,
      data: `${under.base}${dataset}data/`,
      download: `${under.base}${dataset}download/`,
    });
  });

  it('Dataset: columns and versions are empty before the first version', async () => {
    const { json } = await under.ask(`${namespace}datasets/not-yet-filled/`);
    expect([json.columns, json.versions]).toEqual([[], []]);
  });

  it('Dataset: versions are listed newest first', async () => {
    const { json } = await under.ask(dataset);
    const slugs = json.versions.map((version: { slug: string }) => version.slug);
    expect(slugs).toEqual([...slugs].sort().reverse());
  });

  it('Column: its fields in order', async () => {
    const { json } = await under.ask(dataset);
    expect(Object.keys(json.columns[0])).toEqual(['type', 'description', 'name', 'label']);
    expect(json.columns[0]).toEqual({
      type: 'integer',
      description: 'Year of the count',
      name: 'year',
      label: 'Year',
    });
    expect(json.columns[1]).toEqual({ type: 'char', description: '', name: 'district', label: 'district' });
  });

  it('Version: its fields in order and form', async () => {
    const { json } = await under.ask(dataset);
    const [version] = json.versions;
    expect(Object.keys(version)).toEqual('id dataset label slug datetime checksum metadata ready url'.split(' '));
    expect(version.slug).toMatch(/^20150306070911130\d{3}$/);
    expect(version.label).toBe(version.slug);
    expect(version.datetime).toBe('2015-03-06T07:09:11.130Z');
    expect(version.checksum).toMatch(/^[0-9a-f]{64}$/);
    expect(version.ready).toBe(true);
    expect(version.dataset).toBe(`${under.base}${dataset}`);
    expect(version.url).toBe(`${under.base}${dataset}version/${version.slug}/`);
    expect(JSON.parse(Buffer.from(version.metadata, 'base64').toString('utf8'))).toMatchObject({
      rows: 5,
      source: 'population.csv',
      tool: expect.stringMatching(/^Almanac /),
    });
  });

  it('Page envelope: its fields in order', async () => {
    for (const path of ['/api/v1/namespaces/', '/api/v1/datasets/', '/api/v1/versions/', '/api/v1/queries/']) {
      expect(Object.keys((await under.ask(path)).json)).toEqual(['count', 'next', 'previous', 'results']);
    }
  });

  it('Project metadata record: four strings', async () => {
    const { json } = await under.ask('/api/v1/meta/');
    expect(Object.keys(json)).toEqual(['__status__', '__email__', '__copyright__', '__version__']);
    expect(Object.values(json).map((value) => typeof value)).toEqual(['string', 'string', 'string', 'string']);
  });

  it('A row has one value per column of the dataset, in column order', async () => {
    const { json } = await under.ask(`${dataset}data/`);
    const names = (await under.ask(dataset)).json.columns.map((column: { name: string }) => column.name);
    for (const row of json.results) expect(Object.keys(row)).toEqual(names);
  });
});
