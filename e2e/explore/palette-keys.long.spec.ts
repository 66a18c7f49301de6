import { chooseCommand } from '../actions/choose-command.ts';
import { expect, test } from '../support/app.ts';

test('keys pressed right after opening go into the palette, which runs a command', async ({ app: { window } }) => {
  // A window that has just opened receives keys a moment later.
  await expect(async () => {
    if (!(await window.getByRole('dialog').isVisible())) await window.keyboard.press('Control+k');
    await expect(window.getByRole('dialog')).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await window.keyboard.press('Escape');
  await expect(window.getByRole('dialog')).toHaveCount(0);
  const place = await window.evaluate(() => {
    const key = { key: 'k', code: 'KeyK', ctrlKey: true, bubbles: true, cancelable: true };
    (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent('keydown', key));
    return document.activeElement?.getAttribute('data-field');
  });
  expect(place).toBe('palette');
  await window.keyboard.press('Escape');
  await expect(window.getByRole('dialog')).toHaveCount(0);
  await chooseCommand(window, 'Keyboard shortcuts');
  await expect(window.getByRole('dialog', { name: 'Keyboard shortcuts', exact: true })).toBeVisible();
  await window.keyboard.press('Escape');
  await expect(window.getByRole('dialog')).toHaveCount(0);
});
