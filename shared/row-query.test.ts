import { describe, expect, it } from 'vitest';
import { lookups } from './query-vocabulary.ts';
import {
  decidingTerms,
  everyRow,
  joinList,
  maxFilters,
  maxPatternLength,
  type RowQuery,
  RowQueryError,
  reservedParameters,
  rowQueryFromParameters,
  rowQueryToParameters,
  splitList,
} from './row-query.ts';
import { pairsOf } from './testing/query-pairs.ts';

const columns = new Set(['a', 'b', 'a__lt', '-a', 'limit', 'x, "y"', '__gt', ' s ', '']);

function parsed(text: string): RowQuery {
  return rowQueryFromParameters(pairsOf(text), columns);
}

describe('a list', () => {
  it.each<[string, string[]]>([
    ['', ['']],
    ['a', ['a']],
    ['a,b', ['a', 'b']],
    [',', ['', '']],
    ['a,,b,', ['a', '', 'b', '']],
    ['"a,b",c', ['a,b', 'c']],
    ['"say ""x""",c', ['say "x"', 'c']],
    ['a"b,c"', ['a"b', 'c"']],
    ['"open,', ['open,']],
    ['"a"b,c', ['a', 'c']],
    ['""', ['']],
    ['"",a', ['', 'a']],
  ])('%s has its items', (text, items) => {
    expect(splitList(text)).toEqual(items);
  });

  it.each<[string[], string]>([
    [['a', 'b c'], 'a,b c'],
    [['a,b', 'c'], '"a,b",c'],
    [['"', ''], '"""",""'],
    [[' a', 'b ', 'c\n', '\rd'], '" a","b ","c\n","\rd"'],
    [['a\nb', 'c\rd'], '"a\nb","c\rd"'],
  ])('of %j is written so that it is read again', (items, text) => {
    expect(joinList(items)).toBe(text);
    expect(splitList(text)).toEqual(items);
  });
});

