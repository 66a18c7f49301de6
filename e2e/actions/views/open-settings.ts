import type { Page } from '@playwright/test';
import { expect } from '../../support/app.ts';

/** Opens the settings with their keys. */
export async function openSettings(window: Page): Promise<void> {
  await expect(window.getByRole('tree', { name: 'Catalogue' })).toBeVisible();
  await window.keyboard.press('Control+,');
  await expect(window.getByRole('dialog', { name: 'Settings' })).toBeVisible();
}
