import type { Page } from '@playwright/test';

/** Presses keys one after the other within a single task of the window: no frame is drawn between them. */
export async function pressInOneTask(window: Page, keys: readonly string[]): Promise<void> {
  await window.evaluate((pressed) => {
    for (const key of pressed) {
      document.activeElement?.dispatchEvent(
        new KeyboardEvent('keydown', { key, code: key, bubbles: true, cancelable: true, composed: true }),
      );
    }
  }, keys);
}

/**
 * From now on, whenever the grid removes the focused cell from the page, arrow down is pressed in the same task.
 * @returns how often that has happened, and how often no cell received the key
 */
export async function pressWhileRedrawn(
  window: Page,
): Promise<() => Promise<{ readonly pressed: number; readonly lost: number }>> {
  const presses = await window.evaluateHandle(() => {
    const seen = { pressed: 0, lost: 0 };
    let cell = document.activeElement;
    new MutationObserver(() => {
      if (cell?.isConnected) return;
      cell = document.activeElement;
      seen.pressed += 1;
      if (cell?.role !== 'gridcell') seen.lost += 1;
      cell?.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'ArrowDown', code: 'ArrowDown', bubbles: true, cancelable: true }),
      );
      cell = document.activeElement;
    }).observe(document.body, { childList: true, subtree: true });
    return seen;
  });
  return () => presses.jsonValue();
}
