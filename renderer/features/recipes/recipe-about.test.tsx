import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import type { RecipeRecord } from '#shared/api/records/recipe.ts';
import { useTabs } from '../../state/tab.ts';
import { backend } from '../../testing/far-side.ts';
import { testConnection, testDataset, testDetails, testVersion, towns } from '../../testing/records.ts';
import { renderComponent } from '../../testing/render-component.tsx';
import { RecipeAbout } from './recipe-about.tsx';

const sql = 'SELECT * FROM "geo/people"';
const version = '20260228120000000000';
const input = { name: 'geo/people', url: '', version, checksum: '' };
const recipe: RecipeRecord = {
  url: '',
  dataset: '',
  sql,
  run: 'on-change',
  guards: { rows_fell: 50, column_gone: true, column_retyped: true, checks: [] },
  inputs: [input],
  last_run: null,
  next_run: null,
  state: 'active',
  problem: '',
};
const metadata = btoa(JSON.stringify({ recipe: { sql, inputs: [{ ...input, address: '/' }] } }));
const made = testDetails({ dataset: testDataset({ versions: [testVersion(1, { metadata })] }) });

beforeEach(() => {
  useTabs.setState({ tabs: [], states: {}, activeTab: null });
  backend.answer('listConnections', [testConnection()]);
});

it('is empty for a dataset that no recipe makes', async () => {
  backend.answer('readRecipe', null);
  renderComponent(<RecipeAbout reference={towns} details={testDetails()} version={null} />);
  await screen.findByText((_, element) => element === document.body);
  expect(screen.queryByRole('region')).toBeNull();
});

it('opens an input in the version that was read', async () => {
  backend.answer('readRecipe', recipe);
  const user = renderComponent(<RecipeAbout reference={towns} details={made} version={null} />);
  await user.click(await screen.findByRole('button', { name: /^geo\/people at 28 Feb/ }));
  expect(useTabs.getState().tabs[0]).toMatchObject({
    reference: { connection: 'remote', namespace: 'geo', dataset: 'people' },
    query: { version },
  });
});

it('runs, proves and reports', async () => {
  backend.answer('readRecipe', { ...recipe, problem: 'Line 1, column 8: no column name.' });
  backend.answer('runRecipe', { outcome: 'held', version: null, reasons: ['Half of the rows are missing.'] });
  backend.answer('recomputeVersion', { verdict: 'differs', rows: 3, message: '' });
  const user = renderComponent(<RecipeAbout reference={towns} details={made} version={null} />);
  expect((await screen.findByRole('alert')).textContent).toContain('no column name');
  await user.click(screen.getByRole('button', { name: 'Run now' }));
  expect(await screen.findByText(/held for review\. Half of the rows are missing\./)).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Compute again and compare' }));
  expect(await screen.findByText('3 rows differ.')).toBeDefined();
  expect(backend.calls('recomputeVersion')).toEqual([{ reference: towns, version: testVersion(1).slug }]);
});
