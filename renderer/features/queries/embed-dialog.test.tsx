import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Chart } from '#shared/chart.ts';
import { readLinkParameters } from '#shared/open-link.ts';
import { closeDialog, openDialog } from '../../state/dialogs.ts';
import { backend, shell } from '../../testing/far-side.ts';
import { openTowns, testConnection, testDetails } from '../../testing/records.ts';
import { renderComponent } from '../../testing/render-component.tsx';
import { QueryDialogs } from './query-dialogs.tsx';

const chart: Chart = {
  id: 'chart-1',
  mark: 'bar',
  x: { column: 'name', function: null, step: 0 },
  y: null,
  measure: { function: 'Count', column: null },
  color: null,
  facet: null,
  top: 20,
  sort: 'key',
  scale: 'linear',
  stack: 'none',
  running: false,
  missing: false,
};

beforeEach(() => {
  backend.answer('listConnections', [testConnection()]);
  backend.answer('readDataset', testDetails());
});
afterEach(() => closeDialog('queries'));

it('copies the address of a chart as a picture, with its first chart alone', async () => {
  const { id } = openTowns({ view: 'charts', charts: [chart, { ...chart, id: 'chart-2' }] });
  openDialog({ kind: 'embed', tab: id });
  const user = renderComponent(<QueryDialogs />);
  await user.click(await screen.findByRole('combobox', { name: 'Format' }));
  await user.click(await screen.findByRole('option', { name: 'PNG picture' }));
  await user.click(screen.getByRole('button', { name: 'Copy address' }));
  const [{ text } = { text: '' }] = shell.calls('copyText');
  expect(text).toMatch(/^https:\/\/statistics\.example\/embed\/chart\.png\?.*&theme=light&lang=en$/);
  expect(readLinkParameters(new URL(text).search.slice(1)).parts).toEqual({ charts: [chart] });
});

it('offers no picture of what is no chart', async () => {
  openDialog({ kind: 'embed', tab: openTowns({ charts: [chart] }).id });
  renderComponent(<QueryDialogs />);
  expect(await screen.findByRole('combobox', { name: 'Version' })).toBeDefined();
  expect(screen.queryByRole('combobox', { name: 'Format' })).toBeNull();
});
