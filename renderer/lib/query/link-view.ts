import { lookups, type RowQuery, reservedParameters, rowQueryFromParameters, splitList } from '#shared/row-query.ts';

const reserved: ReadonlySet<string> = new Set(reservedParameters);
const known: ReadonlySet<string> = new Set(lookups);

/** Names of columns that a parameter speaks of, whether or not there are such columns now. */
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
 * Reads the view that a link carries. A link outlives columns: a removed one stays in the result, so that
 * the user who opens it can be informed.
 * @throws {RowQueryError} where a parameter is neither of a column nor known.
 */
export function viewOfLink(view: readonly (readonly [string, string])[], columns: ReadonlySet<string>): RowQuery {
  const missing = view.flatMap((parameter) => namesIn(parameter, columns));
  return rowQueryFromParameters(view, new Set([...columns, ...missing]));
}
