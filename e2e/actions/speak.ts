import { expect, type Page } from '@playwright/test';

/** Reloads the page in a language, including those for tests (`ar-XB` runs from right to left). */
export async function speak(window: Page, language: string): Promise<void> {
  await window.evaluate((spoken) => {
    const settings: unknown = JSON.parse(localStorage.getItem('almanac-settings') ?? '{}');
    localStorage.setItem('almanac-settings', JSON.stringify({ ...(settings as object), language: spoken }));
  }, language);
  await window.reload();
  await expect(window.locator('html')).toHaveAttribute('lang', language);
  await expect(window.getByRole('tree')).toBeVisible();
}
