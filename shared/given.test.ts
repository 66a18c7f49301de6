import { expect, it } from 'vitest';
import { given } from './given.ts';

it('leaves out what is undefined, and nothing else', () => {
  const members = given({ a: undefined, b: null, c: 0, d: '', e: false });
  expect(Object.keys(members)).toEqual(['b', 'c', 'd', 'e']);
});
