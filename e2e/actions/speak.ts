import { expect, type Page } from '@playwright/test';
import type { ShellBridge } from '#shared/rpc/shell/shell.ts';

/** Reloads the page in a language, including the pseudo-language of tests (`en-XA`). */
export async function speak(page: Page, language: string): Promise<void> {
  await page.evaluate(async (spoken) => {
    const { almanac } = window as unknown as { readonly almanac: ShellBridge };
    // The main process owns the choice, and knows no language for tests.
    await almanac.call('setLanguage', { language: spoken.includes('-') ? 'system' : (spoken as 'en') });
    const settings: unknown = JSON.parse(localStorage.getItem('almanac-settings') ?? '{}');
    localStorage.setItem('almanac-settings', JSON.stringify({ ...(settings as object), language: spoken }));
  }, language);
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', language);
  // A narrow window shows no catalogue.
  await expect(page.locator('[data-tour="palette"]')).toBeVisible();
}
