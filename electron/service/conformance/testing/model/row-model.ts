import { type Filter, type Lookup, splitList } from '#shared/row-query.ts';
import { isInstant } from '#shared/time/instant.ts';
import { isInstantValue, nanosecondsOf } from './instant-model.ts';
import { type ModelCell, type ModelColumn, type ModelQuery, type ModelTable, textLookups } from './row-tables.ts';

/** Folded letter by letter, as Unicode's canonical caseless matching says (D145), and composed. */
function caseless(text: string): string {
  const folded = [...text.normalize('NFD')].map((letter) => {
    if (letter === 'ı') return letter;
    return letter === 'ς' ? 'σ' : letter.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ');
  });
  return folded.join('').normalize('NFC');
}

/** Texts compare by their code points, numbers by their value. */
function compare(one: ModelCell, other: ModelCell): number {
  if (typeof one === 'string' && typeof other === 'string') return Buffer.compare(Buffer.from(one), Buffer.from(other));
  if (one === null || other === null) throw new Error('NULL is not compared.');
  return one < other ? -1 : Number(one > other);
}

/** What the values of a column are compared and ordered by. */
export function comparedCell(cell: ModelCell, { moment }: ModelColumn): ModelCell {
  return isInstant(moment) && cell !== null ? nanosecondsOf(String(cell)) : cell;
}

/** Compares a value with that of a filter. */
function against(cell: ModelCell, value: string, column: ModelColumn): number {
  if (column.type === 'integer') return compare(cell, BigInt(value));
  if (column.type === 'float') return compare(cell, Number(value));
  return isInstant(column.moment) && isInstantValue(value)
    ? compare(comparedCell(cell, column), nanosecondsOf(value))
    : compare(cell, value);
}

function fits(cell: ModelCell, { lookup, value }: Filter, column: ModelColumn): boolean {
  if (lookup === 'isnull') return (cell === null) === (value === 'true');
  // A missing value is not equal to any value, as with Django's `exclude`.
  if (cell === null) return lookup === 'ne';
  if (lookup === 'in') return splitList(value).some((one) => against(cell, one, column) === 0);
  if (lookup === 'range') {
    const [from = '', to = ''] = splitList(value);
    return against(cell, from, column) >= 0 && against(cell, to, column) <= 0;
  }
  const text = String(cell);
  if (lookup === 'regex') return new RegExp(value, 'u').test(text);
  if (lookup === 'iregex') return new RegExp(value, 'iu').test(text);
  const [folded, term] = [caseless(text), caseless(value)];
  const order = textLookups.includes(lookup) ? 0 : against(cell, value, column);
  const answers: Partial<Record<Lookup, boolean>> = {
    exact: order === 0,
    ne: order !== 0,
    gt: order > 0,
    gte: order >= 0,
    lt: order < 0,
    lte: order <= 0,
    iexact: folded === term,
    contains: text.includes(value),
    icontains: folded.includes(term),
    startswith: text.startsWith(value),
    istartswith: folded.startsWith(term),
    endswith: text.endsWith(value),
    iendswith: folded.endsWith(term),
  };
  return answers[lookup] === true;
}

function meets({ filters, join }: ModelQuery, isMet: (filter: Filter) => boolean): boolean {
  return join === 'or' && filters.length > 0 ? filters.some(isMet) : filters.every(isMet);
}

/** Indexes of the rows that a query selects, in its order: the simplest specification of the expected result. */
export function selected(table: ModelTable, query: ModelQuery): number[] {
  const position = new Map(table.columns.map(({ name }, at) => [name, at]));
  const cell = (row: number, name: string): ModelCell => table.rows[row]?.[position.get(name) ?? -1] ?? null;
  const columnOf = (name: string) => table.columns[position.get(name) ?? -1] ?? { name, type: 'char' as const };
  const search = caseless(query.search);
  const kept = [...table.rows.keys()].filter(
    (row) =>
      meets(query, (filter) => fits(cell(row, filter.column), filter, columnOf(filter.column))) &&
      (search === '' ||
        table.columns.some(
          ({ name, type: kind }) => kind === 'char' && caseless(String(cell(row, name) ?? '')).includes(search),
        )),
  );
  return kept.sort((one, other) => {
    for (const { column, descending } of query.ordering) {
      const [left, right] = [one, other].map((row) => comparedCell(cell(row, column), columnOf(column))) as [
        ModelCell,
        ModelCell,
      ];
      if (left === null || right === null) {
        if (left !== right) return Number(left === null) - Number(right === null);
      } else {
        const order = compare(left, right);
        if (order !== 0) return descending ? -order : order;
      }
    }
    return one - other;
  });
}
