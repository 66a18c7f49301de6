import { expect, type Locator, type Page } from '@playwright/test';
import { hideJobs } from './hide-jobs.ts';

/** Adds a connection as a user does, by pasting an address, and waits for it in the catalogue. */
export async function addConnection(window: Page, address: string, name: string): Promise<void> {
  await window.getByRole('button', { name: 'Add a connection' }).click();
  const dialog = window.getByRole('dialog');
  await dialog.getByLabel('Address').fill(address);
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(window.getByRole('treeitem', { name })).toBeInViewport();
}

/**
 * The line of the catalogue at the end of a path. Other lines may have the same name: below other connections, and among
 * recent ones of the same connection, so the last is used.
 */
function lineAt(window: Page, path: readonly string[]): Locator {
  const nearest = (name: string, depth: number) =>
    `preceding-sibling::*[@aria-level="${depth + 1}"][1][contains(., "${name}")]`;
  const [connection = ''] = path;
  const last = `[not(following-sibling::*[@aria-level="1"][contains(., "${connection}")])]`;
  const within = path.slice(0, -1).map((name, depth) => `[${nearest(name, depth)}${depth === 0 ? last : ''}]`);
  const own = path.length === 1 ? last : '';
  const line = `xpath=//*[@role="treeitem"][@aria-level="${path.length}"]${own}${within.join('')}`;
  return window.getByRole('treeitem', { name: path.at(-1) ?? '' }).and(window.locator(line));
}

/** Opens the tree down to a dataset of a connection, and the dataset. */
export async function openRemoteDataset(window: Page, path: readonly [string, string, string]): Promise<void> {
  await hideJobs(window);
  for (const depth of [1, 2]) {
    const branch = lineAt(window, path.slice(0, depth));
    await expect(branch).toBeVisible();
    if ((await branch.getAttribute('aria-expanded')) !== 'true') await branch.click();
  }
  await lineAt(window, path).click();
}

/** Fills in and submits the sign-in dialog. */
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
