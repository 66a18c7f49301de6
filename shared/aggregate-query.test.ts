import { describe, expect, it } from 'vitest';
import {
  type Aggregate,
  type AggregateQuery,
  aggregateQueryFromParameters,
  aggregateQueryToParameters,
  aggregateText,
  derivationText,
  type GroupKey,
  havingFilter,
  isGroupParameter,
  keyText,
  orderingText,
  requestsGroups,
} from './aggregate-query.ts';
import { aggregateFunctionNames, havingLookups, keyFunctionNames } from './query-vocabulary.ts';
import { everyRow, RowQueryError } from './row-query.ts';
import { pairsOf } from './testing/query-pairs.ts';

const columns = [
  ['city', 'char'],
  ['note', 'text'],
  ['day', 'char'],
  ['delay', 'integer'],
  ['share', 'float'],
  ['place', 'geometry'],
  ['a,b', 'char'],
  ['say "x"', 'integer'],
  ['f(x)', 'integer'],
  ['Bin(y)', 'integer'],
  ['a__gt', 'char'],
].map(([name = '', type = '']) => ({ name, type }));

function read(text: string): AggregateQuery {
  return aggregateQueryFromParameters(pairsOf(text), columns);
}

function key(text: string): Partial<GroupKey> {
  const { keys } = read(`_group_by=${text}`);
  expect(keys).toHaveLength(1);
  const [{ text: written, ...rest } = { text: '' }] = keys;
  expect(written).toBe(text);
  return rest;
}

function aggregate(text: string): Partial<Aggregate> {
  const { aggregates } = read(`_aggregate__n=${text}`);
  expect(aggregates).toHaveLength(1);
  const [{ name, ...rest } = { name: '' }] = aggregates;
  expect(name).toBe('n');
  return rest;
}

describe('a key', () => {
  it.each<[string, object]>([
    ['city', { column: 'city', function: null }],
    ['delay', { column: 'delay', function: null }],
    ['"a,b"', { column: 'a,b', function: null }],
    ['"say ""x"""', { column: 'say "x"', function: null }],
    ['f(x)', { column: 'f(x)', function: null }],
    ['"Bin(y)"', { column: 'Bin(y)', function: null }],
    ['Year(day)', { column: 'day', function: 'Year' }],
    ['Year( day )', { column: 'day', function: 'Year' }],
    ['Lower("a,b")', { column: 'a,b', function: 'Lower' }],
    ['IsMissing("f(x)")', { column: 'f(x)', function: 'IsMissing' }],
    ['Bin("Bin(y)",3)', { column: 'Bin(y)', function: 'Bin', width: 3, origin: 0 }],
    ['Bin(delay,10)', { column: 'delay', function: 'Bin', width: 10, origin: 0 }],
    ['Bin(delay, 0.5 ,-2)', { column: 'delay', function: 'Bin', width: 0.5, origin: -2 }],
    ['Level(city,2)', { column: 'city', function: 'Level', level: 2 }],
    ['Cell(place,0.5)', { column: 'place', function: 'Cell', degrees: 0.5 }],
  ])('is read from %s', (text, expected) => {
    expect(key(text)).toEqual(expected);
  });

  it('takes the columns that its function makes sense of', () => {
    const typed = { integer: 'delay', float: 'share', char: 'city', text: 'note', geometry: 'place' };
    const takes = (name: string) =>
      Object.entries(typed).flatMap(([type, column]) => {
        const more = ['Bin', 'Cell', 'Level'].includes(name) ? ',1' : '';
        try {
          key(`${name}(${column}${more})`);
          return [type];
        } catch (error) {
          expect(error).toMatchObject({
            parameter: '_group_by',
            message: expect.stringMatching(` takes .*${column} is`),
          });
          return [];
        }
      });
    for (const name of keyFunctionNames) {
      const taken: Readonly<Record<string, readonly string[]>> = {
        IsMissing: Object.keys(typed),
        Bin: ['integer', 'float'],
        Cell: ['geometry'],
        Level: ['integer', 'char', 'text'],
      };
      expect([name, ...takes(name)]).toEqual([name, ...(taken[name] ?? ['char', 'text'])]);
    }
  });

  it('is written as it is read', () => {
    for (const text of [
      'city',
      '"a,b"',
      '"f(x)"',
      '"say ""x"""',
      'Year(day)',
      'Bin(delay,10)',
      'Bin(share,0.5,-2)',
      'Level(city,2)',
    ]) {
      expect(keyText(key(text) as GroupKey)).toBe(text);
    }
    expect(keyText(key('Cell(place,0.5)') as GroupKey)).toBe('Cell(place,0.5)');
  });

  it('may be one of several', () => {
    expect(read('_group_by=Year(day),"a,b"&_group_by=city&_group_by=').keys.map(({ text }) => text)).toEqual([
      'Year(day)',
      '"a,b"',
      'city',
    ]);
    const bins = (count: number) => Array.from({ length: count }, (_, at) => `Bin(delay,${at + 1})`).join(',');
    expect(read(`_group_by=${bins(8)}`).keys).toHaveLength(8);
    expect(() => read(`_group_by=${bins(9)}`)).toThrow('at most 8 keys');
  });
});

