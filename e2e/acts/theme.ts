import type { Page } from '@playwright/test';
import { picture } from '../app.ts';

/** Keeps a picture of the window in each theme. */
export async function pictureInBothThemes(window: Page, name: string): Promise<void> {
  await picture(window, `${name}-light`);
  await window.emulateMedia({ colorScheme: 'dark' });
  await picture(window, `${name}-dark`);
  await window.emulateMedia({ colorScheme: null });
}
