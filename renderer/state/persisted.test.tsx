import { Type } from 'typebox';
import { expect, it } from 'vitest';
import { persisted, readStored, writeStored } from './persisted.ts';

interface Fruit {
  readonly name: string;
  readonly count: number;
  readonly eaten: boolean;
}

const schema = Type.Object({ name: Type.String({ default: 'apple' }), count: Type.Number({ default: 1 }) });
const more = { eaten: false };

it('members that match are restored, each on its own', () => {
  writeStored('fruit', { name: 'pear', count: 'many', eaten: true });
  expect(persisted<Fruit>({ key: 'fruit', schema, more }).getState()).toEqual({ name: 'pear', count: 1, eaten: false });
});

it.each([['{'], ['null'], ['[]'], ['"pear"'], ['3']])('%s restores nothing', (text) => {
  localStorage.setItem('fruit', text);
  expect(persisted<Fruit>({ key: 'fruit', schema, more }).getState()).toEqual({
    name: 'apple',
    count: 1,
    eaten: false,
  });
});

it('a change is stored, and arrives in other windows', () => {
  const useFruit = persisted<Fruit>({ key: 'fruit', schema, more });
  useFruit.setState({ name: 'plum', eaten: true });
  expect(readStored('fruit', Type.Unknown())).toEqual({ name: 'plum', count: 1 });
  const newValue = JSON.stringify({ name: 'fig', count: 2 });
  window.dispatchEvent(new StorageEvent('storage', { key: 'fruit', newValue }));
  expect(useFruit.getState()).toEqual({ name: 'fig', count: 2, eaten: true });
});
