import type { IFloatingFilterComp, IFloatingFilterParams } from 'ag-grid-community';
import i18next from 'i18next';
import { isNumeric } from '#shared/api/column.ts';
import { isDecimalText } from '#shared/number/decimal.ts';
import { type Filter, joinList, splitList } from '#shared/row-query.ts';
import type { MomentKind } from '#shared/time/moment-kind.ts';
import type { FieldName } from '../../../commands/commands.ts';
import { type DataColumn, valueKind } from '../../../lib/data-column.ts';
import { missingCondition, quotedIfMissing, unquotedIfMissing } from '../../../lib/query/missing-words.ts';
import { endOfMoment, isMoment, isMomentStart, withoutEnd } from '../../../lib/query/moment-filters.ts';
import { setConditions } from '../../../state/query-edits.ts';
import { tabOf, useTabs } from '../../../state/tab.ts';
import styles from '../rows.module.css';

/** Debounce in milliseconds before typed text takes effect. */
const debounceMs = 500;

/** The column that a field filters, and the tab whose query it changes. */
interface QuickFilterOf {
  readonly quickColumn: DataColumn;
  readonly tab: string;
}

type Params = IFloatingFilterParams & QuickFilterOf;

/** The text for a column's filter, if the filter row can express it. */
function textOf(filters: readonly Filter[], column: DataColumn): string {
  const own = filters.filter((filter) => filter.column === column.name);
  const [only] = own;
  return own.length === 1 && only !== undefined ? (quickFilterText(only, valueKind(column)) ?? '') : '';
}

function filtersOf(tab: string): readonly Filter[] {
  return tabOf(tab)?.query.filters ?? [];
}

function applyText(text: string, { quickColumn, tab }: QuickFilterOf): void {
  const { name } = quickColumn;
  const filter = parseQuickFilter(name, valueKind(quickColumn), text);
  // The query may have changed since this was typed.
  const current = filtersOf(tab);
  if (filter === 'invalid' || text.trim() === textOf(current, quickColumn)) return;
  setConditions(tab, name, filter === null ? [] : [filter]);
}

/** The message that explains what can be typed for a column. */
function hintOf(column: DataColumn) {
  if (isNumeric(column.type)) return 'filters.hintNumber';
  return isMoment(valueKind(column)) ? 'filters.hintDate' : 'filters.hintText';
}

/** A field below a heading: typed text filters the column, after a pause or on Enter. */
export class QuickFilter implements IFloatingFilterComp {
  readonly #field = document.createElement('input');
  readonly #note = new QuickFilterNote();
  #params: QuickFilterOf | null = null;
  /** The text being typed; null while the field shows the query. */
  #typed: string | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #unsubscribe = useTabs.subscribe(() => this.#show());

  init(params: Params): void {
    const field = this.#field;
    field.className = `${styles.quickFilter}`;
    field.spellcheck = false;
    field.dataset.field = 'filter-row' satisfies FieldName;
    field.addEventListener('input', () => this.#type(field.value));
    field.addEventListener('blur', () => this.#end(true));
    field.addEventListener('keydown', ({ key }) => {
      if (key === 'Enter') {
        if (field.ariaInvalid === 'true') this.#explain();
        else this.#end(true);
      }
      // Cleared text is applied after the same pause.
      if (key === 'Escape') this.#end(false);
    });
    this.refresh(params);
  }

  refresh(params: Params): void {
    const { quickColumn } = params;
    this.#params = params;
    this.#field.ariaLabel = i18next.t('filters.rowFor', { column: quickColumn.label || quickColumn.name });
    const hint = i18next.t(hintOf(quickColumn));
    this.#field.dataset.tooltip = hint;
    this.#field.ariaDescription = hint;
    this.#show();
  }

  getGui(): HTMLElement {
    return this.#field;
  }

  onParentModelChanged(): void {}

  destroy(): void {
    this.#unsubscribe();
    clearTimeout(this.#timer);
    this.#note.hide();
  }

  #type(text: string): void {
    this.#typed = text;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (this.#params !== null) applyText(text, this.#params);
      this.#explain();
    }, debounceMs);
    this.#note.hide();
    this.#show();
  }

  /** Typing has ended: the text takes effect, or is reverted. */
  #end(apply: boolean): void {
    const typed = this.#typed;
    this.#typed = null;
    clearTimeout(this.#timer);
    if (apply && typed !== null && this.#params !== null) applyText(typed, this.#params);
    this.#note.hide();
    this.#show();
  }

  /** Explains why the text has no effect, what can be typed, and which filter still applies. */
  #explain(): void {
    if (this.#params === null || this.#field.ariaInvalid !== 'true' || document.activeElement !== this.#field) return;
    const { quickColumn, tab } = this.#params;
    const applied = textOf(filtersOf(tab), quickColumn);
    const still = applied === '' ? '' : ` ${i18next.t('filters.stillApplies', { text: applied })}`;
    const allowed = i18next.t(hintOf(quickColumn));
    this.#note.show(this.#field, `${i18next.t('filters.notUnderstood', { allowed })}${still}`);
  }

  #show(): void {
    if (this.#params === null) return;
    const { quickColumn, tab } = this.#params;
    const shown = this.#typed ?? textOf(filtersOf(tab), quickColumn);
    // Setting the same text again would move the caret to its end.
    if (this.#field.value !== shown) this.#field.value = shown;
    this.#field.ariaInvalid = String(parseQuickFilter(quickColumn.name, valueKind(quickColumn), shown) === 'invalid');
  }
}

/** The problem with a filter row field's text, below the field while it is focused. */
class QuickFilterNote {
  readonly #note = document.createElement('div');

  constructor() {
    this.#note.className = `${styles.quickFilterNote}`;
    this.#note.popover = 'manual';
    // Announced by screen readers when it appears.
    this.#note.role = 'alert';
  }

  /** Shows a text below a field, replacing any other. */
  show(field: HTMLElement, text: string): void {
    if (this.#note.isConnected && this.#note.textContent === text) return;
    this.#note.textContent = text;
    document.body.append(this.#note);
    this.#note.showPopover();
    const { left, bottom } = field.getBoundingClientRect();
    const room = document.documentElement.clientWidth - this.#note.offsetWidth - 8;
    this.#note.style.left = `${Math.max(8, Math.min(left, room))}px`;
    this.#note.style.top = `${bottom + 4}px`;
  }

  hide(): void {
    this.#note.remove();
  }
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
