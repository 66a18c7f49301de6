import type { Page } from '@playwright/test';
import { expect } from '../../support/app.ts';
import { openDataset } from '../open-dataset.ts';
import { readRow } from '../read-row.ts';

/** The views of a dataset with places. */
export const views = ['Rows', 'Columns', 'Versions', 'Map', 'About'] as const;

/** Shows a view of the open dataset. */
export async function showView(window: Page, view: (typeof views)[number]): Promise<void> {
  await window.getByRole('tab', { name: view, exact: true }).click();
  await expect(window.getByRole('tab', { name: view, exact: true })).toHaveAttribute('aria-selected', 'true');
  if (view === 'Map') await expect(window.getByText(/rows on the map/)).toBeVisible();
  if (view === 'Columns') await expect(window.getByRole('table').first()).toBeVisible();
}

/** Opens the rows of the airports without motion: no transition may be running during a check. */
export async function openAirports(window: Page): Promise<void> {
  await window.emulateMedia({ reducedMotion: 'reduce' });
  await openDataset(window, 'Transport', 'Airports of the United States');
  await showView(window, 'Rows');
  expect((await readRow(window, 1, ['c0']))[0]).not.toBe('');
}
