import { describe, expect, it, test } from 'vitest';
import { type NumberShape, numberShape, serialText, shownLength } from './date-formats.ts';

describe('what a number format displays', () => {
  it('is known of every built-in format', () => {
    const of = (shape: NumberShape) =>
      Array.from({ length: 100 }, (_, id) => id).filter((id) => numberShape(id, undefined) === shape);
    expect(of('date')).toEqual([14, 15, 16, 17, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58]);
    expect(of('time')).toEqual([18, 19, 20, 21, 32, 33, 34, 35, 45, 47, 55, 56]);
    expect(of('date-time')).toEqual([22]);
    expect(of('duration')).toEqual([46]);
    expect(of('number')).toHaveLength(100 - 17 - 12 - 2);
  });

  it.each<[string, NumberShape]>([
    ['yyyy-mm-dd', 'date'],
    ['dd/mm/yyyy hh:mm', 'date-time'],
    ['d', 'date'],
    ['YY', 'date'],
    ['mmmm', 'date'],
    ['hh:mm', 'time'],
    ['mm:ss', 'time'],
    ['mm:ss.0', 'time'],
    ['h AM/PM', 'time'],
    ['m/d h a/p', 'date-time'],
    ['AM/PM', 'time'],
    ['[h]:mm:ss', 'duration'],
    ['[mm]:ss', 'duration'],
    ['[SS]', 'duration'],
    ['[hm]', 'number'],
    ['0.00', 'number'],
    ['#,##0', 'number'],
    ['General', 'number'],
    ['Standard', 'number'],
    ['Standaard', 'number'],
    ['Estándar', 'number'],
    ['Estandar', 'number'],
    ['Ogólny', 'number'],
    ['Yleinen', 'number'],
    ['Všeobecný', 'number'],
    ['[Red]0', 'number'],
    ['[$-409]yyyy', 'date'],
    ['[$-409][Blue]0', 'number'],
    ['[Red', 'date'],
    ['0;[Red]yyyy', 'number'],
    ['yyyy;0', 'date'],
    ['0"days"', 'number'],
    ['0 "d" \\d _d *d', 'number'],
    ['0 "a" d "b"', 'date'],
    ['', 'number'],
  ])('is recognised by %s', (code, shape) => {
    expect(numberShape(0, code)).toBe(shape);
  });

  it('is recognised by the format’s text, whatever its number', () => {
    expect(numberShape(14, '0.00')).toBe('number');
  });
});

test.each([
  [17, undefined, '2024-02'],
  [14, undefined, '2024-02-29'],
  [164, 'mmm-yy', '2024-02'],
  [164, '[$-407]mmmm\\ yyyy;@', '2024-02'],
  [164, 'm/yyyy', '2024-02'],
  [164, 'yyyy', '2024'],
  [164, '"day "yy', '2024'],
  [164, 'd mmm', '2024-02-29'],
  [164, 'mmm yy hh:mm', '2024-02-29'],
])('the format %i %s shows %3$s of a date', (id, code, shown) => {
  expect('2024-02-29'.slice(0, shownLength(id, code))).toBe(shown);
});

describe('a serial number', () => {
  const dayMs = 86_400_000;
  const iso = (ms: number) => new Date(ms).toISOString().slice(0, 10);

  it('counts days from the beginning of 1900, or of 1904', () => {
    for (const serial of [61, 62, 365, 366, 1000, 36_526, 45_000, 2_957_003]) {
      expect(serialText(serial, 'date', false)).toBe(iso(Date.UTC(1899, 11, 30) + serial * dayMs));
      expect(serialText(serial, 'date', true)).toBe(iso(Date.UTC(1904, 0, 1) + serial * dayMs));
    }
    for (const serial of [0, 1, 31, 58, 59]) {
      expect(serialText(serial, 'date', false)).toBe(iso(Date.UTC(1899, 11, 31) + serial * dayMs));
      expect(serialText(serial, 'date', true)).toBe(iso(Date.UTC(1904, 0, 1) + serial * dayMs));
    }
    for (const serial of [-1, -2, -693_593]) {
      expect(serialText(serial, 'date', false)).toBe(iso(Date.UTC(1899, 11, 30) + serial * dayMs));
    }
    expect(serialText(-693_593, 'date', false)).toBe('0001-01-01');
  });

  it('has the leap day of 1900, which never was', () => {
    expect(serialText(60, 'date', false)).toBe('1900-02-29');
    expect(serialText(60.25, 'date', false)).toBe('1900-02-29T06:00:00');
    expect(serialText(60, 'date-time', false)).toBe('1900-02-29T00:00:00');
    expect(serialText(60, 'date', true)).toBe('1904-03-01');
    expect(serialText(60, 'time', false)).toBe('1900-02-28T00:00:00');
    expect(serialText(59.5, 'date', false)).toBe('1900-02-28T12:00:00');
  });

  it.each<[number, Exclude<NumberShape, 'number'>, string]>([
    [45_351.5, 'date', '2024-02-29T12:00:00'],
    [45_351, 'date-time', '2024-02-29T00:00:00'],
    [45_351.000_000_01, 'date-time', '2024-02-29T00:00:00.001'],
    [0, 'time', '00:00:00'],
    [0.5, 'time', '12:00:00'],
    [0.25 + 1 / 86_400, 'time', '06:00:01'],
    [0.5 + 0.0105 / 86_400, 'time', '12:00:00.010'],
    [0.999_999, 'time', '23:59:59.914'],
    [1, 'time', '1900-01-01T00:00:00'],
    [45_351.5, 'time', '2024-02-29T12:00:00'],
    [0, 'duration', '00:00:00'],
    [1.5, 'duration', '36:00:00'],
    [100 + 61 / 86_400, 'duration', '2400:01:01'],
    [60, 'duration', '1440:00:00'],
  ])('%f as %s is %s', (serial, shape, text) => {
    expect(serialText(serial, shape, false)).toBe(text);
  });

  it.each<[number, Exclude<NumberShape, 'number'>, boolean]>([
    [Number.NaN, 'date', false],
    [Number.POSITIVE_INFINITY, 'duration', false],
    [-693_594, 'date', false],
    [2_958_467, 'date', false],
    [2_958_467, 'duration', false],
    [-1, 'date', true],
    [-1, 'time', false],
    [-0.5, 'duration', false],
  ])('%f as %s is none (from 1904: %s)', (serial, shape, from1904) => {
    expect(serialText(serial, shape, from1904)).toBeNull();
  });

  it('is at most of the year 9999', () => {
    expect(serialText(2_958_465.5, 'date', false)).toBe('9999-12-31T12:00:00');
    expect(serialText(2_958_466, 'date', false)).toBeNull();
    expect(serialText(2_958_466 - 2 ** -30, 'date', false)).toBeNull();
    expect(serialText(2_957_003.5, 'date-time', true)).toBe('9999-12-31T12:00:00');
    expect(serialText(2_957_004, 'date-time', true)).toBeNull();
    expect(serialText(2_958_466, 'duration', false)).toBe(`${2_958_466 * 24}:00:00`);
  });
});
