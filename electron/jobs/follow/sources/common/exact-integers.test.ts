import { expect, it } from 'vitest';
import { exactJson, exactText, jsonOfRows } from './exact-integers.ts';

const answer = (text: string) => ({ text: () => text, json: () => JSON.parse(text) as unknown });

it.each([
  '{"id":9007199254740993,"next":-9223372036854775808}',
  '[9007199254740993,"9007199254740993","a\\"9007199254740993",0.1234567890123456,1.5e+300]',
  '{"geometry":{"type":"Point","coordinates":[7.123456789012345,46]},"n":12}',
])('keeps the integers of %s as they are', (text) => {
  expect(exactJson(jsonOfRows(answer(text)))).toBe(text);
});

it('writes them into cells as they are', () => {
  const { id } = jsonOfRows(answer('{"id":9007199254740993}')) as { id: string };
  expect(exactText(id)).toBe('9007199254740993');
  expect(exactText('plain')).toBe('plain');
});

it('fails as the answer does if it is no JSON', () => {
  expect(() => jsonOfRows(answer('<html>1234567890123456789012'))).toThrow(SyntaxError);
});
