import { expect, type Page } from '@playwright/test';
import { hideJobs } from './hide-jobs.ts';

/** Adds a connection as a person does, by pasting an address, and sees it in the catalogue. */
export async function addConnection(window: Page, address: string, name: string): Promise<void> {
  await window.getByRole('button', { name: 'Add a connection' }).click();
  const dialog = window.getByRole('dialog');
  await dialog.getByLabel('Address').fill(address);
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(window.getByRole('treeitem', { name })).toBeInViewport();
}

/** Opens the tree down to a dataset of a connection, and the dataset. */
export async function openRemoteDataset(window: Page, path: readonly [string, string, string]): Promise<void> {
  await hideJobs(window);
  for (const name of path.slice(0, -1)) {
    const branch = window.getByRole('treeitem', { name }).last();
    await expect(branch).toBeVisible();
    if ((await branch.getAttribute('aria-expanded')) !== 'true') await branch.click();
  }
  await window.getByRole('treeitem', { name: path[2] }).last().click();
}

/** Fills in the dialog that signs in, and sends it. */
export async function fillSignIn(window: Page, user: string, password: string): Promise<void> {
  const dialog = window.getByRole('dialog');
  await dialog.getByLabel('User name', { exact: true }).fill(user);
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(dialog).toBeHidden();
}

/** Chooses an item of a connection's menu in the tree. */
export async function chooseOf(window: Page, connection: string, item: string): Promise<void> {
  await window.getByRole('treeitem', { name: connection }).click({ button: 'right' });
  await window.getByRole('menuitem', { name: item }).click();
}