describe('an aggregate', () => {
  it.each<[string, object]>([
    ['Count(*)', { function: 'Count', column: null }],
    ['Count(city)', { function: 'Count', column: 'city' }],
    ['Share(*)', { function: 'Share' }],
    ['Share()', { function: 'Share' }],
    ['Sum("say ""x""")', { function: 'Sum', column: 'say "x"' }],
    ['Quantile(delay,0)', { function: 'Quantile', column: 'delay', probability: 0 }],
    ['Quantile(delay,1)', { function: 'Quantile', column: 'delay', probability: 1 }],
    ['First(place)', { function: 'First', column: 'place' }],
  ])('is read from %s', (text, expected) => {
    expect(aggregate(text)).toEqual(expected);
  });

  it('counts a column named * as any other', () => {
    const star = [...columns, { name: '*', type: 'integer' }];
    const { aggregates } = aggregateQueryFromParameters([['_aggregate__n', 'Count(*)']], star);
    expect(aggregates).toEqual([{ name: 'n', function: 'Count', column: '*' }]);
  });

  it('takes the columns that its function makes sense of', () => {
    const typed = { integer: 'delay', float: 'share', char: 'city', text: 'note', geometry: 'place' };
    const groups: Record<string, readonly string[]> = {
      Min: ['integer', 'float', 'char', 'text'],
      Max: ['integer', 'float', 'char', 'text'],
      Count: Object.keys(typed),
      CountDistinct: Object.keys(typed),
      First: Object.keys(typed),
      Last: Object.keys(typed),
    };
    for (const name of aggregateFunctionNames.filter((each) => each !== 'Share')) {
      const takes = Object.entries(typed).flatMap(([type, column]) => {
        try {
          aggregate(`${name}(${column}${name === 'Quantile' ? ',0.5' : ''})`);
          return [type];
        } catch (error) {
          expect(error).toMatchObject({ parameter: '_aggregate__n', message: expect.stringMatching(/^n: .* takes /) });
          return [];
        }
      });
      expect([name, ...takes]).toEqual([name, ...(groups[name] ?? ['integer', 'float'])]);
    }
  });

  it('is written as it is read', () => {
    for (const text of ['Count(*)', 'Share(*)', 'Sum("f(x)")', 'Quantile(delay,0.25)', 'Min("a,b")']) {
      expect(aggregateText({ name: 'n', ...aggregate(text) } as Aggregate)).toBe(text);
    }
  });

  it('may be one of several', () => {
    const sums = (count: number) => Array.from({ length: count }, (_, at) => `_aggregate__n${at}=Sum(delay)`).join('&');
    expect(read(sums(32)).aggregates.map(({ name }) => name)).toEqual(Array.from({ length: 32 }, (_, at) => `n${at}`));
    expect(() => read(sums(33))).toThrow('at most 32');
  });
});

