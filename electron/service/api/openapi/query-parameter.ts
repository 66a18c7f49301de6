import { maxAggregates, maxDerivations, maxKeys } from '#shared/aggregate-query.ts';
import {
  aggregateFunctionNames,
  collations,
  deriveFunctionNames,
  havingLookups,
  keyFunctionNames,
  lookups,
} from '#shared/query-vocabulary.ts';
import { maxFilters } from '#shared/row-query.ts';
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

export const pagingParameters: readonly QueryParameter[] = [
  {
    name: 'limit',
    description: `Maximum number of items in the page; more than ${maxLimit} counts as ${maxLimit}.`,
    schema: { type: 'integer', minimum: 0, default: 100 },
  },
  { name: 'offset', description: 'Number of items to skip.', schema: { type: 'integer', minimum: 0, default: 0 } },
];

export const selectionParameters: readonly QueryParameter[] = [
  {
    name: 'ordering',
    description: 'Names to order by, separated by commas; a minus sign before one reverses its order.',
    schema: text,
  },
  { name: 'search', description: 'Text to search for, ignoring case.', schema: text },
  { name: 'fields', description: 'Names of the fields to return, in that order, separated by commas.', schema: text },
  {
    name: 'filters',
    description: `Any \`<name>=value\` or \`<name>__<lookup>=value\` returns only the matching items, at most ${maxFilters}. Lookups: ${lookups.join(', ')}. \`bbox\` compares with the envelope of a geometry.`,
    schema: { type: 'object', additionalProperties: text },
    style: 'form',
    explode: true,
  },
];

export const rowQueryParameters: readonly QueryParameter[] = [
  ...selectionParameters,
  {
    name: 'version',
    description: 'Slug of the version to read; by default, the newest.',
    schema: { type: 'string', pattern: '^[0-9]{20}$' },
  },
  {
    name: '_join',
    description: 'Whether rows must match all filters or any of them.',
    schema: { type: 'string', enum: ['AND', 'OR'], default: 'AND' },
  },
  {
    name: '_collation',
    description: 'The language whose rules order texts; by default, their code points do.',
    schema: { type: 'string', enum: [...collations] },
  },
];

const named = { type: 'object', additionalProperties: text };

export const groupParameters: readonly QueryParameter[] = [
  {
    name: '_group_by',
    description: `Keys to group the rows by, separated by commas, at most ${maxKeys}: column names, or a function of one: ${keyFunctionNames.join(', ')}.`,
    schema: text,
  },
  {
    name: '_aggregate',
    description: `Any \`_aggregate__<name>=Function(column)\` calculates a value for each group, at most ${maxAggregates}; functions: ${aggregateFunctionNames.join(', ')}.`,
    schema: named,
    style: 'form',
    explode: true,
  },
  {
    name: '_derive',
    description: `Any \`_derive__<name>=Function(value,…)\` compares the groups with each other, at most ${maxDerivations}; functions: ${deriveFunctionNames.join(', ')}.`,
    schema: named,
    style: 'form',
    explode: true,
  },
  {
    name: '_having',
    description: `Any \`_having__<name>__<lookup>=value\` keeps the groups whose aggregate matches; lookups: ${havingLookups.join(', ')}.`,
    schema: named,
    style: 'form',
    explode: true,
  },
];

/** The parameter that selects the representation. */
export function formatParameter(formats: readonly string[]): QueryParameter {
  return { name: '_format', description: 'The representation.', schema: { type: 'string', enum: [...formats] } };
}
