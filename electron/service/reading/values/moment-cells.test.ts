import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { caseCount, seed } from '../../../lib/testing/tier.ts';
import { numberShape, serialText } from '../formats/workbook/xlsx/date-formats.ts';
import { momentCell, momentCodes, writtenMoment } from './moment-cells.ts';

/** The text that a cell of our own is read as. */
function readAgain(text: string): string | null {
  const cell = momentCell(text);
  if (cell === null || cell === 'text') return cell;
  const code = momentCodes[cell.style - 1];
  const shape = numberShape(164, code);
  if (shape === 'number') throw new Error(`${code} is no format of moments.`);
  return writtenMoment(serialText(cell.serial, shape, false) ?? '', code);
}

it.each([
  ['2024-02-29', 45_351],
  ['1900-03-01', 61],
  ['9999-12-31', 2_958_465],
  ['2024-02-29T12:00', 45_351.5],
  ['2024-02-29T12:00:00Z', 45_351.5],
  ['2024-02-29T00:00:00.000', 45_351],
  ['18:00', 0.75],
])('%s is a number of days', (text, serial) => {
  expect([momentCell(text), readAgain(text)]).toEqual([expect.objectContaining({ serial }), text]);
});

test('moments are read as they were written', () => {
  const forms = [0, 10, 16, 19, 23].flatMap((end) =>
    end < 16
      ? [[end, ''] as const]
      : ([
          [end, ''],
          [end, 'Z'],
        ] as const),
  );
  const moment = fc.date({
    min: new Date('1900-03-01'),
    max: new Date('9999-12-31T23:59:59.999Z'),
    noInvalidDate: true,
  });
  const check = (at: Date, [end, zone]: readonly [number, string], isTime: boolean) => {
    const whole = at.toISOString().slice(0, end || 23);
    const text = isTime ? whole.slice(11) || '00:00' : whole + zone;
    expect(readAgain(text)).toBe(text);
  };
  fc.assert(fc.property(moment, fc.constantFrom(...forms), fc.boolean(), check), {
    seed,
    numRuns: caseCount(500, 5_000),
  });
});

it.each(['1899-12-31', '1900-02-28', '2024-01-01T10:00+02:00', '2024-01-01T10:00:00.5', '10:00:00.123456'])(
  '%s stays text, as Excel does not hold it',
  (text) => expect(momentCell(text)).toBe('text'),
);

it.each([
  '2024-02-30',
  '2024-13-01',
  '2024-1-1',
  '2024-01',
  '2024-01-01 10:00',
  '24:00',
  '10:60',
  '10:00Z',
  '1:00',
  '',
])('"%s" is no moment', (text) => expect(momentCell(text)).toBe(null));
