import { Popover } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { t } from 'i18next';
import { type KeyboardEvent, useState } from 'react';
import { isNumeric } from '#shared/api/column.ts';
import { isDecimalText } from '#shared/number/decimal.ts';
import { type Filter, joinList, splitList } from '#shared/row-query.ts';
import type { MomentKind } from '#shared/time/moment-kind.ts';
import type { FieldName } from '../../../commands/commands.ts';
import { type DataColumn, valueKind } from '../../../lib/data-column.ts';
import { missingCondition, quotedIfMissing, unquotedIfMissing } from '../../../lib/query/missing-words.ts';
import { endOfMoment, isMoment, isMomentStart, withoutEnd } from '../../../lib/query/moment-filters.ts';
import { setConditions } from '../../../state/query-edits.ts';
import type { DatasetTab } from '../../../state/tab.ts';
import { hint } from '../../../ui/tooltip/hint.ts';
import styles from '../rows.module.css';

/** Debounce in milliseconds before typed text takes effect. */
const debounceMs = 500;

const named = { 'data-field': 'filter-row' } satisfies { readonly 'data-field': FieldName };

/** The text for a column's filter, if the filter row can express it. */
function textOf(filters: readonly Filter[], column: DataColumn): string {
  const own = filters.filter((filter) => filter.column === column.name);
  const [only] = own;
  return own.length === 1 && only !== undefined ? (quickFilterText(only, valueKind(column)) ?? '') : '';
}

/** The message that explains what can be typed for a column. */
function hintOf(column: DataColumn) {
  if (isNumeric(column.type)) return 'filters.hintNumber';
  return isMoment(valueKind(column)) ? 'filters.hintDate' : 'filters.hintText';
}

/** A field below a heading: typed text filters the column, after a pause or on Enter. */
export function QuickFilter({ tab, column }: { tab: DatasetTab; column: DataColumn }) {
  /** The text being typed; null while the field shows the query. */
  const [typed, setTyped] = useState<string | null>(null);
  const [isExplained, setIsExplained] = useState(false);
  const applied = textOf(tab.query.filters, column);
  const parse = (text: string) => parseQuickFilter(column.name, valueKind(column), text);
  const apply = (text: string) => {
    const filter = parse(text);
    if (filter === 'invalid' || text.trim() === applied) return;
    setConditions(tab.id, column.name, filter === null ? [] : [filter]);
  };
  const applyLater = useDebouncedCallback((text: string) => {
    apply(text);
    setIsExplained(true);
  }, debounceMs);
  /** Typing has ended: the text takes effect, or is reverted. */
  const end = (applies: boolean) => {
    applyLater.cancel();
    if (applies && typed !== null) apply(typed);
    setTyped(null);
    setIsExplained(false);
  };
  const shown = typed ?? applied;
  const isInvalid = parse(shown) === 'invalid';
  // Before the grid handles the key, which takes the focus from the field.
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Enter' && isInvalid) setIsExplained(true);
    else if (key === 'Enter') end(true);
    else if (key === 'Escape') end(false);
  };
  const allowed = t(hintOf(column));
  return (
    <Popover opened={isExplained && isInvalid} position="bottom-start" width={320} withRoles={false}>
      <Popover.Target>
        <input
          {...named}
          className={styles.quickFilter}
          spellCheck={false}
          aria-label={t('filters.rowFor', { column: column.label || column.name })}
          aria-invalid={isInvalid}
          {...hint(allowed)}
          value={shown}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
            setIsExplained(false);
            applyLater(currentTarget.value);
          }}
          onBlur={() => end(true)}
          onKeyDownCapture={onKeyDown}
        />
      </Popover.Target>
      {/* Announced by screen readers when it appears. */}
      <Popover.Dropdown role="alert" fz="xs" p="sm">
        {t('filters.notUnderstood', { allowed })}
        {applied !== '' && ` ${t('filters.stillApplies', { text: applied })}`}
      </Popover.Dropdown>
    </Popover>
  );
}

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
