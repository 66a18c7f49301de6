import { describe, expect, it } from 'vitest';
import { slugIn } from '../connector/catalogue/fields.ts';
import { cellReader } from '../connector/cells/cells.ts';
import { servicePlacesFor } from '../connector/discovery/address.ts';
import { packageName } from '../jobs/descriptor/data-package.ts';
import { numberShape } from '../service/reading/formats/workbook/xlsx/date-formats.ts';
import { engineConversion } from '../service/reading/values/engine-conversion.ts';
import { momentForm } from '../service/reading/values/moment-reading.ts';
import { decimalEvidence, readNumbers } from '../service/reading/values/number-reading.ts';
import { isLongInteger } from '../service/rows/export/xlsx/sheet-row.ts';

const length = 200_000;
const digits = '9'.repeat(length);

// Each of these took from thirty seconds to minutes when time was quadratic in the length: longer than the test
// timeout.
describe('a text of 200,000 characters takes linear time as', () => {
  it.each([
    ['digits and a letter', `${digits}x`, 'none'],
    ['digits', digits, 'numbers'],
    ['points', '.'.repeat(length), 'none'],
    ['digits and an unfinished exponent', `${digits}e`, 'none'],
    ['digits in groups', `9${',999'.repeat(length / 4)}`, 'numbers'],
    ['spaces after a digit', `9${'\u00a0'.repeat(length)}9x`, 'none'],
  ])('a cell of %s', (_, shape, kind) => {
    const shapes = { values: 1, shapes: [{ shape, leadingZero: 'none', count: 1 }], marks: [], others: 0 } as const;
    const file = { decimalPoint: true, decimalComma: false, delimiter: ',' };
    expect(readNumbers(shapes, {}, file).kind).toBe(kind);
    decimalEvidence(shapes);
    expect(momentForm(shapes, 'date')).toBeNull();
    expect(cellReader('float')(shape)).toBe(shape);
  });

  it.each(['[', '"', '[h', '\\', '_', '[]'])('a number format of %s', (piece) => {
    expect(numberShape(200, `${piece.repeat(length)}yy`)).toBeTypeOf('string');
  });

  it('a type, an address, a name and a number', () => {
    expect(engineConversion(`${'('.repeat(length)}\n`, 'x', true).type).toBe('text');
    expect(slugIn(`/namespaces/a/${'?'.repeat(length)}\n`, 'namespaces')).toBe('a');
    expect(() => servicePlacesFor(`a${'"'.repeat(length)}a b`)).toThrow();
    expect(packageName(`a${'-'.repeat(length)}b`).length).toBe(length + 2);
    expect(isLongInteger(`1${'0'.repeat(length)}1`)).toBe(true);
  });
});

describe('recognition is unchanged', () => {
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