describe('a condition on groups', () => {
  const having = (text: string) => read(`_aggregate__n=Count(*)&_aggregate__a__gt=Count(*)&${text}`).having;

  it('names an aggregate and a lookup', () => {
    for (const lookup of havingLookups) {
      expect(having(`_having__n__${lookup}=1`)).toEqual([{ name: 'n', lookup, value: '1' }]);
    }
    expect(having('_having__n=1&_having__a__gt=2&_having__a__gt__lt=3')).toEqual([
      { name: 'n', lookup: 'exact', value: '1' },
      { name: 'a__gt', lookup: 'exact', value: '2' },
      { name: 'a__gt', lookup: 'lt', value: '3' },
    ]);
    expect(having('city=Ulm')).toEqual([]);
  });

  it('is a filter of their column', () => {
    expect(havingFilter({ name: 'n', lookup: 'gt', value: '1' })).toEqual({ column: 'n', lookup: 'gt', value: '1' });
  });
});

describe('an order of groups', () => {
  const order = (text: string, more = '') =>
    read(`_group_by="a,b",Bin(delay,1),city&_aggregate__n=Count(*)&_aggregate__-n=Count(*)${more}&ordering=${text}`)
      .ordering;

  it('names keys and aggregates', () => {
    expect(order('')).toEqual([]);
    expect(order('city,-Bin(delay,1)')).toEqual([
      { name: 'city', descending: false },
      { name: 'Bin(delay,1)', descending: true },
    ]);
    expect(order('"a,b"')).toEqual([{ name: '"a,b"', descending: false }]);
    expect(order('-"a,b"')).toEqual([{ name: '"a,b"', descending: true }]);
    expect(order('"n",-"city"')).toEqual([
      { name: 'n', descending: false },
      { name: 'city', descending: true },
    ]);
    expect(order('-n')).toEqual([{ name: '-n', descending: false }]);
    expect(order('--n')).toEqual([{ name: '-n', descending: true }]);
    expect(order('n&ordering=city')).toEqual([
      { name: 'n', descending: false },
      { name: 'city', descending: false },
    ]);
  });

  it('is written with names that are quoted where necessary', () => {
    const terms = [
      { name: 'Bin(delay,1)', descending: true },
      { name: 'a,b', descending: false },
      { name: 'n(1)', descending: true },
    ];
    expect(orderingText(terms, new Set(['Bin(delay,1)']))).toBe('-Bin(delay,1),"a,b",-"n(1)"');
  });
});

