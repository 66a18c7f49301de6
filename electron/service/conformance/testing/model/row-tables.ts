import fc from 'fast-check';
import { type Filter, joinList, type Lookup, type OrderTerm } from '#shared/row-query.ts';
import { isInstant } from '#shared/time/instant.ts';
import type { MomentKind } from '#shared/time/moment-kind.ts';
import { instantTexts, instantValues, isInstantValue } from './instant-model.ts';

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

/**
 * The cells of one column: of many values, or of one or two. Missing are a few, most or all: by such extremes an engine
 * decides what it need not read.
 */
function withCells({ cells, ...kind }: ModelKind): fc.Arbitrary<ModelKind> {
  const few = fc.array(cells, { minLength: 1, maxLength: 2 }).map((values) => fc.constantFrom(...values));
  return fc.tuple(fc.oneof(fc.constant(cells), few), fc.constantFrom(4, 4, 2, 1)).map(([values, freq]) => ({
    ...kind,
    cells: fc.option(values, { freq }),
  }));
}

/** Random small tables whose values collide often, so that ties, duplicates and NULLs are common. */
export function modelTableOf(
  columnNames: readonly string[],
  minLength: number,
  kind: fc.Arbitrary<ModelKind>,
): fc.Arbitrary<ModelTable> {
  return fc
    .uniqueArray(fc.constantFrom(...columnNames), { minLength, maxLength: 4 })
    .chain((chosen) => fc.tuple(...chosen.map((name) => kind.chain(withCells).map((given) => ({ name, ...given })))))
    .chain((given) => {
      const row = fc.tuple(...given.map(({ cells }) => cells));
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

export const textLookups: readonly Lookup[] = [
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
    const at = table.columns.findIndex((one) => one.name === name);
    const cells = table.rows.flatMap((row) => (row[at] === null ? [] : [String(row[at])]));
    const any = moment === undefined ? cellOf[type].map(String) : instantValues;
    const value = cells.length === 0 ? any : fc.oneof(any, fc.constantFrom(...cells));
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
    filters: fc.array(filter, { maxLength: 3 }),
    join: fc.constantFrom(undefined, 'or'),
    ordering: fc.uniqueArray(term, { maxLength: 2, selector: (one) => one.column }),
    search: fc.oneof(
      { weight: 4, arbitrary: fc.constant('') },
      { weight: 1, arbitrary: fc.constantFrom('a', 'B', 'ä', '%', '_', ...texts.slice(texts.indexOf('é'))) },
    ),
    limit: fc.integer({ min: 1, max: 17 }),
  });
}
