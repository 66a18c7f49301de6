import type { ColumnType } from './api/column.ts';

/** The lookups of a filter, those of Django and `bbox` for geometry. */
export const lookups = [
  'exact',
  'iexact',
  'ne',
  'gt',
  'gte',
  'lt',
  'lte',
  'range',
  'in',
  'contains',
  'icontains',
  'startswith',
  'istartswith',
  'endswith',
  'iendswith',
  'regex',
  'iregex',
  'isnull',
  'bbox',
] as const;

/** Languages by whose rules texts can be ordered: the official ones of the European Union. */
export const collations = [
  'bg',
  'cs',
  'da',
  'de',
  'el',
  'en',
  'es',
  'et',
  'fi',
  'fr',
  'ga',
  'hr',
  'hu',
  'it',
  'lt',
  'lv',
  'mt',
  'nl',
  'pl',
  'pt',
  'ro',
  'sk',
  'sl',
  'sv',
] as const;

/** Functions of keys, with the column types and arguments that they accept. */
export const keyFunctions = {
  Year: { types: ['char', 'text'], wants: 'columns of dates' },
  Quarter: { types: ['char', 'text'], wants: 'columns of dates' },
  Month: { types: ['char', 'text'], wants: 'columns of dates' },
  Week: { types: ['char', 'text'], wants: 'columns of dates' },
  Day: { types: ['char', 'text'], wants: 'columns of dates' },
  Hour: { types: ['char', 'text'], wants: 'columns of dates' },
  Weekday: { types: ['char', 'text'], wants: 'columns of dates' },
  Bin: { types: ['integer', 'float'], wants: 'integer or float columns' },
  Lower: { types: ['char', 'text'], wants: 'char or text columns' },
  Cell: { types: ['geometry'], wants: 'geometry columns' },
  IsMissing: { types: ['integer', 'float', 'char', 'text', 'geometry'], wants: 'any column' },
} as const satisfies Record<string, { types: readonly ColumnType[]; wants: string }>;
export const keyFunctionNames = Object.keys(keyFunctions) as (keyof typeof keyFunctions)[];

const ofNumbers = { types: ['integer', 'float'], wants: 'integer or float columns' } as const;
const ofComparable = {
  types: ['integer', 'float', 'char', 'text'],
  wants: 'integer, float, char or text columns',
} as const;
const ofAny = { types: ['integer', 'float', 'char', 'text', 'geometry'], wants: 'any column' } as const;

/** Functions of aggregates, with the column types and arguments that they accept. */
export const aggregateFunctions = {
  Count: ofAny,
  CountDistinct: ofAny,
  Sum: ofNumbers,
  Min: ofComparable,
  Max: ofComparable,
  Average: ofNumbers,
  Median: ofNumbers,
  StdDev: ofNumbers,
  Variance: ofNumbers,
  Quantile: ofNumbers,
  First: ofAny,
  Last: ofAny,
  Share: ofAny,
} as const satisfies Record<string, { types: readonly ColumnType[]; wants: string }>;
export const aggregateFunctionNames = Object.keys(aggregateFunctions) as (keyof typeof aggregateFunctions)[];

/** Functions that compare the groups of a request with each other, with what they take. */
export const derivationForms = {
  Change: 'Change(value,key,steps)',
  PercentChange: 'PercentChange(value,key,steps)',
  Index: 'Index(value,key,base)',
  Rolling: 'Rolling(value,key,steps)',
  Cumulative: 'Cumulative(value,key)',
  ShareOf: 'ShareOf(value) or ShareOf(value,key,…)',
  Rank: 'Rank(value) or Rank(value,key,…)',
  Per: 'Per(value,value) or Per(value,value,scale)',
} as const;
export const deriveFunctionNames = Object.keys(derivationForms);

/** The lookups for aggregates: those of numbers. */
export const havingLookups = ['exact', 'ne', 'gt', 'gte', 'lt', 'lte', 'range', 'in', 'isnull'] as const;

/** Who may run SQL over HTTP. */
export const sqlAccesses = ['off', 'accounts', 'all'] as const;
export type SqlAccess = (typeof sqlAccesses)[number];
