import { describe, expect, it } from 'vitest';
import {
  areWhole,
  decimalEvidence,
  type FileSpelling,
  knownByShape,
  type NumberReading,
  plainReading,
  programNumbers,
  readNumbers,
  type SpellingOptions,
  shapesWithoutUnit,
} from './number-reading.ts';
import type { ColumnShapes, ValueShape } from './value-shapes.ts';

/** The shapes of texts, as `valueShapes` gathers them from a file. */
function shapesOf(texts: readonly string[]): ValueShape[] {
  return texts.map((text) => ({
    shape: text.replace(/\d/g, '9'),
    leadingZero: /^[-+\u2212]?0\d/.test(text) ? 'code' : /^[-+\u2212]?0\D/.test(text) ? 'fraction' : 'none',
    count: 1,
  }));
}

function column(texts: readonly string[], others = 0): ColumnShapes {
  return { values: texts.length, shapes: shapesOf(texts), marks: [], others };
}

const commas: FileSpelling = { decimalPoint: false, decimalComma: false, delimiter: ',' };
const semicolons: FileSpelling = { ...commas, delimiter: ';' };
const points: FileSpelling = { ...commas, decimalPoint: true };
const decimalCommas: FileSpelling = { ...semicolons, decimalComma: true };
const both: FileSpelling = { ...commas, decimalComma: true, decimalPoint: true };

/** A notation by an example: its decimal mark, and its separator of thousands. */
function notation({ decimalComma, thousands }: NumberReading): string {
  return `1${thousands}000${decimalComma ? ',' : '.'}5`;
}

/** How the texts are read: by their notations, or as no numbers. */
function read(texts: readonly string[], file = commas, options: SpellingOptions = {}): string {
  const verdict = readNumbers(column(texts), options, file);
  if (verdict.kind === 'none') return 'none';
  return verdict.kind === 'numbers'
    ? notation(verdict.reading)
    : `doubt: ${verdict.readings.map(notation).join(' or ')}`;
}

