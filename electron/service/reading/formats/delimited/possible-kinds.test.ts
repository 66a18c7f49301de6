import { expect, it } from 'vitest';
import { PossibleKinds } from './possible-kinds.ts';

/** Whether columns may contain anything but text, from records of which the first two are examined. */
function kindsOf(...records: readonly (readonly string[])[]): boolean[] {
  const kinds = new PossibleKinds(records[0]?.length ?? 0, ['-'], 2);
  for (const record of records) kinds.take(record.map((text) => ({ text, quoted: false })));
  return (records[0] ?? []).map((_, column) => kinds.mayBeOtherThanText(column));
}

it('a column is text by its examined values, or by later ones if it has none among these', () => {
  const early = kindsOf(
    ['1', '1', '', '', '-'],
    ['2', 'x', '', '-', ''],
    ['3', '3', '3', 'x', '3'],
    ['4', '4', '4', '4', 'x'],
  );
  expect(early).toEqual([true, false, true, false, false]);
});

it('a late value that contradicts the first ones is left to the reader, which reports it', () => {
  expect(kindsOf(['1'], ['2'], ['closed'])).toEqual([true]);
});

it('a typeset minus sign begins a number', () => {
  expect(kindsOf([Buffer.from('\u22125', 'utf8').toString('latin1')], ['4'])).toEqual([true]);
});
