import { CompletionContext } from '@codemirror/autocomplete';
import { EditorState } from '@codemirror/state';
import { expect, it } from 'vitest';
import { testColumn, testDataset, testNamespace } from '../../testing/records.ts';
import { completionSource } from './sql-editor.tsx';

const geo = testNamespace({
  datasets: [testDataset(), testDataset({ slug: 'rivers', label: 'Rivers', columns: [testColumn('length in "km"')] })],
});

/** The result of completing at the sign ¦, with the text that each option writes. */
function complete(marked: string, explicit = false) {
  const pos = marked.indexOf('¦');
  const state = EditorState.create({ doc: marked.replace('¦', '') });
  const result = completionSource(() => [geo])(new CompletionContext(state, pos, explicit));
  return {
    from: result?.from,
    writes: Object.fromEntries((result?.options ?? []).map(({ label, apply }) => [label, apply])),
  };
}

it('completes a dataset within quotes, and closes them', () => {
  const { from, writes } = complete('SELECT * FROM "to¦');
  expect(from).toBe('SELECT * FROM "'.length);
  expect(writes).toEqual({ 'geo/towns': 'geo/towns"', 'geo/rivers': 'geo/rivers"' });
});

it('completes datasets, functions and the columns of named datasets, quoting what is no word', () => {
  const { from, writes } = complete('SELECT le¦ FROM "geo/rivers"');
  expect(from).toBe('SELECT '.length);
  expect(writes).toMatchObject({ 'geo/towns': '"geo/towns"', 'length in "km"': '"length in ""km"""', least: 'least(' });
  expect(writes).not.toHaveProperty('population');
  expect(complete('SELECT po¦ FROM "geo/towns@20260301120000000000"').writes.population).toBe('population');
});

it('knows a quote in a text from one around a name', () => {
  expect(complete(`SELECT '"' || na¦ FROM "geo/towns"`).writes.name).toBe('name');
  expect(complete('SELECT 1 ¦').from).toBeUndefined();
  expect(complete('SELECT 1 ¦', true).writes).toHaveProperty('geo/towns');
});
