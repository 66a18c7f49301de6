import {
  aggregateFunctionNames,
  havingLookups,
  keyFunctionNames,
  maxAggregates,
  maxKeys,
} from '#shared/aggregate-query.ts';
import { maxLimit } from '../bodies/query-pairs.ts';

/** A parameter of an address, as the OpenAPI document describes it. */
export interface QueryParameter {
  readonly name: string;
  readonly description: string;
  readonly schema: object;
  readonly required?: boolean;
  /** A placeholder for parameters whose names are not known in advance. */
  readonly style?: 'form';
  readonly explode?: true;
}

const text = { type: 'string' };

/** Parameters for paging. */
export const pagingParameters: readonly QueryParameter[] = [
  {
    name: 'limit',
    description: `Most items of the page; more than ${maxLimit} counts as ${maxLimit}.`,
    schema: { type: 'integer', minimum: 0, default: 100 },
  },
  { name: 'offset', description: 'Items to pass over.', schema: { type: 'integer', minimum: 0, default: 0 } },
];

/** Parameters of lists. */
export const selectionParameters: readonly QueryParameter[] = [
  { name: 'ordering', description: 'Names to order by, parted by commas; a minus sign turns one round.', schema: text },
  { name: 'search', description: 'Text to look for, whatever its case.', schema: text },
  { name: 'fields', description: 'Names to give, in that order, parted by commas.', schema: text },
  {
    name: 'filters',
    description: 'Any `<name>=value` or `<name>__<lookup>=value` narrows what is given.',
    schema: { type: 'object', additionalProperties: text },
    style: 'form',
    explode: true,
  },
];

/** Parameters of rows. */
export const rowParameters: readonly QueryParameter[] = [
  ...selectionParameters,
  {
    name: 'version',
    description: 'Slug of the version to read; the newest one where it is left out.',
    schema: { type: 'string', pattern: '^[0-9]{20}$' },
  },
  {
    name: '_join',
    description: 'Whether rows have to fit all filters or any of them.',
    schema: { type: 'string', enum: ['AND', 'OR'], default: 'AND' },
  },
];

const named = { type: 'object', additionalProperties: text };

/** Parameters for grouping and aggregating rows. */
export const groupParameters: readonly QueryParameter[] = [
  {
    name: '_group_by',
    description: `Keys to group the rows by, parted by commas, at most ${maxKeys}: names of columns, or a function of one: ${keyFunctionNames.join(', ')}.`,
    schema: text,
  },
  {
    name: '_aggregate',
    description: `Any \`_aggregate__<name>=Function(column)\` gives a value of each group, at most ${maxAggregates}; functions: ${aggregateFunctionNames.join(', ')}.`,
    schema: named,
    style: 'form',
    explode: true,
  },
  {
    name: '_having',
    description: `Any \`_having__<name>__<lookup>=value\` keeps the groups whose aggregate fits; lookups: ${havingLookups.join(', ')}.`,
    schema: named,
    style: 'form',
    explode: true,
  },
];

/** Parameters that select the representation. */
export function formatParameter(formats: readonly string[]): QueryParameter {
  return { name: '_format', description: 'The representation.', schema: { type: 'string', enum: [...formats] } };
}
