import fc from 'fast-check';
import { type Filter, joinList, type Lookup, type OrderTerm, splitList } from '#shared/row-query.ts';
import { isInstant } from '#shared/time/instant.ts';
import type { MomentKind } from '#shared/time/moment-kind.ts';
import { instantTexts, instantValues, isInstantValue, nanosecondsOf } from './instant-model.ts';

/** A cell of the model. */
export type ModelCell = bigint | number | string | null;
export type ModelRow = readonly ModelCell[];

/** A column of a random table. */
export interface ModelColumn {
  readonly name: string;
  readonly type: 'integer' | 'float' | 'char';
  /** What the service marks it as: all its values are dates or times, and there are some. */
  readonly moment?: MomentKind;
}

export interface ModelTable {
  readonly columns: readonly ModelColumn[];
  readonly rows: readonly ModelRow[];
}

/** A random query of a table. */
export interface ModelQuery {
  readonly filters: readonly Filter[];
  /** Whether rows need to match one filter only. */
  readonly join?: 'or' | undefined;
  readonly ordering: readonly OrderTerm[];
  readonly search: string;
  readonly limit: number;
}

const names = ['a', 'b c', 'limit', '__proto__', 'x__gt', 'ü', '🚲', '1'];
const texts = [
  '',
  ' ',
  'a',
  'A',
  'ab',
  'aB',
  'b',
  'ä',
  'Ä',
  'zz',
  '%',
  '_',
  'a_b',
  'a%b',
  '\\',
  "'",
  '"',
  'null',
  '10',
  '🚲',
  'é',
  'e\u0301',
  'E\u0301',
  'ß',
  'SS',
  'ẞa',
  'οδος',
  'ΟΔΟΣ',
  'οδοσ',
  'ﬁ',
  'FI',
  'İ',
  'i\u0307',
  'ı',
  'I',
  'i',
  'ᾳ',
  'ΑΙ',
  'K',
  'k',
  'ſ\u0323',
  'ṣ',
  'Ꭰ',
  'ꭰ',
  '한',
  '\u1112\u1161\u11ab',
  'q\u0307\u0323',
  'Q\u0323\u0307',
];

const cellOf = {
  integer: fc.oneof(
    fc.bigInt({ min: -3n, max: 3n }),
    fc.constantFrom(9007199254740993n, 9007199254740992n, -9223372036854775808n, 9223372036854775807n),
  ),
  float: fc
    .oneof(fc.integer({ min: -3, max: 3 }), fc.double({ noNaN: true, noDefaultInfinity: true }))
    .map((value) => (Object.is(value, -0) ? 0 : value)),
  char: fc.oneof(
    fc.constantFrom(...texts),
    fc.string({ unit: fc.constantFrom('a', 'b', 'A', '_', '%'), maxLength: 4 }),
  ),
} as const;

/** A kind of columns, and the values of one column of it. */
export type ModelKind = Omit<ModelColumn, 'name'> & { readonly cells: fc.Arbitrary<ModelCell> };

/** Columns of date-times. */
export const instantKinds: readonly ModelKind[] = (['date-time-zone', 'date-time'] as const).map((moment) => ({
  type: 'char',
  moment,
  cells: instantTexts[moment],
}));

const kinds: fc.Arbitrary<ModelKind> = fc.constantFrom(
  ...(['integer', 'float', 'char'] as const).map((type): ModelKind => ({ type, cells: cellOf[type] })),
  ...instantKinds,
);

/** Random small tables whose values collide often, so that ties, duplicates and NULLs are common. */
export function modelTableOf(
  columnNames: readonly string[],
  minLength: number,
  kind: fc.Arbitrary<ModelKind>,
): fc.Arbitrary<ModelTable> {
  return fc
    .uniqueArray(fc.constantFrom(...columnNames), { minLength, maxLength: 4 })
    .chain((chosen) => fc.tuple(...chosen.map((name) => kind.map((given) => ({ name, ...given })))))
    .chain((given) => {
      const row = fc.tuple(...given.map(({ cells }) => fc.option(cells, { freq: 4 })));
      const columns = given.map(({ cells: _, ...column }) => column);
      return fc.array(row, { minLength: 1, maxLength: 40 }).map((rows) => ({
        rows,
        columns: columns.map((column, at) =>
          marked(
            column,
            rows.map((one) => one[at] ?? null),
          ),
        ),
      }));
    });
}

/** A column as the service marks it: one without values not at all, and one whose date-times all have offsets as such. */
function marked({ moment, ...column }: ModelColumn, cells: readonly ModelCell[]): ModelColumn {
  const values = cells.filter((cell) => cell !== null);
  if (moment === undefined || values.length === 0) return column;
  const areZoned = isInstant(moment) && values.every((value) => isInstantValue(String(value)));
  return { ...column, moment: areZoned ? 'date-time-zone' : moment };
}

export const modelTable: fc.Arbitrary<ModelTable> = modelTableOf(names, 1, kinds);

const textLookups: readonly Lookup[] = [
  'iexact',
  'contains',
  'icontains',
  'startswith',
  'istartswith',
  'endswith',
  'iendswith',
];
const orderLookups: readonly Lookup[] = ['exact', 'ne', 'gt', 'gte', 'lt', 'lte'];

/** Random valid queries of a table. */
export function modelQuery(table: ModelTable): fc.Arbitrary<ModelQuery> {
  const column = fc.constantFrom(...table.columns);
  const filter = column.chain(({ name, type, moment }) => {
    const value = moment === undefined ? cellOf[type].map(String) : instantValues;
    const plain = fc.record({
      column: fc.constant(name),
      lookup: fc.constantFrom(...(type === 'char' ? [...orderLookups, ...textLookups] : orderLookups)),
      value,
    });
    const isnull = fc.record({
      column: fc.constant(name),
      lookup: fc.constant<Lookup>('isnull'),
      value: fc.constantFrom('true', 'false'),
    });
    const listed = fc.oneof(
      fc.tuple(fc.constant<Lookup>('in'), fc.array(value, { minLength: 1, maxLength: 3 })),
      fc.tuple(fc.constant<Lookup>('range'), fc.array(value, { minLength: 2, maxLength: 2 })),
    );
    const list = listed.map(([lookup, values]) => ({ column: name, lookup, value: joinList(values) }));
    const pattern = fc.record({
      column: fc.constant(name),
      lookup: fc.constantFrom<Lookup>('regex', 'iregex'),
      value: fc.constantFrom('^a', 'b$', 'a.?b', '[aä]', '^$', '_|%', 'A{1,2}'),
    });
    const others = [list, isnull, ...(type === 'char' ? [pattern] : [])];
    return fc.oneof({ weight: 4, arbitrary: plain }, ...others.map((arbitrary) => ({ weight: 1, arbitrary })));
  });
  const term = fc.record({ column: column.map(({ name }) => name), descending: fc.boolean() });
  return fc.record({
    filters: fc.array(filter, { maxLength: 2 }),
    join: fc.constantFrom(undefined, 'or'),
    ordering: fc.uniqueArray(term, { maxLength: 2, selector: (one) => one.column }),
    search: fc.oneof(
      { weight: 4, arbitrary: fc.constant('') },
      { weight: 1, arbitrary: fc.constantFrom('a', 'B', 'ä', '%', '_', ...texts.slice(texts.indexOf('é'))) },
    ),
    limit: fc.integer({ min: 1, max: 17 }),
  });
}

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
