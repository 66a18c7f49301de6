import { maxAggregates, maxDerivations, maxKeys } from '#shared/aggregate-query.ts';
import {
  aggregateFunctionNames,
  deriveFunctionNames,
  havingLookups,
  keyFunctionNames,
  lookups,
  orders,
} from '#shared/query-vocabulary.ts';
import { maxFilters } from '#shared/row-query.ts';
import { maxLimit } from '../bodies/query-pairs.ts';
import parameters from './query-parameters.json' with { type: 'json' };

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

/** What the descriptions name, by its name in braces. */
const words: Readonly<Record<string, number | readonly string[]>> = {
  ...{ maxLimit, maxFilters, maxKeys, maxAggregates, maxDerivations },
  ...{ lookups, keyFunctionNames, aggregateFunctionNames, deriveFunctionNames, havingLookups },
};

function described(parameters: readonly { readonly description: string }[]): readonly QueryParameter[] {
  const wordsOf = (name: string) => String(words[name]).replaceAll(',', ', ');
  return parameters.map((parameter) => {
    const description = parameter.description.replaceAll(/\{(\w+)\}/g, (_, name: string) => wordsOf(name));
    return { ...(parameter as QueryParameter), description };
  });
}

export const pagingParameters = described(parameters.paging);

export const selectionParameters = described(parameters.selection);

export const rowQueryParameters: readonly QueryParameter[] = [
  ...selectionParameters,
  ...described(parameters.rows),
  {
    name: '_collation',
    description:
      'The language whose rules order texts; by default, their code points do. `codes`: codes are in the order of their list.',
    schema: { type: 'string', enum: [...orders] },
  },
];

export const labelsParameter: QueryParameter = {
  name: '_labels',
  description: 'Whether `<name>_label` follows each column with a code list, and each key of one.',
  schema: { type: 'boolean', default: false },
};

export const groupParameters = described(parameters.groups);

/** The parameter that selects the representation. */
export function formatParameter(formats: readonly string[]): QueryParameter {
  return { name: '_format', description: 'The representation.', schema: { type: 'string', enum: [...formats] } };
}
