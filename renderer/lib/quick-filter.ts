import { isNumeric } from '#shared/api/column.ts';
import { isDecimalText } from '#shared/decimal-text.ts';
import { type Filter, joinList, splitList } from '#shared/row-query.ts';

const comparisons = [
  ['>=', 'gte'],
  ['<=', 'lte'],
  ['!=', 'ne'],
  ['>', 'gt'],
  ['<', 'lt'],
  ['=', 'exact'],
] as const;

const missing = 'empty';

/**
 * Reads what is typed into the filter row: `>5`, `1..9`, `!=x`, `^start`, `empty`, `!empty`; plain text is contained, a
 * plain number is equal.
 * @returns null for nothing typed, and `invalid` where a number was wanted.
 */
export function parseQuickFilter(column: string, type: string, typed: string): Filter | null | 'invalid' {
  const text = typed.trim();
  if (text === '') return null;
  if (text === missing) return { column, lookup: 'isnull', value: 'true' };
  if (text === `!${missing}`) return { column, lookup: 'isnull', value: 'false' };
  const numeric = isNumeric(type);
  const fits = (value: string) => !numeric || isDecimalText(value);
  const dots = text.indexOf('..', 1);
  if (numeric && dots > 0 && dots + 2 < text.length) {
    const ends = [text.slice(0, dots).trim(), text.slice(dots + 2).trim()];
    return ends.every(fits) ? { column, lookup: 'range', value: joinList(ends) } : 'invalid';
  }
  for (const [sign, lookup] of comparisons) {
    if (!text.startsWith(sign)) continue;
    const value = text.slice(sign.length).trim();
    return value !== '' && fits(value) ? { column, lookup, value } : 'invalid';
  }
  if (numeric) return fits(text) ? { column, lookup: 'exact', value: text } : 'invalid';
  if (text.startsWith('^') && text.length > 1) return { column, lookup: 'istartswith', value: text.slice(1) };
  return { column, lookup: 'icontains', value: text };
}

/** What would have been typed for a filter; null for one that the filter row has no words for. */
export function quickFilterText(filter: Filter, type: string): string | null {
  const numeric = isNumeric(type);
  const { lookup, value } = filter;
  const comparison = comparisons.find(([, known]) => known === lookup);
  if (lookup === 'isnull') return value === 'false' ? `!${missing}` : missing;
  if (lookup === 'exact' && numeric) return value;
  if (comparison !== undefined) return comparison[0] + value;
  if (lookup === 'range' && numeric) return splitList(value).join('..');
  if (numeric) return null;
  if (lookup === 'istartswith') return `^${value}`;
  return lookup === 'icontains' ? value : null;
}
