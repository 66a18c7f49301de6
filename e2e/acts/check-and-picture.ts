import { expect, type Page } from '@playwright/test';
import { picture } from '../app.ts';
import { checkAccessibility, checkColours } from './check-accessibility.ts';

/** Waits until no colour is on its way to another one: not while a dialog or a theme comes. */
async function settle(window: Page): Promise<void> {
  await expect
    .poll(() => window.evaluate(() => document.getAnimations().filter((one) => one instanceof CSSTransition).length))
    .toBe(0);
}

/**
 * Nothing is wrong with what is on the screen for axe, light and dark, nor with its colours where more contrast is
 * asked for; a picture of each is kept.
 */
export async function checkAndPicture(window: Page, name: string): Promise<void> {
  const root = window.locator('html');
  const asBefore = (await root.getAttribute('data-contrast')) === 'high';
  for (const contrast of ['more', null] as const) {
    await window.emulateMedia({ contrast });
    if (contrast === 'more' || asBefore) await expect(root).toHaveAttribute('data-contrast', 'high');
    else await expect(root).not.toHaveAttribute('data-contrast', 'high');
    for (const colorScheme of ['light', 'dark'] as const) {
      await window.emulateMedia({ colorScheme });
      await expect(root).toHaveAttribute('data-mantine-color-scheme', colorScheme);
      await settle(window);
      if (contrast === 'more') await checkColours(window);
      else await checkAccessibility(window);
      await picture(window, `${name}${contrast === 'more' ? '-contrast' : ''}-${colorScheme}`);
    }
  }
  await window.emulateMedia({ colorScheme: null });
}
