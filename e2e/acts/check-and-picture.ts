import { expect, type Page } from '@playwright/test';
import { picture } from '../app.ts';
import { checkAccessibility } from './check-accessibility.ts';

/** Nothing is wrong with what is on the screen for axe, light and dark, and a picture of each is kept. */
export async function checkAndPicture(window: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await window.emulateMedia({ colorScheme });
    await expect(window.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    // Colours are looked at once they stand, not while a dialog or the theme comes.
    await expect
      .poll(() => window.evaluate(() => document.getAnimations().filter((one) => one instanceof CSSTransition).length))
      .toBe(0);
    await checkAccessibility(window);
    await picture(window, `${name}-${colorScheme}`);
  }
  await window.emulateMedia({ colorScheme: null });
}
