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
  // Folded, the dotted capital I is two characters, and ß too.
  ['İzmir airport', 'port', 'İzmir air[port]'],
  ['Hauptstraße 1', 'STRASSE', 'Haupt[straße] 1'],
  ['Maß', 's', 'Ma[ß]'],
  ['ΟΔΟΣ, οδος', 'οδος', '[ΟΔΟΣ], [οδος]'],
  ['cafe\u0301', 'É', 'caf[e\u0301]'],
  ['\u1112\u1161\u11ab', '한', '[\u1112\u1161\u11ab]'],
  ['cafe\u0301', 'e', 'cafe\u0301'],
  ['🚲 bike', '🚲', '[🚲] bike'],
  ['', 'a', ''],
])('%s searched for %s', (text, search, shown) => {
  expect(marked(text, search)).toBe(shown);
});

test('only texts have matches', () => {
  expect([isHit('Straße', 'STRASSE'), isHit(12, '1'), isHit(null, ''), isHit(undefined, 'a')]).toEqual([
    true,
    false,
    false,
    false,
  ]);
});
