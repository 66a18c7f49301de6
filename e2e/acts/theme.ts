import type { Page } from '@playwright/test';
import { picture } from '../app.ts';
import { checkAccessibility } from './check-accessibility.ts';

/** Keeps a picture of the window in each theme. */
export async function pictureInBothThemes(window: Page, name: string): Promise<void> {
  await picture(window, `${name}-light`);
  await window.emulateMedia({ colorScheme: 'dark' });
  await picture(window, `${name}-dark`);
  await window.emulateMedia({ colorScheme: null });
}

/** Waits until no colour is on its way to another one. */
async function settle(window: Page): Promise<void> {
  await window.waitForFunction(() => document.getAnimations().every((one) => one.playState !== 'running'));
}

/** Looks for what axe knows to be wrong in each theme, and keeps a picture of each. */
export async function checkInBothThemes(window: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await window.emulateMedia({ colorScheme });
    await settle(window);
    await picture(window, `${name}-${colorScheme}`);
    await checkAccessibility(window);
  }
  await window.emulateMedia({ colorScheme: null });
  await settle(window);
}
