import { expect, test } from 'vitest';
import { makeOdsCell, type OdsCell } from './ods-cell.ts';

const none: OdsCell = { type: undefined, value: undefined, text: null, isFormula: false };

test.each<[string, Partial<OdsCell>, string]>([
  ['a number', { type: 'float', value: '1234.5', text: '1.234,50' }, '1234.5'],
  ['a large integer', { type: 'float', value: '12345678901234567890', text: '1,2E+19' }, '12345678901234567890'],
  ['a number with too many digits', { type: 'float', value: '0.10000000000000001', text: '0,1' }, '0.1'],
  ['blanks around a number', { type: 'float', value: ' 7 ', text: '7' }, '7'],
  ['a percentage', { type: 'percentage', value: '0.055', text: '5,5 %' }, '0.055'],
  ['an amount', { type: 'currency', value: '12.5', text: '12,50 €' }, '12.5'],
  ['zero', { type: 'float', value: '0', text: '0' }, '0'],
])('%s is a number', (_, cell, text) => {
  expect(makeOdsCell({ ...none, ...cell })).toEqual({ kind: 'number', text });
});

test.each([
  ['2024-02-29', '2024', '2024'],
  ['2024-02-29', 'Feb 24', '2024-02'],
  ['2024-02-29', 'février 2024', '2024-02'],
  ['2024-02-29', '02/2024', '2024-02'],
  ['2024-02-29', '29. Feb 2024', undefined],
  ['2024-02-29', '29.02.24', undefined],
  ['2024-02-29', 'Q1 2024', undefined],
  ['2024-02-29T13:30:00', '2024', undefined],
])('the day %s, shown as %s, is the heading %s', (value, text, heading) => {
  expect(makeOdsCell({ ...none, type: 'date', value, text })).toEqual({ kind: 'text', text: value, heading });
});

test.each<[string, Partial<OdsCell>, string]>([
  ['a text', { type: 'string', text: 'Köln' }, 'Köln'],
  ['a text of digits', { type: 'string', text: '007' }, '007'],
  ['a text without a type', { text: 'a' }, 'a'],
  ['an empty text', { type: 'string', text: '' }, ''],
  ['the text of a formula', { type: 'string', value: 'x', text: 'shown', isFormula: true }, 'x'],
  ['a number that is none', { type: 'float', value: 'x', text: 'y' }, 'x'],
  ['a number without a value', { type: 'float', text: '5' }, '5'],
  ['true', { type: 'boolean', value: 'true', text: 'WAHR' }, 'true'],
  ['false', { type: 'boolean', value: 'false', text: 'FALSCH' }, 'false'],
  ['a day', { type: 'date', value: '2024-02-29', text: '29.02.24' }, '2024-02-29'],
  ['a day of Excel', { type: 'date', value: '2024-02-29T00:00:00', text: '29.02.2024' }, '2024-02-29'],
  ['midnight', { type: 'date', value: '2024-02-29T00:00:00', text: '29.02.24 00:00' }, '2024-02-29T00:00:00'],
  ['a moment', { type: 'date', value: '2024-02-29T13:30:00', text: '29.02.24' }, '2024-02-29T13:30:00'],
  ['a fraction', { type: 'date', value: '2024-02-29T13:30:00.250000000', text: '' }, '2024-02-29T13:30:00.25'],
  ['a fraction of zeros', { type: 'date', value: '2024-02-29T13:30:10.000', text: '' }, '2024-02-29T13:30:10'],
  ['a day without a value', { type: 'date', text: '29.2.' }, '29.2.'],
  ['a time', { type: 'time', value: 'PT08H05M09S', text: '8:05' }, '08:05:09'],
  ['a time without zeros', { type: 'time', value: 'PT8H5M9S', text: '8:05' }, '08:05:09'],
  ['a duration', { type: 'time', value: 'PT296296H17M36S', text: '296296:17:36' }, '296296:17:36'],
  ['days', { type: 'time', value: 'P1DT2H', text: '26:00' }, '26:00:00'],
  ['a fraction of a second', { type: 'time', value: 'PT10H10M10.123400S', text: '' }, '10:10:10.1234'],
  ['a negative duration', { type: 'time', value: '-PT1H', text: '-01:00' }, '-01:00'],
  ['the name of an error as a text', { type: 'string', text: '#N/A' }, '#N/A'],
])('%s is a text', (_, cell, text) => {
  expect(makeOdsCell({ ...none, ...cell })).toEqual({ kind: 'text', text });
});

test.each<[string, Partial<OdsCell>, 'error' | 'uncalculated' | null]>([
  ['an empty cell', {}, null],
  ['an error of LibreOffice', { type: 'string', value: '', text: '#DIV/0!', isFormula: true }, 'error'],
  ['a numbered error', { type: 'string', value: '', text: 'Err:502', isFormula: true }, 'error'],
  ['an error of Excel, a formula', { type: 'float', value: '0', text: '#NAME?', isFormula: true }, 'error'],
  ['an error of Excel, a value', { type: 'float', value: '0', text: '#N/A' }, 'error'],
  ['an error with a type of its own', { type: 'error', text: '#REF!' }, 'error'],
  ['a formula without a result', { isFormula: true }, 'uncalculated'],
  ['a day without anything', { type: 'date' }, null],
  ['a number without anything', { type: 'float' }, null],
])('%s has no value', (_, cell, made) => {
  expect(makeOdsCell({ ...none, ...cell })).toBe(made);
});
