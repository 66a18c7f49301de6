import type { Locator } from '@playwright/test';
import { expect } from '../support/app.ts';

/** Nothing in this part of the window extends beyond its sides, once the part has adapted to its size. */
export async function expectWithin(part: Locator): Promise<void> {
  const beyond = () => part.evaluate((element) => element.scrollWidth - element.clientWidth);
  await expect.poll(beyond).toBe(0);
}
