import type { Locator } from '@playwright/test';
import { checkAndPicture } from '../actions/check-and-screenshot.ts';
import { expect, test } from '../support/app.ts';

const airports = 'Airports of the United States';

test('the catalogue can be used with the keyboard alone', async ({ app: { window } }) => {
  const transport = window.getByRole('treeitem', { name: 'Transport', exact: true });
  await expect(transport).toBeVisible({ timeout: 60_000 });
  await transport.focus();
  if ((await transport.getAttribute('aria-expanded')) === 'true') await window.keyboard.press('ArrowLeft');
  await expect(transport).toHaveAttribute('aria-expanded', 'false');
  await window.keyboard.press('ArrowRight');
  await expect(transport).toHaveAttribute('aria-expanded', 'true');
  const leaf = (name: string) => window.getByRole('treeitem', { name }).and(window.locator('[aria-level="3"]'));
  await expect(leaf(airports)).toHaveAccessibleDescription(/3,376 rows/);

  await test.step('typing moves to the first match', async () => {
    // Letters far apart, as on a busy machine, begin anew.
    const typeTo = (text: string, line: Locator) =>
      expect(async () => {
        await window.keyboard.press('Home');
        await window.keyboard.type(text);
        await expect(line).toBeFocused({ timeout: 2000 });
      }).toPass();
    await typeTo('air', leaf(airports));
    await typeTo('tran', transport);
  });

  await test.step('the star key opens every sibling', async () => {
    await window.keyboard.press('*');
    await expect(window.locator('[role="treeitem"][aria-level="2"][aria-expanded="false"]')).toHaveCount(0);
  });

  await test.step('the filter searches everywhere, and the arrow key moves from it into the tree', async () => {
    await window.keyboard.press('Control+Shift+F');
    await window.keyboard.type('transport/airports');
    await expect(window.locator('[role="treeitem"][aria-level="3"]')).toHaveCount(1);
    await checkAndPicture(window, 'catalogue-filter');
    await window.keyboard.press('ArrowDown');
    await window.keyboard.press('End');
    await expect(leaf(airports)).toBeFocused();
    await window.keyboard.press('Enter');
    await expect(window.getByRole('heading', { name: airports })).toBeVisible();
    await window.keyboard.press('Control+Shift+F');
    await window.keyboard.type('nowhere at all');
    await expect(window.getByText('No matches for “nowhere at all” in the catalogue.')).toBeVisible();
    await window.keyboard.press('Escape');
    await expect(transport).toBeVisible();
  });
});
