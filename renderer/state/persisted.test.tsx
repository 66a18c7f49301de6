import { Type } from 'typebox';
import { expect, it } from 'vitest';
import { persisted, readStored, writeStored } from './persisted.ts';

interface Fruit {
  readonly name: string;
  readonly count: number;
  readonly eaten: boolean;
}

const schema = Type.Object({ name: Type.String(), count: Type.Number() });
const initial: Fruit = { name: 'apple', count: 1, eaten: false };

it('members that match are restored, each on its own', () => {
  writeStored('fruit', { name: 'pear', count: 'many', eaten: true });
  expect(persisted({ key: 'fruit', schema, initial }).getState()).toEqual({ name: 'pear', count: 1, eaten: false });
});

it.each([['{'], ['null'], ['[]'], ['"pear"'], ['3']])('%s restores nothing', (text) => {
  localStorage.setItem('fruit', text);
  expect(persisted({ key: 'fruit', schema, initial }).getState()).toEqual(initial);
});

it('a change is stored, and arrives in other windows', () => {
  const useFruit = persisted({ key: 'fruit', schema, initial });
  useFruit.setState({ name: 'plum', eaten: true });
  expect(readStored('fruit', Type.Unknown())).toEqual({ name: 'plum', count: 1 });
  const newValue = JSON.stringify({ name: 'fig', count: 2 });
  window.dispatchEvent(new StorageEvent('storage', { key: 'fruit', newValue }));
  expect(useFruit.getState()).toEqual({ name: 'fig', count: 2, eaten: true });
});
