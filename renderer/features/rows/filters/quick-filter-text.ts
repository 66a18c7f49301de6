import { isNumeric } from '#shared/api/column.ts';
import { type Filter, joinList, splitList } from '#shared/row-query.ts';
import { isDecimalText } from '#shared/text/decimal-text.ts';
import type { MomentKind } from '#shared/time/moment-kind.ts';
import { missingCondition, quotedIfMissing, unquotedIfMissing } from '../../../lib/query/missing-words.ts';
import { endOfMoment, isMoment, isMomentStart, withoutEnd } from '../../../lib/query/moment-filters.ts';

const comparisons = [
  ['>=', 'gte'],
  ['<=', 'lte'],
  ['≥', 'gte'],
  ['≤', 'lte'],
  ['!=', 'ne'],
  ['≠', 'ne'],
  ['<>', 'ne'],
  ['>', 'gt'],
  ['<', 'lt'],
  ['=', 'exact'],
] as const;

const missing = 'empty';

/**
 * Parses text of the filter row: `>5`, `1..9`, `!=x`, `^start`, `empty`, `!empty`; plain text means contains, a plain
 * number equals, a plain date is a prefix. A word for a missing value is text only in quotes: `="empty"`.
 * @returns null for empty text, and `invalid` if a number is required
 */
export function parseQuickFilter(column: string, type: string, typed: string): Filter | null | 'invalid' {
  const text = typed.trim();
  if (text === '') return null;
  const condition = missingCondition(text);
  if (condition !== null) return { column, lookup: 'isnull', value: String(condition === 'missing') };
  if (isMoment(type)) return parseMomentFilter(column, type, text);
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
    return value !== '' && fits(value) ? { column, lookup, value: unquotedIfMissing(value) } : 'invalid';
  }
  if (numeric) return fits(text) ? { column, lookup: 'exact', value: text } : 'invalid';
  if (text.startsWith('^') && text.length > 1) return { column, lookup: 'istartswith', value: text.slice(1) };
  return { column, lookup: 'icontains', value: unquotedIfMissing(text) };
}

/** `2020-06` is all of that June, `>2020-06` everything after it, `2020-01..2020-03` a range including both ends. */
function parseMomentFilter(column: string, kind: MomentKind, text: string): Filter | 'invalid' {
  const [from = '', to] = text.split('..').map((end) => end.trim());
  if (to !== undefined) {
    return isMomentStart(from) && isMomentStart(to)
      ? { column, lookup: 'range', value: joinList([from, endOfMoment(kind, to)]) }
      : 'invalid';
  }
  for (const [sign, lookup] of comparisons) {
    if (!text.startsWith(sign)) continue;
    const value = text.slice(sign.length).trim();
    if (!isMomentStart(value)) return 'invalid';
    return { column, lookup, value: lookup === 'gt' || lookup === 'lte' ? endOfMoment(kind, value) : value };
  }
  return isMomentStart(text) ? { column, lookup: 'istartswith', value: text } : 'invalid';
}

function momentFilterText({ lookup, value }: Filter, kind: MomentKind): string | null {
  const comparison = comparisons.find(([, known]) => known === lookup);
  if (lookup === 'istartswith') return value;
  if (lookup === 'range') {
    const [from = '', to = ''] = splitList(value);
    return `${from}..${withoutEnd(kind, to)}`;
  }
  if (comparison === undefined) return null;
  return comparison[0] + (lookup === 'gt' || lookup === 'lte' ? withoutEnd(kind, value) : value);
}

/** The text that would produce a filter; null if the filter row cannot express it. */
export function quickFilterText(filter: Filter, type: string): string | null {
  const numeric = isNumeric(type);
  const { lookup, value } = filter;
  const comparison = comparisons.find(([, known]) => known === lookup);
  if (lookup === 'isnull') return value === 'false' ? `!${missing}` : missing;
  if (isMoment(type)) return momentFilterText(filter, type);
  if (lookup === 'exact' && numeric) return value;
  if (comparison !== undefined) return comparison[0] + quotedIfMissing(value);
  if (lookup === 'range' && numeric) return splitList(value).join('..');
  if (numeric) return null;
  if (lookup === 'istartswith') return `^${value}`;
  return lookup === 'icontains' ? quotedIfMissing(value) : null;
}
