import { expect, type Page } from '@playwright/test';

/** More tab stops than any view has. */
const mostStops = 200;

/** Moves the focus to a control with the Tab key alone. @param name its accessible name */
export async function tabTo(window: Page, name: string, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  // A control may still be loaded, or disabled by what runs.
  await expect(async () => {
    for (let stop = 0; stop < mostStops; stop += 1) {
      await window.keyboard.press(key);
      if ((await focusedName(window)) === name) return;
    }
    throw new Error(`The Tab key never reaches “${name}”.`);
  }).toPass({ timeout: 60_000 });
}

/** Chooses an option of a list with the keyboard alone. */
export async function chooseByKeys(window: Page, field: string, option: string): Promise<void> {
  await tabTo(window, field);
  await window.keyboard.press('ArrowDown');
  await expect(window.getByRole('option', { name: option, exact: true })).toBeVisible();
  const options = await window.getByRole('option').count();
  for (let step = 0; step <= options; step += 1) {
    if ((await activeOption(window)) === option) break;
    await window.keyboard.press('ArrowDown');
  }
  expect(await activeOption(window)).toBe(option);
  await window.keyboard.press('Enter');
  await expect(window.getByRole('option')).toHaveCount(0);
}

function focusedName(window: Page): Promise<string> {
  return window.evaluate(() => {
    const { activeElement } = document;
    if (activeElement === null) return '';
    const labels = activeElement instanceof HTMLInputElement ? activeElement.labels : null;
    return activeElement.getAttribute('aria-label') ?? labels?.[0]?.textContent ?? activeElement.textContent ?? '';
  });
}

function activeOption(window: Page): Promise<string> {
  return window.evaluate(() => {
    const id = document.activeElement?.getAttribute('aria-activedescendant') ?? '';
    return document.getElementById(id)?.textContent ?? '';
  });
}