describe('the notation of a column’s numbers', () => {
  it.each<[string[], string]>([
    [['1', '-20', '300000'], '1000.5'],
    [['+5', '-3', '0'], '1000.5'],
    [['1.5', '.5', '-2.25', '3.'], '1000.5'],
    [['1,5', '2,25', ',5', '3,'], '1000,5'],
    [['1.5e10', '2E-3', '1e+5'], '1000.5'],
    [['1,234', '12', '1,234,567.5'], '1,000.5'],
    [['1,234.', '12.'], '1,000.5'],
    [['12,34,567.25', '1,50,000'], '1,000.5'],
    [['1,50,000', '50,000'], '1,000.5'],
    [['1 234', '12', '123 456'], '1 000.5'],
    [['1 234,5', '12'], '1 000,5'],
    [['12 345', '1234', '9'], '1 000.5'],
    [['12 345,5', '1234,25'], '1 000,5'],
    [["12'345", '1234'], "1'000.5"],
    [['1\u00a0234.5', '12'], '1\u00a0000.5'],
    [['1\u202f234', '12'], '1\u202f000.5'],
    [['1\u2009234', '12'], '1\u2009000.5'],
    [["1'234", "1'234'567.25"], "1'000.5"],
    [['1’234', '12'], '1’000.5'],
    [['1.234.567', '12'], '1.000,5'],
    [['1.234,5', '12,5'], '1.000,5'],
    [['\u22121.5', '2.5'], '1000.5'],
    [['-1,234', '+12'], '1,000.5'],
    [['0.902', '12.345'], '1000.5'],
    [['0,902', '12,345'], '1000,5'],
    [['1,234', '12.5'], '1,000.5'],
    [['1.234', '12,5'], '1.000,5'],
  ])('of %j is found', (texts, expected) => {
    expect(read(texts)).toBe(expected);
  });

  it.each<[string[]]>([
    [[]],
    [['007', '010']],
    [['00.50', '1.25']],
    [['1', '-01']],
    [['1.2.3']],
    [['1,2,3', '4,5,6']],
    [['1234,567,890']],
    [['1,234', '12345.5']],
    [['1,23,4567', '12']],
    [['123,45,678', '12']],
    [['1 2345']],
    [['1 234', '12345']],
    [["1'234", '12345']],
    [['1.234.567', '1234']],
    [['12-']],
    [['-']],
    [['--1']],
    [['1.234,5.6']],
    [['+39', '+1']],
    [['+39', '1']],
    [['12E10', '13E11']],
    [['1e5', '2e5']],
    [['1e5', '2']],
    [['1.', '2.']],
    [['1,', '2']],
    [['1e5.5']],
    [['1,234,567e5']],
    [['e5']],
    [['1e', '1.5']],
    [['1.5x']],
    [['x1.5']],
    [['9-9']],
  ])('is not found in %j', (texts) => {
    expect(read(texts)).toBe('none');
  });

  it('is not found beside other values', () => {
    expect(readNumbers(column(['1.5'], 1), {}, commas)).toEqual({ kind: 'none' });
  });

  it.each<[string[], FileSpelling, string]>([
    // 1.234 and 1,234 are decided by the rest of the file.
    [['1.234', '5.678'], decimalCommas, '1.000,5'],
    [['1.234', '5.678'], { ...points, delimiter: ';' }, '1000.5'],
    [['1.234', '5.678'], commas, '1000.5'],
    [['1.234', '5.678'], semicolons, 'doubt: 1000.5 or 1.000,5'],
    [['1.234', '5.678'], both, 'doubt: 1000.5 or 1.000,5'],
    [['41,902', '12,345'], commas, 'doubt: 1,000.5 or 1000,5'],
    [['41,902', '12,345'], points, '1,000.5'],
    [['41,902', '12,345'], decimalCommas, '1000,5'],
    [['41,902', '902'], commas, '1,000.5'],
    [['41,902', '-902'], commas, '1,000.5'],
    [['41,902', '902'], semicolons, 'doubt: 1,000.5 or 1000,5'],
    [['41,902', '902'], both, 'doubt: 1,000.5 or 1000,5'],
    // Beside a longer number without a separator only one notation fits, but not one of such files.
    [['1,234', '12000'], commas, 'doubt: 1000,5 or 1,000.5'],
    [['1,234', '12000'], decimalCommas, '1000,5'],
    [['1,234', '12000'], points, 'doubt: 1000,5 or 1,000.5'],
    [['1.234', '12000'], commas, '1000.5'],
    [['1.234', '12000'], points, '1000.5'],
    [['1.234', '12000'], { ...points, delimiter: ';' }, '1000.5'],
    [['1.234', '12000'], semicolons, 'doubt: 1000.5 or 1.000,5'],
    [['1.234', '12000'], decimalCommas, 'doubt: 1000.5 or 1.000,5'],
    [['1.234', '12000'], both, 'doubt: 1000.5 or 1.000,5'],
    [['1,23', '12000'], commas, '1000,5'],
    // Groups of spaces and apostrophes leave the decimal mark to the file.
    [['1 234', '12'], decimalCommas, '1 000,5'],
    [['1 234', '12'], both, '1 000.5'],
    [['1 234', '12'], points, '1 000.5'],
    [['1 234.5', '12'], decimalCommas, '1 000.5'],
    [['12', '13'], decimalCommas, '1000.5'],
    // Equal groups may be codes.
    [['1 234'], commas, '1 000.5'],
    [['123 456'], commas, 'doubt: 1 000.5'],
    [['123 456', '12'], commas, '1 000.5'],
    [['123 456', '789 123'], commas, '1 000.5'],
    [['1,234,567,890', '9,876,543,210'], commas, 'doubt: 1,000.5'],
    [['1.234.567.890'], commas, 'doubt: 1.000,5'],
    [['100.200.100.200'], commas, 'doubt: 1.000,5'],
    [['1,234', '1234'], commas, 'doubt: 1000,5 or 1,000.5'],
    [['1,234,567'], commas, '1,000.5'],
    [['1,234,567,890', '12'], commas, '1,000.5'],
  ])('of %j is chosen in a file like %j', (texts, file, expected) => {
    expect(read(texts, file)).toBe(expected);
  });

  it.each<[string[], SpellingOptions, string]>([
    [['41,902', '12,345'], { decimalComma: true }, '1000,5'],
    [['41,902', '12,345'], { decimalComma: false }, '1,000.5'],
    [['41,902', '12,345'], { thousands: ',' }, '1,000.5'],
    [['41,902', '12,345'], { thousands: '.' }, '1000,5'],
    [['41,902', '12,345'], { thousands: '' }, '1000,5'],
    [['41.902', '12.345'], { thousands: '' }, '1000.5'],
    [['1,234', '12000'], { decimalComma: true }, '1000,5'],
    [['1,234', '12000'], { thousands: ',' }, '1,000.5'],
    [['1,234', '12000.5'], { thousands: ',' }, '1,000.5'],
    [['1,234,567,890'], { thousands: ',' }, '1,000.5'],
    [['1,234,567,890'], { decimalComma: false }, 'doubt: 1,000.5'],
    [['1.5', '2.5'], { decimalComma: true }, 'none'],
    [['1,5', '2,5'], { decimalComma: false }, 'none'],
    [['1_234', '12'], { thousands: '_' }, '1_000.5'],
    [['1_234', '12'], {}, 'none'],
    [['12', '13'], { decimalComma: true }, '1000,5'],
    [['12', '13'], { thousands: ',' }, '1000.5'],
  ])('of %j is that of the options %j', (texts, options, expected) => {
    expect(read(texts, commas, options)).toBe(expected);
  });

  it('finds which signs and exponents are part of the numbers', () => {
    const extras = (...texts: string[]) => {
      const verdict = readNumbers(column(texts), {}, commas);
      return verdict.kind === 'numbers' ? verdict.reading : verdict.kind;
    };
    const withExponents = { ...plainReading, exponents: true };
    expect(extras('1', '2')).toEqual(plainReading);
    expect(extras('+1', '-2')).toEqual({ ...plainReading, plusSigns: true });
    expect(extras('+1.5', '2.5')).toEqual({ ...plainReading, plusSigns: true, exponents: true });
    expect(extras('1.5', '2')).toEqual(withExponents);
    expect(extras('1e-5', '2')).toEqual(withExponents);
    expect(extras('1E+5', '1e5')).toEqual(withExponents);
    expect(extras('1e5', '2.5')).toEqual(withExponents);
    expect(extras('\u22121', '-2')).toEqual({ ...plainReading, typesetMinus: true });
    expect(extras('1.', '2.5')).toEqual(withExponents);
  });
});

