import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Filter, splitList } from '#shared/row-query.ts';
import { parseQuickFilter, quickFilterText } from '../../features/rows/filters/quick-filter.tsx';
import { filterFrom, operatorsFor } from './filter-operators.ts';

/** The result of a service, which compares texts. */
function selects({ lookup, value }: Filter, text: string): boolean {
  const [from = '', to = ''] = splitList(value);
  switch (lookup) {
    case 'lt':
      return text < value;
    case 'lte':
      return text <= value;
    case 'gt':
      return text > value;
    case 'gte':
      return text >= value;
    case 'range':
      return text >= from && text <= to;
    case 'istartswith':
      return text.startsWith(value);
    default:
      return text === value;
  }
}

function filterOf(kind: string, id: string, values: readonly string[]): Filter {
  const operator = operatorsFor(kind).find((one) => one.id === id);
  if (operator === undefined) throw new Error(`There is no condition ${id} for ${kind}`);
  return filterFrom('when', operator, values, kind);
}

/** Times on several days, in all forms that a column of dates and times may have. */
const instants = fc
  .record({
    day: fc.integer({ min: 1, max: 4 }),
    minute: fc.integer({ min: 0, max: 1439 }),
    second: fc.integer({ min: 0, max: 59 }),
  })
  .chain((at) => fc.constantFrom('', ':ss', ':ss.25', 'Z', ':ssZ', ':ss.5+02:00').map((form) => ({ ...at, form })));

function textOf({ day, minute, second, form }: { day: number; minute: number; second: number; form: string }): string {
  const two = (number: number) => String(number).padStart(2, '0');
  return `2020-02-0${day}T${two(Math.floor(minute / 60))}:${two(minute % 60)}${form.replace('ss', two(second))}`;
}

describe('conditions on dates and times', () => {
  test('compare days, whatever the format of a column’s times', () => {
    fc.assert(
      fc.property(instants, fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 4 }), (instant, from, to) => {
        const text = textOf(instant);
        const { day } = instant;
        const days = [`2020-02-0${from}`, `2020-02-0${to}`];
        const requested = (id: string) => selects(filterOf('date-time', id, days), text);
        expect(['on', 'before', 'after', 'since', 'until', 'between'].filter(requested)).toEqual([
          ...(day === from ? ['on'] : []),
          ...(from > day ? ['before'] : []),
          ...(day > from ? ['after'] : []),
          ...(day >= from ? ['since'] : []),
          ...(from >= day ? ['until'] : []),
          ...(day >= from && to >= day ? ['between'] : []),
        ]);
      }),
      { numRuns: 500, seed: 1 },
    );
  });

  test('compare minutes if a time is given', () => {
    fc.assert(
      fc.property(instants, instants, (instant, other) => {
        const text = textOf(instant);
        const requested = textOf({ ...other, form: '' });
        const own = instant.day * 1440 + instant.minute;
        const its = other.day * 1440 + other.minute;
        const answers = ['on', 'before', 'after', 'since', 'until'].filter((id) =>
          selects(filterOf('date-time-zone', id, [requested]), text),
        );
        expect(answers).toEqual([
          ...(own === its ? ['on'] : []),
          ...(its > own ? ['before'] : []),
          ...(own > its ? ['after'] : []),
          ...(own >= its ? ['since'] : []),
          ...(its >= own ? ['until'] : []),
        ]);
      }),
      { numRuns: 500, seed: 2 },
    );
  });

  test.each([
    ['date', 'after', '2020-01-31', ['2020-02-01'], ['2020-01-31']],
    ['date', 'until', '2020-01-31', ['2020-01-31'], ['2020-02-01']],
    ['month', 'after', '2020-01', ['2020-02'], ['2020-01']],
    ['time', 'until', '10:30', ['10:30', '10:30:59'], ['10:31']],
    ['time', 'is', '10:30', ['10:30', '10:30:59'], ['10:31']],
    ['quarter', 'before', '2020-Q2', ['2020-Q1', '2019-Q4'], ['2020-Q2']],
  ])('%s %s %s', (kind, id, value, chosen, left) => {
    const filter = filterOf(kind, id, [value]);
    expect([chosen, left].map((texts) => texts.map((text) => selects(filter, text)))).toEqual([
      chosen.map(() => true),
      left.map(() => false),
    ]);
  });
});

describe('dates in the filter row', () => {
  const days = ['2019-12-31', '2020-01-01', '2020-06-15', '2020-12-31', '2021-01-01'];
  test.each([
    ['2020', [1, 2, 3]],
    ['2020-06', [2]],
    ['>2020', [4]],
    ['>2020-06', [3, 4]],
    ['<=2020', [0, 1, 2, 3]],
    ['<2020-06-15', [0, 1]],
    ['>=2020-06-15', [2, 3, 4]],
    ['2019..2020-06', [0, 1, 2]],
    ['=2020-06-15', [2]],
  ])('%s', (typed, chosen) => {
    for (const [kind, texts] of [
      ['date', days],
      ['date-time', days.map((day) => `${day}T10:00`)],
    ] as const) {
      if (kind === 'date-time' && typed.startsWith('=')) continue;
      const filter = parseQuickFilter('when', kind, typed);
      if (filter === null || filter === 'invalid') throw new Error(`${typed} was not understood`);
      expect(texts.flatMap((text, at) => (selects(filter, text) ? [at] : []))).toEqual(chosen);
      expect(quickFilterText(filter, kind)).toBe(typed);
    }
  });

  test.each(['>2020-Q2', '<=2020', '2020-Q1..2020-Q3', 'empty'])('%s of quarters is shown as it was typed', (typed) => {
    const filter = parseQuickFilter('when', 'quarter', typed);
    if (filter === null || filter === 'invalid') throw new Error(`${typed} was not understood`);
    expect(quickFilterText(filter, 'quarter')).toBe(typed);
  });

  test.each(['soon', '>', '>x', '2020..', '..2020'])('%s is not understood', (typed) => {
    expect(parseQuickFilter('when', 'date', typed)).toBe('invalid');
  });
});