describe('a query', () => {
  it.each<[string, Partial<RowQuery>]>([
    ['', {}],
    ['a=1', { filters: [{ column: 'a', lookup: 'exact', value: '1' }] }],
    ['a__gt=1', { filters: [{ column: 'a', lookup: 'gt', value: '1' }] }],
    ['a__lt=5', { filters: [{ column: 'a__lt', lookup: 'exact', value: '5' }] }],
    ['a__lt__lt=5', { filters: [{ column: 'a__lt', lookup: 'lt', value: '5' }] }],
    ['limit__exact=5', { filters: [{ column: 'limit', lookup: 'exact', value: '5' }] }],
    ['__gt=5', { filters: [{ column: '__gt', lookup: 'exact', value: '5' }] }],
    ['limit=5&offset=3&_format=csv&_captive=1', {}],
    ['search=x&search=y', { search: 'y' }],
    ['version=3', { version: '3' }],
    ['fields=b,a', { fields: ['b', 'a'] }],
    ['fields="x, ""y"""', { fields: ['x, "y"'] }],
    ['_join=OR&a=1', { join: 'or', filters: [{ column: 'a', lookup: 'exact', value: '1' }] }],
    ['_join=OR&_join=AND', {}],
    ['_collation=de', { collation: 'de' }],
    ['ordering=a,-b', { ordering: [term('a'), term('b', true)] }],
    ['ordering=-a', { ordering: [term('-a')] }],
    ['ordering=--a', { ordering: [term('-a', true)] }],
    ['ordering=a&ordering=b', { ordering: [term('a'), term('b')] }],
    ['ordering=', {}],
    ['ordering=a,', { ordering: [term('a')] }],
  ])('is read from "%s"', (text, query) => {
    expect(parsed(text)).toEqual({ ...everyRow, ...query });
    if (query.join === undefined) expect(parsed(text)).not.toHaveProperty('join');
  });

  function term(column: string, descending = false) {
    return { column, descending };
  }

  it.each([
    ['c=1', 'c', 'neither a column'],
    ['c__gt=1', 'c__gt', 'neither a column'],
    ['__lt=1', '__lt', 'neither a column'],
    ['a__like=1', 'a__like', 'no lookup "like"'],
    ['a__=1', 'a__', 'no lookup ""'],
    ['_join=or', '_join', 'AND or OR'],
    ['_collation=DE', '_collation', 'one of these languages: bg, cs'],
    ['a__in=1,"2', 'a__in', 'not closed'],
    ['a__range="1"2,3', 'a__range', 'text follows'],
    ['fields="a', 'fields', 'not closed'],
    ['ordering="a"b', 'ordering', 'text follows'],
    ['fields=a,c', 'fields', 'no column "c"'],
    ['fields=a,b,a', 'fields', '"a" is named twice'],
    ['ordering=c', 'ordering', 'no column "c"'],
    ['ordering=-c-', 'ordering', 'no column "c-"'],
    ['ordering=xa', 'ordering', 'no column "xa"'],
    [`a__regex=${'x'.repeat(maxPatternLength + 1)}`, 'a__regex', 'at most 1000'],
    [`a__iregex=${'x'.repeat(maxPatternLength + 1)}`, 'a__iregex', 'at most 1000'],
  ])('is refused as "%.30s"', (text, parameter, message) => {
    let refusal: unknown;
    try {
      parsed(text);
    } catch (error) {
      refusal = error;
    }
    expect(refusal).toBeInstanceOf(RowQueryError);
    expect(refusal).toMatchObject({ parameter, message: expect.stringContaining(message) });
  });

  it('has long texts and patterns within their limits', () => {
    const long = 'x'.repeat(maxPatternLength);
    for (const text of [`a__regex=${long}`, `a__iregex=${long}`, `a=${long}x`, `a__contains=${long}x`]) {
      expect(parsed(text).filters).toHaveLength(1);
    }
  });

  it('has at most a hundred filters', () => {
    const text = (count: number) => Array.from({ length: count }, (_, at) => `a=${at}`).join('&');
    expect(parsed(text(maxFilters)).filters).toHaveLength(maxFilters);
    expect(() => parsed(text(maxFilters + 1))).toThrow('at most 200');
    expect(parsed(`${text(maxFilters)}&limit=1&search=x`).search).toBe('x');
  });

  it.each<[string, Partial<RowQuery>, string[][]]>([
    ['nothing', {}, []],
    ['filters', { filters: [{ column: 'a__lt', lookup: 'lt', value: '' }] }, [['a__lt__lt', '']]],
    [
      'everything',
      {
        filters: [{ column: 'limit', lookup: 'exact', value: '5' }],
        join: 'or',
        ordering: [
          { column: '-a', descending: true },
          { column: 'x, "y"', descending: false },
        ],
        collation: 'sv',
        search: ' s',
        fields: ['b', ' s ', ''],
        version: '7',
      },
      [
        ['limit__exact', '5'],
        ['_join', 'OR'],
        ['ordering', '--a,"x, ""y"""'],
        ['_collation', 'sv'],
        ['search', ' s'],
        ['fields', 'b," s ",""'],
        ['version', '7'],
      ],
    ],
    ['a language without an order', { collation: 'de' }, []],
    ['no columns', { fields: [] }, [['fields', '']]],
  ])('of %s is written as parameters', (_, query, parameters) => {
    expect(rowQueryToParameters({ ...everyRow, ...query })).toEqual(parameters);
  });

  it('is read as it was written', () => {
    // Beside `-a` and `a__lt`, neither the descending order nor every filter of `a` could be written.
    const names = ['b', 'limit', '_join', 'x, "y"', ' s ', '-a', 'a__lt', '"'];
    for (const column of names) {
      for (const lookup of lookups) {
        const query: RowQuery = {
          ...everyRow,
          filters: [
            { column, lookup, value: 'x,"y"' },
            { column: 'b', lookup, value: '' },
          ],
          join: 'or',
          ordering: [{ column, descending: lookup === 'ne' }],
          collation: 'fr',
          fields: [column, 'b'].filter((name, at, all) => all.indexOf(name) === at),
        };
        expect(rowQueryFromParameters(rowQueryToParameters(query), new Set(names))).toEqual(query);
      }
    }
  });
});

it('ignores the parameters of pages and formats, unless they name columns', () => {
  for (const name of ['limit', 'offset', '_format', '_captive']) {
    expect(reservedParameters).toContain(name);
    expect(rowQueryFromParameters([[name, '1']], new Set([name]))).toEqual(everyRow);
    expect(rowQueryFromParameters([[`${name}__exact`, '1']], new Set([name])).filters).toHaveLength(1);
  }
});

it('sorts by each column once', () => {
  const [a, b, back] = [
    { column: 'a', descending: false },
    { column: 'b', descending: true },
    { column: 'a', descending: true },
  ];
  expect(decidingTerms([a, b, back])).toEqual([a, b]);
  expect(decidingTerms([back, a])).toEqual([back]);
  expect(decidingTerms([])).toEqual([]);
});
