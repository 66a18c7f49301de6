import { largestLimit } from '../plugins/query-pairs.ts';

/** A parameter of an address, as the OpenAPI document describes it. */
export interface QueryParameter {
  readonly name: string;
  readonly description: string;
  readonly schema: object;
  readonly required?: boolean;
  /** Stands for parameters whose names are not known beforehand. */
  readonly style?: 'form';
  readonly explode?: true;
}

const text = { type: 'string' };

/** Which part of a list is asked for. */
export const pagingParameters: readonly QueryParameter[] = [
  {
    name: 'limit',
    description: `Most items of the page; more than ${largestLimit} counts as ${largestLimit}.`,
    schema: { type: 'integer', minimum: 0, default: 100 },
  },
  { name: 'offset', description: 'Items to pass over.', schema: { type: 'integer', minimum: 0, default: 0 } },
];

/** What is asked of the items of a list. */
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

/** What is asked of the rows of a dataset. */
export const rowParameters: readonly QueryParameter[] = [
  ...selectionParameters,
  {
    name: 'version',
    description: 'Slug of the version to read; the newest one where it is left out.',
    schema: { type: 'string', pattern: '^[0-9]{20}$' },
  },
];

/** What chooses the representation. */
export function formatParameter(formats: readonly string[]): QueryParameter {
  return { name: '_format', description: 'The representation.', schema: { type: 'string', enum: [...formats] } };
}