describe('a query of groups', () => {
  it('selects its rows by the other parameters', () => {
    const query = read('_group_by=city&ordering=city&delay__gt=5&search=x&version=3&_join=OR&limit=4');
    expect(query).toEqual({
      rows: {
        ...everyRow,
        filters: [{ column: 'delay', lookup: 'gt', value: '5' }],
        search: 'x',
        version: '3',
        join: 'or',
      },
      keys: [{ text: 'city', column: 'city', function: null }],
      aggregates: [],
      having: [],
      ordering: [{ name: 'city', descending: false }],
    });
  });

  it('is recognised by its parameters', () => {
    expect(['_group_by', '_aggregate__n', '_having__n__gt'].filter(isGroupParameter)).toHaveLength(3);
    expect(
      ['_group_by_', '_aggregate_n', 'x_having__n', 'x_aggregate__n', 'group_by'].filter(isGroupParameter),
    ).toEqual([]);
    expect(
      requestsGroups([
        ['a', '1'],
        ['_group_by', ''],
      ]),
    ).toBe(true);
    expect(requestsGroups([['a', '_group_by']])).toBe(false);
  });

  it('is read as it was written', () => {
    for (const text of [
      '_group_by=city',
      '_aggregate__n=Count(*)',
      '_group_by="a,b",Bin(delay,10,5)&_aggregate__q=Quantile(share,0.9)&_having__q__gt=1&ordering=-q,Bin(delay,10,5)',
      'delay__gt=5&_join=OR&search=x&version=3&_group_by=city',
    ]) {
      const query = read(text);
      const parameters = aggregateQueryToParameters(query);
      expect(aggregateQueryFromParameters(parameters, columns)).toEqual(query);
      expect(parameters).toHaveLength(pairsOf(text).length);
    }
    const rows = { ...everyRow, ordering: [{ column: 'city', descending: true }], fields: ['city'] };
    const written = aggregateQueryToParameters({ ...read('_group_by=city'), rows });
    expect(written).toEqual([['_group_by', 'city']]);
  });

  it.each([
    ['_group_by=town', '_group_by', 'no column "town"'],
    ['_group_by=place', '_group_by', 'grouped by Cell'],
    ['_group_by=Decade(day)', '_group_by', 'no function "Decade"'],
    ['_group_by=toString(day)', '_group_by', 'no function "toString"'],
    ['_group_by=Year()', '_group_by', 'Year needs a column'],
    ['_group_by=Year(town)', '_group_by', 'no column "town"'],
    ['_group_by=Year(day,1)', '_group_by', 'Write Year(column)'],
    ['_group_by=Bin(delay)', '_group_by', 'Write Bin(column,width)'],
    ['_group_by=Bin(delay,1,2,3)', '_group_by', 'Write Bin(column,width)'],
    ['_group_by=Bin(delay,0)', '_group_by', 'width must be greater than 0'],
    ['_group_by=Level(city)', '_group_by', 'Level(column,level)'],
    ['_group_by=Level(city,0)', '_group_by', 'a whole number from 1'],
    ['_group_by=Bin(delay,ten)', '_group_by', '"ten" is not a number'],
    ['_group_by=Bin(delay,1e999)', '_group_by', 'is not a number'],
    ['_group_by=Cell(place)', '_group_by', 'Write Cell(column,degrees)'],
    ['_group_by=Cell(place,1,2)', '_group_by', 'Write Cell(column,degrees)'],
    ['_group_by=Cell(place,-1)', '_group_by', 'size must be greater than 0'],
    ['_group_by=city,city', '_group_by', 'city is named twice'],
    ['_group_by=Year(day', '_group_by', 'brackets do not match'],
    ['_group_by=day)', '_group_by', 'brackets do not match'],
    ['_group_by=day),(city', '_group_by', 'brackets do not match'],
    ['_group_by="a', '_group_by', 'quotation mark is not closed'],
    ['_group_by="a,b"c', '_group_by', 'ends with its quotation mark'],
    ['_group_by=Lower("a,b"c)', '_group_by', 'ends with its quotation mark'],
    ['_aggregate__=Count(*)', '_aggregate__', 'needs a name'],
    ['_aggregate__n=Count(*)&_aggregate__n=Sum(delay)', '_aggregate__n', 'named twice'],
    ['_group_by=city&_aggregate__city=Count(*)', '_aggregate__city', 'is a key as well'],
    ['_aggregate__n=delay', '_aggregate__n', 'Write a function'],
    ['_aggregate__n=', '_aggregate__n', 'Write a function'],
    ['_aggregate__n=Count(*),Count(*)', '_aggregate__n', 'Write a function'],
    ['_aggregate__n=xCount(*)y', '_aggregate__n', 'Write a function'],
    ['_aggregate__n=Mode(city)', '_aggregate__n', 'no function "Mode"'],
    ['_aggregate__n=valueOf(city)', '_aggregate__n', 'no function "valueOf"'],
    ['_aggregate__n=Share(city)', '_aggregate__n', 'Share counts rows'],
    ['_aggregate__n=Share(*,1)', '_aggregate__n', 'Share counts rows'],
    ['_aggregate__n=Sum()', '_aggregate__n', 'Sum needs a column'],
    ['_aggregate__n=Sum(*)', '_aggregate__n', 'no column "*"'],
    ['_aggregate__n=Count(*,1)', '_aggregate__n', 'Write Count(*)'],
    ['_aggregate__n=Sum(delay,1)', '_aggregate__n', 'Write Sum(column)'],
    ['_aggregate__n=Sum(town)', '_aggregate__n', 'no column "town"'],
    ['_aggregate__n=Quantile(delay)', '_aggregate__n', 'Write Quantile(column,p)'],
    ['_aggregate__n=Quantile(delay,0.1,0.2)', '_aggregate__n', 'Write Quantile(column,p)'],
    ['_aggregate__n=Quantile(delay,x)', '_aggregate__n', '"x" is not a number'],
    ['_aggregate__n=Quantile(delay,1.01)', '_aggregate__n', 'between 0 and 1'],
    ['_aggregate__n=Quantile(delay,-0.01)', '_aggregate__n', 'between 0 and 1'],
    ['_having__n__gt=1', '_group_by', 'at least one key'],
    ['', '_group_by', 'at least one key'],
    ['_aggregate__n=Count(*)&_having__m__gt=1', '_having__m__gt', 'no aggregate "m"'],
    ['_aggregate__n=Count(*)&_having__m=1', '_having__m', 'no aggregate "m"'],
    ['_aggregate__n=Count(*)&_having____gt=1', '_having____gt', 'no aggregate "__gt"'],
    ['_aggregate__n=Count(*)&_having__n__contains=1', '_having__n__contains', 'no lookup "contains"'],
    ['_group_by=city&fields=city', 'fields', 'no fields'],
    ['_group_by=city&town=1', 'town', 'neither a column'],
    ['_group_by=city&ordering=delay', 'ordering', '"delay" is neither'],
    ['_group_by=city&ordering=-delay-', 'ordering', '"delay-" is neither'],
    ['_group_by=city&ordering=xcity', 'ordering', '"xcity" is neither'],
    ['_group_by=city&ordering="city"x', 'ordering', 'ends with its quotation mark'],
  ])('is refused as "%s"', (text, parameter, message) => {
    let refusal: unknown;
    try {
      read(text);
    } catch (error) {
      refusal = error;
    }
    expect(refusal).toBeInstanceOf(RowQueryError);
    expect(refusal).toMatchObject({ parameter, message: expect.stringContaining(message) });
  });
});

