import { type RowQuery, RowQueryError, rowQueryFromParameters } from '#shared/row-query.ts';
import { UsageFailure } from '../run.ts';
import type { NamedDataset } from './dataset-address.ts';

export interface RowOptions {
  readonly filter?: readonly string[];
  readonly any?: boolean;
  readonly ordering?: string;
  readonly sort?: string;
  readonly collation?: string;
  readonly fields?: string;
  readonly search?: string;
  readonly version?: string;
}

/** The parameters of the API for the rows that options select, whether they are listed or grouped. */
export function rowParameters(options: RowOptions): (readonly [name: string, value: string])[] {
  const ordering = options.sort ?? options.ordering;
  return [
    ...(options.filter ?? []).map((text) => readCondition('--filter', text)),
    ...(options.any === true ? [['_join', 'OR'] as const] : []),
    ...(ordering === undefined ? [] : [['ordering', ordering] as const]),
    ...(options.collation === undefined ? [] : [['_collation', options.collation] as const]),
    ...(options.search === undefined ? [] : [['search', options.search] as const]),
    ...(options.fields === undefined ? [] : [['fields', options.fields] as const]),
  ];
}

/**
 * The query of an address and of options.
 * @param columns names of the dataset's columns
 * @throws {UsageFailure} naming the parameter that cannot be used
 */
export function readRowQuery(named: NamedDataset, options: RowOptions, columns: ReadonlySet<string>): RowQuery {
  const parameters = [...named.parameters, ...rowParameters(options)];
  try {
    const query = rowQueryFromParameters(parameters, columns);
    return { ...query, version: options.version ?? named.version ?? query.version };
  } catch (error) {
    throw error instanceof RowQueryError ? new UsageFailure(`${error.parameter}: ${error.message}`) : error;
  }
}

/** The lookups that comparison signs stand for elsewhere. */
const lookupOf: Readonly<Record<string, string>> = {
  '>': '__gt',
  '>=': '__gte',
  '<': '__lt',
  '<=': '__lte',
  '!=': '__ne',
  '<>': '__ne',
  '==': '',
};

/**
 * Parses `NAME=VALUE` of a repeatable option.
 * @throws {UsageFailure} for anything else, with the form that was meant if it is a comparison
 */
export function readCondition(option: string, text: string): readonly [name: string, value: string] {
  const [, name = '', sign = '', value = ''] = /^([^=<>!]*)(>=|<=|!=|<>|==|[=<>])(.*)$/s.exec(text) ?? [];
  if (name.trim() !== '' && sign === '=') return [name, value];
  const lookup = lookupOf[sign];
  const compares = option !== '--aggregate';
  if (name.trim() !== '' && lookup !== undefined && compares) {
    const meant = `${name.trim()}${lookup}=${value.trim()}`;
    throw new UsageFailure(`${option} takes NAME__LOOKUP=VALUE. Instead of "${text}" write "${meant}".`);
  }
  const quoting =
    sign === '' && compares ? ' If it has a < or >, quote it: the shell reads and writes files with these.' : '';
  throw new UsageFailure(`${option} takes NAME=VALUE, which "${text}" is not.${quoting}`);
}
