import { expect, type Page } from '@playwright/test';
import { runsAll } from '../../electron/lib/testing/tier.ts';
import { picture, savesPictures } from '../support/app.ts';
import { checkAccessibility, checkColours, checkNotes } from './check-accessibility.ts';

/** Waits until no colour transition is running, for instance of a dialog or a theme. */
async function settle(window: Page): Promise<void> {
  await expect
    .poll(() => window.evaluate(() => document.getAnimations().filter((one) => one instanceof CSSTransition).length))
    .toBe(0);
}

/** The themes, the light one first. */
export const schemes = ['light', 'dark'] as const;

/** Shows the window in a theme, and waits until it is drawn. */
export async function show(window: Page, colorScheme: (typeof schemes)[number]): Promise<void> {
  await window.emulateMedia({ colorScheme });
  await expect(window.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
  await settle(window);
}

/** Checks the contrast with more contrast requested, light and dark; saves a screenshot of each. Not in the quick tier. */
export async function checkContrast(window: Page, name: string): Promise<void> {
  if (!runsAll) return;
  await window.emulateMedia({ contrast: 'more' });
  await expect(window.locator('html')).toHaveAttribute('data-contrast', 'high');
  for (const colorScheme of schemes) {
    await show(window, colorScheme);
    await checkColours(window);
    await picture(window, `${name}-contrast-${colorScheme}`);
  }
  await window.emulateMedia({ contrast: null, colorScheme: null });
}

/** Saves a screenshot of the window in each theme, where screenshots are saved. */
export async function pictureInBothThemes(window: Page, name: string): Promise<void> {
  if (!savesPictures) return;
  for (const colorScheme of schemes) {
    await show(window, colorScheme);
    await picture(window, `${name}-${colorScheme}`);
  }
  await window.emulateMedia({ colorScheme: null });
}

/** Saves a screenshot of a narrow and of a wide window in each theme, where screenshots are saved. */
export async function pictureInTwoWidths(window: Page, name: string): Promise<void> {
  const size = window.viewportSize();
  for (const width of [800, 1440]) {
    await window.setViewportSize({ width, height: 800 });
    await pictureInBothThemes(window, `${name}-${width}`);
  }
  if (size !== null) await window.setViewportSize(size);
}

/**
 * Checks that axe finds nothing wrong in the light theme, and nothing with the colours of the dark one, which differs in
 * nothing else; saves a screenshot of each. The quick tier checks the light theme alone.
 * @param within the part to check, if the rest was checked before
 */
export async function checkAndPicture(window: Page, name: string, within?: string): Promise<void> {
  await show(window, 'light');
  await checkAccessibility(window, within);
  await picture(window, `${name}-light`);
  if (runsAll) {
    await show(window, 'dark');
    await checkColours(window, within);
    await picture(window, `${name}-dark`);
  }
  await window.emulateMedia({ colorScheme: null });
}

/** Checks a note with axe, light and dark; it stays as long as the pointer is on it. */
export async function checkNote(window: Page, text: string): Promise<void> {
  await window.getByRole('alert').filter({ hasText: text }).first().hover();
  for (const colorScheme of schemes) {
    await show(window, colorScheme);
    await checkNotes(window);
  }
  await window.emulateMedia({ colorScheme: null });
}