describe('derivations', () => {
  const grouped: [string, string][] = [
    ['_group_by', 'city,Month(day)'],
    ['_aggregate__people', 'Sum(delay)'],
    ['_aggregate__first', 'First(city)'],
  ];
  const read = (text: string) =>
    aggregateQueryFromParameters([...grouped, ['_derive__shown', text]], columns).derived?.[0];

  it.each([
    'Change(people,Month(day),12)',
    'PercentChange(people,Month(day),1)',
    'Index(people,Month(day),2001-01)',
    'Index(people,city,"Bonn, old")',
    'Rolling(people,Month(day),3)',
    'Cumulative(people,Month(day))',
    'ShareOf(people)',
    'ShareOf(people,Month(day))',
    'Rank(people,city,Month(day))',
    'Per(people,people)',
    'Per(people,people,1000)',
  ])('are written as they are read: %s', (text) => {
    const derivation = read(text);
    expect(derivation === undefined ? '' : derivationText(derivation)).toBe(text);
  });

  it.each([
    ['Growth(people)', 'There is no function "Growth"'],
    ['people', 'There is no function "people"'],
    ['Change(nobody,city,1)', 'There is no aggregate "nobody"'],
    ['Change(first,city,1)', 'Change takes numbers, and first is none.'],
    ['Change(people,day,1)', '"day" is no key of this request'],
    ['Change(people,city)', 'Write Change(value,key,steps).'],
    ['Change(people,city,0)', 'whole number from 1'],
    ['Change(people,city,1.5)', 'whole number from 1'],
    ['Cumulative(people,city,1)', 'Write Cumulative(value,key).'],
    ['Rank(people,nowhere)', '"nowhere" is no key of this request'],
    ['Per(people)', 'Write Per(value,value)'],
    ['Per(people,people,many)', '"many" is not a number'],
  ])('are refused by name: %s', (text, message) => {
    expect(() => read(text)).toThrow(message);
  });

  it('may build upon earlier ones, order the groups and be conditions', () => {
    const query = aggregateQueryFromParameters(
      [
        ...grouped,
        ['_derive__total', 'Cumulative(people,Month(day))'],
        ['_derive__change', 'Change(total,Month(day),1)'],
        ['_having__change__gt', '0'],
        ['ordering', '-total'],
      ],
      columns,
    );
    expect(query.derived?.map(({ of }) => of)).toEqual(['people', 'total']);
    const parameters = aggregateQueryToParameters(query);
    expect(aggregateQueryFromParameters(parameters, columns)).toEqual(query);
  });

  it('have names of their own, and are at most 32', () => {
    expect(() => aggregateQueryFromParameters([...grouped, ['_derive__people', 'Rank(people)']], columns)).toThrow(
      'people is a key or another value as well.',
    );
    const many = Array.from({ length: 33 }, (_, at): [string, string] => [`_derive__d${at}`, 'Rank(people)']);
    expect(() => aggregateQueryFromParameters([...grouped, ...many], columns)).toThrow('at most 32 derivations');
  });
});