describe('what a column implies about the decimal marks of its file', () => {
  it.each<[string[], string | null]>([
    [['1.5', '2.25'], '.'],
    [['1,5', '2,25'], ','],
    [['1.5e10'], '.'],
    [['1.234,5'], ','],
    [['1,234.5'], '.'],
    [['1 234,5'], ','],
    [['\u22121,5'], ','],
    [['0.902'], '.'],
    [['1,234', '12000'], null],
    [['1,234', '12000', '0,5'], ','],
    [['1', '2'], null],
    [['1.234'], null],
    [['1,234'], null],
    [['1,234,567'], null],
    [['1 234'], null],
    [['1.', '2.'], '.'],
    [['x.5'], null],
    [[], null],
  ])('of %j', (texts, mark) => {
    expect(decimalEvidence(column(texts))).toBe(mark);
  });

  it('is nothing beside other values', () => {
    expect(decimalEvidence(column(['1.5'], 1))).toBeNull();
  });
});

describe('what the shapes of numbers prove', () => {
  const nines = (count: number) => '9'.repeat(count);

  it.each<[string[], object]>([
    [['1', '23'], { integer: true, float: true }],
    [['1', '-23'], { integer: true, float: true }],
    [['1', '-2'], { float: true }],
    [[nines(15)], { integer: true, float: true }],
    [[nines(16)], {}],
    [[`-${nines(15)}`], { integer: true, float: true }],
    [['1.5', '2'], { integer: false, float: true }],
    [['-1.5', '2.'], { integer: false, float: true }],
    [[`${nines(10)}.${nines(5)}`], { integer: false, float: true }],
    [[`${nines(10)}.${nines(6)}`], { integer: false }],
    [['1e5'], { integer: false }],
    [['1E5'], { integer: false }],
    [['.5'], { integer: false }],
    [['+5'], {}],
    [['007'], {}],
    [['1', '007.5'], { integer: false }],
    [[' 5'], {}],
    [['5 '], {}],
  ])('of %j', (texts, known) => {
    expect(knownByShape(shapesOf(texts), programNumbers)).toEqual(known);
  });

  it('is nothing in other notations', () => {
    expect(knownByShape(shapesOf(['1']), { ...plainReading, decimalComma: true })).toEqual({});
    expect(knownByShape(shapesOf(['1']), { ...plainReading, thousands: ',' })).toEqual({});
  });
});

describe('the sign of a unit', () => {
  it.each([
    [['5%', '12 %', '-3.5%', '%7', '% 8', '+1%', '−2 %'], '%', ['9', '99', '-9.9', '9', '9', '+9', '−9']],
    [['$5', '$ 6', '-$7', '$-8', '9$'], '$', ['9', '9', '-9', '-9', '9']],
    [['€1.234,50', '7 €'], '€', ['9.999,99', '9']],
    [['£3'], '£', ['9']],
  ])('of %j is %s', (texts, sign, bare) => {
    const found = shapesWithoutUnit(shapesOf(texts));
    expect(found?.sign).toBe(sign);
    expect(found?.shapes.map(({ shape }) => shape)).toEqual(bare);
    expect(found?.shapes.map(({ count }) => count)).toEqual(texts.map(() => 1));
  });

  it.each([[[]], [['5', '6']], [['5%', '6']], [['5', '6%']], [['5%', '$6']], [['5%6', '7%']], [['$5%', '%']]])(
    'of %j is none, or not one',
    (texts) => {
      const found = shapesWithoutUnit(shapesOf(texts));
      expect(found?.shapes.every(({ shape }) => /^9+$/.test(shape)) ?? false).toBe(false);
    },
  );
});

it.each([
  [['5', '-12', '+3', '−4'], '', true],
  [['1,234', '5'], ',', true],
  [['1 234 567'], ' ', true],
  [['9'.repeat(18)], '', true],
  [['9'.repeat(19)], '', false],
  [['1,234.5'], ',', false],
  [['5', '1.5'], '', false],
  [['5.'], '', false],
  [['1e5'], '', false],
  [['1,234'], '', false],
])('numbers such as %j with the separator %j are whole: %s', (texts, thousands, whole) => {
  expect(areWhole(shapesOf(texts), { thousands })).toBe(whole);
});
