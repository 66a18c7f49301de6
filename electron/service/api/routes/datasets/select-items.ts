import { setImmediate } from 'node:timers/promises';
import { englishText } from '#shared/english/english-text.ts';
import { explain } from '#shared/failures.ts';
import { isDecimalText } from '#shared/number/decimal.ts';
import { decidingTerms, type Filter, type RowQuery, splitList } from '#shared/row-query.ts';
import { foldedText } from '#shared/text/folded-text.ts';
import { matchPatterns } from '../../../patterns/match-patterns.ts';
import { invalid } from '../../plugins/api-error.ts';

/** A field of an item that can be compared. */
export type Comparable = string | number | boolean | null;

/** Accessors of the comparable fields of a list's items. */
export type ItemFields<Item> = Readonly<Record<string, (item: Item) => Comparable>>;

/** The accessors of fields that the items have under the names of the record. */
export function ownFields<const Name extends string>(
  ...names: readonly Name[]
): ItemFields<Readonly<Record<Name, Comparable>>> {
  return Object.fromEntries(names.map((name) => [name, (item: Readonly<Record<Name, Comparable>>) => item[name]]));
}

/** Milliseconds for all filters of one request evaluated here, and without yielding to other requests. */
const budgetMs = 2000;
const sliceMs = 20;

/** The items that a query selects, in its order; ties keep theirs. @throws {ApiError} 400 naming the parameter */
export async function selectItems<Item>(
  items: readonly Item[],
  query: RowQuery,
  fields: ItemFields<Item>,
): Promise<readonly Item[]> {
  if (query.collation !== undefined) throw invalid({ _collation: ['Lists are ordered by code point.'] });
  const terms = decidingTerms(query.ordering);
  for (const term of terms) readerOf(fields, term.column, 'ordering');
  const patterns = query.filters.filter(hasPattern);
  for (const filter of patterns) readerOf(fields, filter.column, parameterOf(filter));
  let kept = await plainlySelected(items, query.filters, fields);
  if (query.search !== '') kept = kept.filter((item) => contains(item, foldedText(query.search), fields));
  if (patterns.length > 0) kept = await matching(kept, patterns, fields);
  if (terms.length === 0) return kept;
  return [...kept].sort((one, other) => {
    for (const term of terms) {
      const read = readerOf(fields, term.column, 'ordering');
      const order = compare(read(one), read(other), term.descending);
      if (order !== 0) return order;
    }
    return 0;
  });
}

/** The items that match all filters without a pattern; yields to other requests in between. */
async function plainlySelected<Item>(
  items: readonly Item[],
  filters: readonly Filter[],
  fields: ItemFields<Item>,
): Promise<readonly Item[]> {
  let kept = items;
  let spentMs = 0;
  let sliceStart = performance.now();
  for (const filter of filters) {
    if (hasPattern(filter)) continue;
    const read = readerOf(fields, filter.column, parameterOf(filter));
    const fits = conditionOf(filter, kept.map(read));
    kept = kept.filter((_, position) => fits[position] === true);
    const slice = performance.now() - sliceStart;
    if (slice < sliceMs) continue;
    spentMs += slice;
    if (spentMs > budgetMs) throw refused(filter, 'The filters of this request take too long.');
    await setImmediate();
    sliceStart = performance.now();
  }
  return kept;
}

function hasPattern({ lookup }: Filter): boolean {
  return lookup === 'regex' || lookup === 'iregex';
}

function readerOf<Item>(fields: ItemFields<Item>, name: string, parameter: string): (item: Item) => Comparable {
  const read = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (read === undefined) throw invalid({ [parameter]: [`The field "${name}" cannot be compared.`] });
  return read;
}

function contains<Item>(item: Item, text: string, fields: ItemFields<Item>): boolean {
  return Object.values(fields).some((read) => {
    const value = read(item);
    return typeof value === 'string' && foldedText(value).includes(text);
  });
}

/** NULL last in both directions; texts by their code points. */
function compare(one: Comparable, other: Comparable, descending: boolean): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  if (one === other) return 0;
  return (one < other ? -1 : 1) * (descending ? -1 : 1);
}

