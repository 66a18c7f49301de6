import { checkAndPicture, pictureInBothThemes } from '../actions/check-and-screenshot.ts';
import { openSettings } from '../actions/views/open-settings.ts';
import { expect, test } from '../support/app.ts';

test('changes of contrast, formats and language take effect at once', async ({ app: { window, electron } }) => {
  await openSettings(window);
  const dialog = window.getByRole('dialog');
  await dialog.getByRole('tab', { name: 'Appearance' }).click();
  await dialog.getByText('High', { exact: true }).click();
  await expect(window.locator('html')).toHaveAttribute('data-contrast', 'high');
  await checkAndPicture(window, 'settings-high-contrast');
  await dialog.getByRole('radiogroup', { name: 'Contrast' }).getByText('System default').click();
  await expect(window.locator('html')).not.toHaveAttribute('data-contrast', 'high');

  await dialog.getByRole('tab', { name: 'Numbers and dates' }).click();
  await expect(dialog.getByText('12,345,678 · −1,234.56')).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Number and date format' }).click();
  await window.getByRole('option', { name: 'German (Switzerland)' }).click();
  await expect(dialog.getByText('12’345’678 · −1’234.56')).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Number and date format' }).click();
  await window.getByRole('option', { name: 'Same as language' }).click();

  await dialog.getByRole('tab', { name: 'Appearance' }).click();
  for (const [language, title, menu] of [
    ['Deutsch', 'Einstellungen', 'Datei'],
    ['Italiano', 'Impostazioni', 'File'],
    ['English', 'Settings', 'File'],
  ] as const) {
    await dialog.getByRole('combobox').first().click();
    await window.getByRole('option', { name: language }).click();
    await expect(window.getByRole('dialog', { name: title })).toBeVisible();
    const labels = () => electron.evaluate(({ Menu }) => Menu.getApplicationMenu()?.items.map(({ label }) => label));
    await expect.poll(labels).toContain(menu);
    if (language !== 'English') await pictureInBothThemes(window, `settings-${language.toLowerCase()}`);
  }
  await window.keyboard.press('Escape');
});
