import { expect } from '../support/app.ts';
import type { WindowModel } from './model.ts';
import type { Walk } from './walk.ts';

/** Name of the connection to the other service. */
export const remoteName = 'Far away';

type Texts = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** A text of the window in its language. */
export async function textIn(language: string, [group, name]: readonly [string, string]): Promise<string> {
  const place = new URL('../../shared/testing/all-texts.ts', import.meta.url).href;
  const { allTexts } = (await import(place)) as { readonly allTexts: Readonly<Record<string, Texts>> };
  const text = allTexts[language]?.[group]?.[name];
  if (text === undefined) throw new Error(`There is no text ${group}.${name} in ${language}`);
  return text;
}

/** Chooses an item from the menu of a line of the catalogue. @param item the text of the item, by its name */
export async function chooseInTree(
  { app: { window }, model }: Pick<Walk, 'app' | 'model'>,
  { kind, name }: { readonly kind: 'connection' | 'namespace' | 'dataset'; readonly name: string },
  item: readonly [string, string],
): Promise<void> {
  const text = await textIn(model.language, item);
  await window.keyboard.press('Control+Shift+F');
  const field = window.locator('[data-field="catalogue-filter"]');
  await field.fill(name);
  // Recent datasets are listed above the connections.
  const line = window.locator(`[role="treeitem"][data-kind="${kind}"]`).filter({ hasText: name }).last();
  await expect(async () => {
    await line.click({ button: 'right', timeout: 5_000 });
    await window.getByRole('menuitem', { name: text, exact: true }).click({ timeout: 5_000 });
  }).toPass();
  await field.fill('');
}

/** Waits until the datasets that were deleted, and not restored, are gone from their service. */
export async function awaitDeletions({ leaving }: WindowModel): Promise<void> {
  for (const address of leaving.splice(0)) {
    await expect.poll(async () => (await fetch(address)).status, { message: address }).toBe(404);
  }
}
