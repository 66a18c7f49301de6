import { expect, it } from 'vitest';
import { foldedText } from './folded-text.ts';

it.each([
  ['STRASSE', 'Straße'],
  ['ΟΔΟΣ', 'οδος'],
  ['οδοσ', 'οδος'],
  ['FIN', 'ﬁn'],
  ['É', 'e\u0301'],
  ['I', 'i'],
  ['i\u0307', 'İ'],
  ['K', '\u212a'],
  ['q\u0307\u0323', 'Q\u0323\u0307'],
])('%s is the same as %s', (one, other) => expect(foldedText(one)).toBe(foldedText(other)));

it.each([
  ['e', 'é'],
  ['ı', 'i'],
  ['①', '1'],
  ['Ａ', 'A'],
])('%s is not the same as %s', (one, other) => expect(foldedText(one)).not.toBe(foldedText(other)));
