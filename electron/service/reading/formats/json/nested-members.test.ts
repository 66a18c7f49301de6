import { expect, it } from 'vitest';
import { flattened, isNested, type NestedMember, nestedName } from './open-json.ts';

const member = (...structures: unknown[]): NestedMember => ({ path: ['a'], structures });
const namesOf = (one: NestedMember, taken: readonly string[] = []) =>
  flattened(one, new Set(taken)).map(({ path }) => nestedName(path));

it('gives each value within objects, in the order of their names', () => {
  const one = member('NULL', { id: 'VARCHAR', b: { c: 'BIGINT' } }, { value: 'DOUBLE', id: 'NULL' });
  expect(flattened(one, new Set())).toEqual([
    { path: ['a', 'id'], structures: ['VARCHAR', 'NULL'] },
    { path: ['a', 'b', 'c'], structures: ['BIGINT'] },
    { path: ['a', 'value'], structures: ['DOUBLE'] },
  ]);
  expect(isNested(one)).toBe(true);
});

it.each([
  ['a text', member('VARCHAR')],
  ['nothing', member('NULL')],
  ['a list of objects', member([{ b: 'BIGINT' }])],
  ['an object here and a number there', member({ b: 'BIGINT' }, 'DOUBLE')],
  ['empty objects', member({}, 'NULL')],
  ['a geometry', member({ type: 'VARCHAR', coordinates: ['DOUBLE'] })],
  ['a geometry here and another object there', member({ type: 'VARCHAR', coordinates: ['DOUBLE'] }, { b: 'BIGINT' })],
  ['a collection of geometries', member({ type: 'VARCHAR', geometries: 'NULL' })],
  ['objects with very many names', member(Object.fromEntries(Array.from({ length: 101 }, (_, at) => [at, 'BIGINT'])))],
])('leaves %s as it is', (_, one) => {
  expect(namesOf(one)).toEqual(['a']);
  expect(isNested(one)).toBe(false);
});

it('takes a coordinate and a type alone for values like others', () => {
  expect(namesOf(member({ type: 'VARCHAR', name: 'VARCHAR' }))).toEqual(['a.type', 'a.name']);
  expect(namesOf(member({ type: 'BIGINT', coordinates: ['DOUBLE'] }))).toEqual(['a.type', 'a.coordinates']);
});

it('leaves objects whole whose value would have the name of another column', () => {
  expect(namesOf(member({ b: 'BIGINT', c: 'BIGINT' }), ['a', 'a.c'])).toEqual(['a']);
  expect(namesOf(member({ b: { c: 'BIGINT' }, d: 'BIGINT' }), ['a.b.c'])).toEqual(['a.b', 'a.d']);
});

it('leaves objects four levels deep', () => {
  expect(namesOf(member({ b: { c: { d: { e: 'BIGINT' } } } }))).toEqual(['a.b.c.d']);
  expect(namesOf(member({ b: { c: { d: 'BIGINT' } } }))).toEqual(['a.b.c.d']);
});

it('takes 100 names', () => {
  const names = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`n${at}`, 'BIGINT']));
  expect(namesOf(member(names))).toHaveLength(100);
});
