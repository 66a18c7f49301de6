import type { Verb } from '../resources/resource.ts';

/** A request as people make it first, about the dataset `geo/towns` with the columns `name`, `region` and `people`. */
export interface ApiExample {
  readonly summary: string;
  readonly method: Verb;
  /** Below the service's address, with `VERSION` for the slug of a version; `BASE` stands for that address in a body. */
  readonly path: string;
  readonly query?: string;
  readonly json?: object;
}

const api = '/api/v1';
const towns = `${api}/namespaces/geo/datasets/towns/`;

const get = (summary: string, path: string, query?: string): ApiExample =>
  query === undefined ? { summary, method: 'GET', path } : { summary, method: 'GET', path, query };

const rows = (summary: string, query: string): ApiExample => get(summary, `${towns}data/`, query);

/** Examples of the OpenAPI document, in an order in which each finds what it needs. */
export const apiExamples: readonly ApiExample[] = [
  {
    summary: 'Obtain a token',
    method: 'POST',
    path: `${api}/auth/token/obtain/`,
    json: { username: 'anna', password: 'correct horse battery' },
  },
  get('List the endpoints', `${api}/`),
  get('Read what the service offers', `${api}/meta/`),
  {
    summary: 'Create a namespace',
    method: 'POST',
    path: `${api}/namespaces/`,
    json: { slug: 'climate', label: 'Climate', published: true },
  },
  get('List the namespaces', `${api}/namespaces/`),
  get('Search for a namespace', `${api}/namespaces/`, 'search=geo'),
  get('Read a namespace', `${api}/namespaces/geo/`),
  {
    summary: 'Make a namespace private',
    method: 'PATCH',
    path: `${api}/namespaces/climate/`,
    json: { published: false },
  },
  { summary: 'Move a namespace to the trash', method: 'DELETE', path: `${api}/namespaces/climate/` },
  get('List the datasets of all namespaces', `${api}/datasets/`, 'ordering=label'),
  get('List the datasets of a namespace', `${api}/namespaces/geo/datasets/`),
  get('Read a dataset with its columns and versions', towns),
  { summary: 'Describe a dataset', method: 'PATCH', path: towns, json: { description: 'Census of 2024' } },
  rows('Read the first rows', 'limit=2'),
  rows('Read the next page', 'limit=2&offset=2'),
  rows('Filter by a number', 'people__gte=1000'),
  rows('Filter by a text, ignoring case', 'name__icontains=ar'),
  rows('Filter by several values', 'region__in=North,South'),
  rows('Filter by missing values', 'region__isnull=true'),
  rows('Match any of several filters', 'region=North&people__lt=600&_join=OR'),
  rows('Search all texts', 'search=cray'),
  rows('Order rows', 'ordering=-people,name'),
  rows('Order texts as in German', 'ordering=name&_collation=de'),
  rows('Return some columns', 'fields=name,people'),
  rows('Count the rows of each region', '_group_by=region&_aggregate__towns=Count(*)'),
  rows('Sum a column of each region', '_group_by=region&_aggregate__people=Sum(people)&ordering=-people'),
  rows('Draw a histogram', '_group_by=Bin(people,500)&_aggregate__towns=Count(*)'),
  rows('Keep large groups', '_group_by=region&_aggregate__towns=Count(*)&_having__towns__gte=2'),
  rows('Calculate over all rows', '_aggregate__mean=Average(people)&_aggregate__median=Median(people)'),
  get('Download all rows as CSV', `${towns}download/`),
  get('Download matching rows as a workbook', `${towns}download/`, 'region=North&_format=xlsx'),
  get('Download the stored Parquet file', `${towns}download/`, '_format=parquet'),
  get('Read figures of each column', `${towns}profile/`),
  get('Read where the data come from', `${towns}provenance/`),
  { summary: 'State the licence', method: 'PATCH', path: `${towns}provenance/`, json: { licence: 'CC0-1.0' } },
  get('List the versions', `${towns}versions/`),
  get('Read a version', `${towns}version/VERSION/`),
  get('Ask whether a version is ready', `${towns}version/VERSION/report/`),
  {
    summary: 'Save a query',
    method: 'POST',
    path: `${api}/queries/`,
    json: {
      label: 'Large towns',
      dataset: `BASE${towns}`,
      parameters: { filters: [{ column: 'people', lookup: 'gte', value: '1000' }] },
    },
  },
  get('List the saved queries', `${api}/queries/`),
  {
    summary: 'Run a statement',
    method: 'POST',
    path: `${api}/sql/`,
    json: { sql: 'SELECT region, sum(people) AS people FROM "geo/towns" GROUP BY region' },
  },
  get('List what was deleted', `${api}/trash/`),
  get('List the accounts', `${api}/users/`),
];

/** The examples of a route's method, as commands for `curl`. @param route with its parameters as `:name` */
export function curlExamples(route: string, verb: Verb, base: string): object[] {
  const pattern = new RegExp(`^${route.replaceAll(/:\w+/g, '[^/]+')}$`);
  return apiExamples
    .filter(({ method, path }) => method === verb && pattern.test(path))
    .map(({ summary, path, query, json }) => {
      const address = `'${base}${path}${query === undefined ? '' : `?${query}`}'`;
      const needsToken = verb !== 'GET' && !path.endsWith('/obtain/');
      const words = [
        'curl',
        ...(verb === 'GET' || (verb === 'POST' && json !== undefined) ? [] : ['--request', verb]),
        address,
        ...(needsToken ? ['--header "Authorization: Token $TOKEN"'] : []),
        ...(json === undefined ? [] : [`--json '${JSON.stringify(json).replaceAll('BASE', base)}'`]),
      ];
      return { lang: 'Shell', label: summary, source: words.join(' ') };
    });
}
