import { describe, expect, it } from 'vitest';
import { recognise } from '#shared/sentences/recognise.ts';
import { placesFor } from './connector/address.ts';
import { slugIn } from './connector/catalogue/fields.ts';
import { cellReader } from './connector/rows/cells.ts';
import { packageName } from './jobs/descriptor/data-package.ts';
import { engineConversion } from './service/ingest/engine-conversion.ts';
import { findMissingMarks } from './service/ingest/preview/missing-marks.ts';
import { findSpelling } from './service/ingest/preview/number-spelling.ts';
import { isNumberText } from './service/ingest/preview/number-text.ts';
import { numberShape } from './service/ingest/workbook/date-formats.ts';
import { numberCell } from './service/render/xlsx/sheet-cells.ts';

const length = 200_000;
const digits = '9'.repeat(length);

// Each of these took from half a minute to some minutes where time grew with the square of the length: more than a test may.
describe('a text of 200,000 characters takes time that grows with its length alone, as', () => {
  it.each([
    ['digits and a letter', `${digits}x`, false],
    ['digits', digits, true],
    ['points', '.'.repeat(length), false],
    ['digits and an unfinished exponent', `${digits}e`, false],
    ['digits in groups', `1${',234'.repeat(length / 4)}`, true],
    ['spaces after a digit', `1${'\u00a0'.repeat(length)}2x`, false],
  ])('a cell of %s', (_, text, isNumber) => {
    expect(isNumberText(text)).toBe(isNumber);
    expect(findMissingMarks([[text, '1', 'NA']])).toEqual(isNumber ? ['NA'] : []);
    findSpelling([[text, '1,5']], ',');
    findSpelling([[text], ['1.234,5']], ';');
    expect(cellReader('float')(text)).toBe(text);
  });

  it.each(['[', '"', '[h', '\\', '_', '[]'])('a format of numbers made of %s', (piece) => {
    expect(numberShape(200, `${piece.repeat(length)}yy`)).toBeTypeOf('string');
  });

  it('a type, an address, a name, a number and a sentence', () => {
    expect(engineConversion(`${'('.repeat(length)}\n`, 'x', true).type).toBe('text');
    expect(slugIn(`/namespaces/a/${'?'.repeat(length)}\n`, 'namespaces')).toBe('a');
    expect(() => placesFor(`a${'"'.repeat(length)}a b`)).toThrow();
    expect(packageName(`a${'-'.repeat(length)}b`).length).toBe(length + 2);
    expect(numberCell('A1', `1${'0'.repeat(length)}1`)).toContain('inlineStr');
    expect(recognise('a'.repeat(length))).toBeNull();
  });
});

describe('what is recognised stays the same', () => {
  it.each(['0', '-1', '+1.5', '1.', '.5', '1e5', "1'234.5", '1 234,5', '1,234,', '1,2e-3', ',,1'])(
    '%s is a number',
    (text) => {
      expect(isNumberText(text)).toBe(true);
    },
  );
  it.each(['', '-', '.', '1-', '1e', '1 ', 'e5', '1x', '--1', "1'"])('"%s" is none', (text) => {
    expect(isNumberText(text)).toBe(false);
  });
  it.each([
    ['[$-409]d. mmm yyyy', 'date'],
    ['[Red]0.00', 'number'],
    ['[h]:mm', 'duration'],
    ['[[d]0', 'number'],
    ['0]d', 'date'],
    ['[d', 'date'],
  ])('the format %s is a %s', (code, shape) => {
    expect(numberShape(200, code)).toBe(shape);
  });
});
