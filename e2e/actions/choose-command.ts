import { expect, type Page } from '@playwright/test';

/** Chooses a command from the palette by typing its whole name. */
export async function chooseCommand(window: Page, title: string): Promise<void> {
  // The window takes keys as soon as it has been drawn. The button's name depends on the language.
  await expect(window.locator('[data-tour="palette"]')).toBeVisible();
  await window.keyboard.press('Control+k');
  const field = window.getByRole('dialog').getByRole('textbox');
  await expect(field).toBeFocused();
  await field.fill(title);
  await expect(window.getByRole('dialog').getByRole('button', { name: title }).first()).toBeVisible();
  await window.keyboard.press('Enter');
}
