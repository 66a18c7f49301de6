import { expect, type Page } from '@playwright/test';
import { hideJobs } from './hide-jobs.ts';

/**
 * Opens a dataset of the local service as a user does: its namespace in the tree, then the dataset itself, and its
 * rows, whatever an earlier test has opened.
 */
export async function openDataset(window: Page, namespace: string, dataset: string): Promise<void> {
  await hideJobs(window);
  const branch = window.getByRole('treeitem', { name: namespace, exact: true });
  await expect(branch).toBeVisible({ timeout: 60_000 });
  if ((await branch.getAttribute('aria-expanded')) !== 'true') await branch.click();
  // Recent datasets appear again at the top of the tree, one level higher.
  const leaf = window.getByRole('treeitem', { name: dataset }).and(window.locator('[aria-level="3"]'));
  await expect(leaf).not.toContainText('no data yet', { timeout: 60_000 });
  await leaf.click({ timeout: 60_000 });
  await expect(window.getByRole('heading', { name: dataset })).toBeVisible();
  const rows = window.getByRole('tab', { name: 'Rows', exact: true });
  if ((await rows.getAttribute('aria-selected')) !== 'true') await rows.click();
}