function conditionOf(filter: Filter, values: readonly Comparable[]): readonly boolean[] {
  const { lookup, value: text } = filter;
  const parsed = (part: string) => parse(part, values, parameterOf(filter));
  const texts = () => values.map(textOf);
  const folded = foldedText(text);
  const known = (fits: (value: string) => boolean) => texts().map((value) => value !== null && fits(value));
  const ordered = (fits: (order: number) => boolean, limit: Comparable) =>
    values.map((value) => value !== null && fits(compare(value, limit, false)));
  switch (lookup) {
    case 'exact':
      return ordered((order) => order === 0, parsed(text));
    case 'ne':
      return ordered((order) => order === 0, parsed(text)).map((isEqual) => !isEqual);
    case 'gt':
      return ordered((order) => order > 0, parsed(text));
    case 'gte':
      return ordered((order) => order >= 0, parsed(text));
    case 'lt':
      return ordered((order) => order < 0, parsed(text));
    case 'lte':
      return ordered((order) => order <= 0, parsed(text));
    case 'in': {
      const accepted = new Set(splitList(text).map(parsed));
      return values.map((value) => value !== null && accepted.has(value));
    }
    case 'range': {
      const [from = null, to = null, ...rest] = splitList(text).map(parsed);
      if (from === null || to === null || rest.length > 0) throw refused(filter, 'Two values are required.');
      return values.map(
        (value) => value !== null && compare(value, from, false) >= 0 && compare(value, to, false) <= 0,
      );
    }
    case 'iexact':
      return values.map((value) =>
        typeof value === 'number'
          ? isDecimalText(text.trim()) && value === Number(text)
          : value !== null && foldedText(String(value)) === folded,
      );
    case 'contains':
      return known((value) => value.includes(text));
    case 'icontains':
      return known((value) => foldedText(value).includes(folded));
    case 'startswith':
      return known((value) => value.startsWith(text));
    case 'istartswith':
      return known((value) => foldedText(value).startsWith(folded));
    case 'endswith':
      return known((value) => value.endsWith(text));
    case 'iendswith':
      return known((value) => foldedText(value).endsWith(folded));
    case 'regex':
    case 'iregex':
      throw new Error('Patterns are evaluated separately.');
    case 'isnull': {
      const isNull = flag(text);
      if (isNull === null) throw refused(filter, 'Must be a valid boolean.');
      return values.map((value) => (value === null) === isNull);
    }
    case 'under':
      throw refused(filter, 'Only a column of a dataset has a code list.');
    case 'bbox':
      throw refused(filter, 'Only a geometry has a bounding box.');
  }
}

/** A filter as written in an address. */
function parameterOf({ column, lookup }: Filter): string {
  return lookup === 'exact' ? column : `${column}__${lookup}`;
}

function refused(filter: Filter, message: string) {
  return invalid({ [parameterOf(filter)]: [message] });
}

function flag(text: string): boolean | null {
  if (/^(true|1)$/i.test(text)) return true;
  return /^(false|0)$/i.test(text) ? false : null;
}

/** Converts a text to the type of the field. */
function parse(text: string, values: readonly Comparable[], parameter: string): Comparable {
  const kind = typeof (values.find((value) => value !== null) ?? '');
  if (kind === 'number') {
    const number = Number(text);
    if (text.trim() === '' || !Number.isFinite(number)) throw invalid({ [parameter]: ['Enter a number.'] });
    return number;
  }
  if (kind !== 'boolean') return text;
  const truth = flag(text);
  if (truth === null) throw invalid({ [parameter]: ['Must be a valid boolean.'] });
  return truth;
}

/** The items that match all patterns. @throws {ApiError} 400 naming the parameter; {BusyError} */
async function matching<Item>(
  items: readonly Item[],
  filters: readonly Filter[],
  fields: ItemFields<Item>,
): Promise<readonly Item[]> {
  const names = [...new Set(filters.map(({ column }) => column))];
  const columns = Object.fromEntries(
    names.map((name) => {
      const read = readerOf(fields, name, name);
      return [name, items.map((item) => textOf(read(item)))];
    }),
  );
  const conditions = filters.map(({ column, lookup, value }) => {
    return { column, pattern: value, ignoresCase: lookup === 'iregex' };
  });
  const answer = await matchPatterns({ items: items.length, columns, conditions });
  if (answer.kind === 'done') return items.filter((_, position) => answer.fits[position] === true);
  const filter = filters[answer.condition] as Filter;
  throw refused(
    filter,
    answer.kind === 'no-pattern' ? englishText(explain('no-pattern')) : 'The patterns of this request take too long.',
  );
}

function textOf(value: Comparable): string | null {
  return value === null ? null : String(value);
}
