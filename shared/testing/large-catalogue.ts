import type { Dataset } from '../api/records/dataset.ts';
import type { Namespace } from '../api/records/namespace.ts';

/** Subjects and places whose combinations name the datasets, as catalogues of statistics name them. */
const subjects = [
  'Population',
  'Unemployment',
  'Rents',
  'Rainfall',
  'Road accidents',
  'Hospital beds',
  'School enrolment',
  'Energy use',
  'Forest cover',
  'Tourism',
];
const parts = ['by age', 'by sex', 'by district', 'per month', 'since 1950', 'by industry', 'projections'];
const columnsOf = [
  ['district_code', 'District', 'char'],
  ['reference_year', 'Year', 'integer'],
  ['value', 'Value', 'float'],
  ['margin_of_error', 'Margin of error', 'float'],
  ['boundary', 'Boundary', 'geometry'],
] as const;

/** Days from the first dataset's newest version to the last one's. */
const days = 2000;

function dataset(base: string, namespace: string, position: number): Dataset {
  const subject = subjects[position % subjects.length] ?? '';
  const part = parts[Math.floor(position / subjects.length) % parts.length] ?? '';
  const slug = `d${position}`;
  const url = `${base}api/v1/namespaces/${namespace}/datasets/${slug}/`;
  const datetime = new Date(Date.UTC(2020, 0, 1 + ((position * 7) % days))).toISOString();
  const version = `${datetime.replaceAll(/\D/g, '')}000`.slice(0, 20).padEnd(20, '0');
  return {
    id: position + 1,
    label: `${subject} ${part}, table ${position}`,
    slug,
    namespace: `${base}api/v1/namespaces/${namespace}/`,
    description: `How ${subject.toLowerCase()} developed ${part}. Collected yearly by the statistics office.`,
    image: '',
    showcase_image: '',
    thumbnail_image: '',
    url,
    versions: [
      {
        id: position + 1,
        dataset: url,
        label: version,
        slug: version,
        datetime,
        checksum: '0'.repeat(64),
        metadata: '',
        ready: true,
        url: `${url}version/${version}/`,
      },
    ],
    data: `${url}data/`,
    // Every third has a geometry, and each a column that no other one has.
    columns: [
      ...columnsOf.slice(0, position % 3 === 0 ? 5 : 4).map(([name, label, type]) => ({
        type,
        description: '',
        name,
        label,
      })),
      { type: 'char' as const, description: '', name: `indicator_${position}x`, label: `Indicator ${position}` },
    ],
    download: `${url}download/`,
  };
}

/**
 * The namespaces of a large service, each with its share of the datasets.
 * @param base address of the service with a trailing slash
 * @param first number of the first dataset: services of one catalogue have different ones
 */
export function largeCatalogue(base: string, namespaces: number, datasets: number, first = 0): Namespace[] {
  const each = Math.ceil(datasets / namespaces);
  return Array.from({ length: namespaces }, (_, position) => {
    const slug = `n${position}`;
    const from = position * each;
    return {
      id: position + 1,
      label: `Region ${position + 1}`,
      slug,
      description: '',
      image: '',
      showcase_image: '',
      thumbnail_image: '',
      published: true,
      url: `${base}api/v1/namespaces/${slug}/`,
      allowed_groups: [],
      datasets: Array.from({ length: Math.max(0, Math.min(each, datasets - from)) }, (_, at) =>
        dataset(base, slug, first + from + at),
      ),
    };
  });
}
