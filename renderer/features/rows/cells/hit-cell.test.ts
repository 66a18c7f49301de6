import { expect, test } from 'vitest';
import { hitParts, isHit } from './hit-cell.ts';

const marked = (text: string, search: string) =>
  hitParts(text, search)
    .map((part) => (part.hit ? `[${part.text}]` : part.text))
    .join('');

test.each([
  ['Municipal Airport', 'port', 'Municipal Air[port]'],
  ['PORTport', 'Port', '[PORT][port]'],
  ['aaa', 'aa', '[aa]a'],
  ['nothing', 'else', 'nothing'],
  // In lower case, the dotted capital I is two characters.
  ['İzmir airport', 'port', 'İzmir airport'],
])('%s searched for %s', (text, search, shown) => {
  expect(marked(text, search)).toBe(shown);
});

test('only texts have matches', () => {
  expect([isHit('Straße', 'STRA'), isHit(12, '1'), isHit(null, ''), isHit(undefined, 'a')]).toEqual([
    true,
    false,
    false,
    false,
  ]);
});
