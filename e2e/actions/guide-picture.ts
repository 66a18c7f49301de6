import path from 'node:path';
import type { Page } from '@playwright/test';
import { picture } from '../support/app.ts';

/** The guide's pictures, which are part of the sources; updated only if `ALMANAC_GUIDE_PICTURES=1`. */
const place = path.resolve(import.meta.dirname, '../../docs/guide/pictures');

/** Takes a picture of the window for the guide. @param name file name without extension */
export async function guidePicture(window: Page, name: string): Promise<void> {
  await window.emulateMedia({ colorScheme: 'light' });
  await picture(window, `guide-${name}`);
  if (process.env.ALMANAC_GUIDE_PICTURES === '1') await window.screenshot({ path: path.join(place, `${name}.png`) });
  await window.emulateMedia({ colorScheme: null });
}
