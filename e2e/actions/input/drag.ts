import type { Locator, Page } from '@playwright/test';

/** Drags something onto something else in several small moves: a slow window must see that a drag has begun. */
export async function drag(window: Page, from: Locator, to: Locator): Promise<void> {
  await from.hover();
  await window.mouse.down();
  const box = await to.boundingBox();
  if (box === null) throw new Error('There is nothing to drop it on.');
  await window.mouse.move(box.x + box.width / 2, box.y + Math.min(box.height / 2, 40), { steps: 12 });
  await to.hover({ position: { x: box.width / 2, y: Math.min(box.height / 2, 40) }, force: true });
  await window.mouse.up();
}
