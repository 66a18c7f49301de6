import { lookups } from '#shared/query-vocabulary.ts';
import { type RowQuery, reservedParameters, rowQueryFromParameters, splitList } from '#shared/row-query.ts';

const reserved: ReadonlySet<string> = new Set(reservedParameters);
const known: ReadonlySet<string> = new Set(lookups);

/** Column names that a parameter mentions, whether or not they exist now. */
function namesIn([name, value]: readonly [string, string], columns: ReadonlySet<string>): readonly string[] {
  if (name === 'fields') return splitList(value);
  if (name === 'ordering') {
    const terms = splitList(value).filter((term) => term !== '' && !columns.has(term));
    return terms.map((term) => term.replace(/^-/, ''));
  }
  if (reserved.has(name) || columns.has(name)) return [];
  const split = name.lastIndexOf('__');
  return split > 0 && known.has(name.slice(split + 2)) ? [name.slice(0, split)] : [];
}

/**
 * Reads the view of a link. Links outlive columns: a removed column stays in the result, so that the user can be
 * informed.
 * @throws {RowQueryError} if a parameter neither belongs to a column nor is known
 */
export function viewOfLink(view: readonly (readonly [string, string])[], columns: ReadonlySet<string>): RowQuery {
  const missing = view.flatMap((parameter) => namesIn(parameter, columns));
  return rowQueryFromParameters(view, new Set([...columns, ...missing]));
}
