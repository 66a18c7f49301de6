import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pngQuantize } from '@napi-rs/image';
import { expect, type Page } from '@playwright/test';
import { schemes, show } from './check-and-screenshot.ts';

/** The guide's pictures, which are part of the sources; updated only if `ALMANAC_GUIDE_PICTURES=1`. */
const place = path.resolve(import.meta.dirname, '../../docs/guide/pictures');

/**
 * Takes pictures of the window for the guide, one in each theme: once nothing moves any more, and without notices.
 * @param name file name without extension; the dark one ends with `-dark`
 */
export async function guidePicture(window: Page, name: string): Promise<void> {
  if (process.env.ALMANAC_GUIDE_PICTURES !== '1') return;
  // Nothing is shown as under the pointer.
  await window.mouse.move(0, 0);
  for (const colorScheme of schemes) {
    await show(window, colorScheme);
    await expect(window.getByRole('alert')).toHaveCount(0);
    await expect(window.locator('[aria-busy="true"]:visible')).toHaveCount(0);
    const file = `${name}${colorScheme === 'dark' ? '-dark' : ''}.png`;
    await writeFile(path.join(place, file), await pngQuantize(await settledPicture(window)));
  }
  await window.emulateMedia({ colorScheme: null });
}

/** A screenshot that is the same as the one before it. */
async function settledPicture(window: Page): Promise<Buffer> {
  let last: Buffer = Buffer.alloc(0);
  await expect
    .poll(async () => {
      const before = last;
      last = await window.screenshot();
      return last.equals(before);
    })
    .toBe(true);
  return last;
}
