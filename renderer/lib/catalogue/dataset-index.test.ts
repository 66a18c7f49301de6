import { expect, test } from 'vitest';
import type { Dataset } from '#shared/api/records/dataset.ts';
import type { NamespaceSummary } from '#shared/rpc/records.ts';
import { DatasetIndex, foundDatasets } from './dataset-index.ts';

interface Sketch {
  readonly slug: string;
  readonly label: string;
  readonly description?: string;
  readonly columns?: readonly (readonly [name: string, type: 'integer' | 'char' | 'geometry'])[];
  readonly day?: string;
  readonly rows?: number;
}

function dataset({ slug, label, description = '', columns = [], day, rows = 10 }: Sketch): Dataset {
  const url = `http://127.0.0.1/${slug}/`;
  const version = {
    id: 1,
    dataset: url,
    label: '',
    slug: '20260101000000000000',
    datetime: `${day}T00:00:00.000Z`,
    checksum: '',
    metadata: btoa(JSON.stringify({ rows })),
    ready: true,
    url,
  };
  return {
    id: 1,
    label,
    slug,
    namespace: '',
    description,
    image: '',
    showcase_image: '',
    thumbnail_image: '',
    url,
    versions: day === undefined ? [] : [version],
    data: url,
    columns: columns.map(([name, type], position) => ({
      id: position,
      name,
      label: '',
      description: '',
      type,
      dataset: url,
      url,
    })) as unknown as Dataset['columns'],
    download: '',
  };
}

function namespace(slug: string, label: string, datasets: readonly Sketch[]): NamespaceSummary {
  return {
    id: 1,
    label,
    slug,
    description: '',
    image: '',
    showcase_image: '',
    thumbnail_image: '',
    published: true,
    url: '',
    allowed_groups: [],
    datasets: datasets.map(dataset),
  };
}

const sketches = [
  { slug: 'stations', label: 'Railway stations', columns: [['position', 'geometry']], day: '2026-10-01' },
  { slug: 'trips', label: 'Trips', description: 'Between railway stations', day: '2026-11-01', rows: 9 },
  {
    slug: 'people',
    label: 'Einwohner von Zürich',
    columns: [
      ['age_group', 'char'],
      ['count', 'integer'],
    ],
  },
  { slug: 'weather', label: 'Weather', columns: [['station_name', 'char']], day: '2020-01-01', rows: 2000 },
] as const;
const index = await DatasetIndex.of(foundDatasets('local', 'This computer', [namespace('n', 'Transport', sketches)]));

const found = (words: string, conditions = {}) =>
  index.search(words, conditions).map(({ reference }) => reference.dataset);

test.each([
  ['what is in the label comes before what is in the description', 'railway', ['stations', 'trips']],
  ['names of columns are searched, part by part', 'age', ['people']],
  ['marks of letters and case do not matter', 'ZURICH', ['people']],
  ['a word may be unfinished', 'weath', ['weather']],
  ['a slip of the finger is forgiven', 'raliway', ['stations', 'trips']],
  ['all words have to fit, in whatever field', 'transport trips', ['trips']],
  ['the middle of a word is found as well', 'ransp eather', ['weather']],
  ['an address finds its dataset', 'http://127.0.0.1/people', ['people']],
  ['nothing fits', 'xylophone', []],
])('%s', (_what, words, slugs) => {
  expect(found(words)).toEqual(slugs);
});

test('matches in a column’s name rank below those in a label', () => {
  expect(found('station')[0]).toBe('stations');
  expect(found('station')).toContain('weather');
});

test('conditions on content and age', () => {
  expect(found('', { kind: 'places' })).toEqual(['stations']);
  expect(found('', { kind: 'numbers' })).toEqual(['people']);
  expect(found('', { since: '2026-01-01' })).toEqual(['trips', 'stations']);
  expect(found('railway', { since: '2026-10-15' })).toEqual(['trips']);
});

test('the most rows come first on request, datasets without data last', () => {
  expect(found('', { largestFirst: true })).toEqual(['weather', 'stations', 'trips', 'people']);
  expect(found('railway', { largestFirst: true })).toEqual(['stations', 'trips']);
});

test('without search words the newest comes first, and datasets without data last', () => {
  expect(found(' ')).toEqual(['trips', 'stations', 'weather', 'people']);
});
