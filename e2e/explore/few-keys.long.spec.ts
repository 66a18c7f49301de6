import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { chooseNext } from '../actions/input/choose-files.ts';
import { expect, test } from '../support/app.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Presses keys as a user who has no mouse would, and counts them. */
class Keyboard {
  readonly #window: Page;
  pressed = 0;

  constructor(window: Page) {
    this.#window = window;
  }

  async press(key: string, times = 1): Promise<void> {
    for (let time = 0; time < times; time += 1) await this.#window.keyboard.press(key);
    this.pressed += times;
  }

  /** Presses a key until an element has the focus. */
  async pressUntil(key: string, name: RegExp): Promise<void> {
    for (let time = 0; time < 60; time += 1) {
      if (name.test(await nameOfFocused(this.#window))) return;
      await this.press(key);
    }
    throw new Error(`${key} does not reach ${name}.`);
  }
}

function nameOfFocused(window: Page): Promise<string> {
  return window.evaluate(() => {
    const { activeElement } = document;
    return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent ?? '';
  });
}

/** Opens a dataset from the palette; the focus is in its rows then. */
async function openByKeys(window: Page, words: string): Promise<void> {
  await window.keyboard.press('Control+k');
  const field = window.getByRole('dialog').getByRole('textbox');
  await expect(field).toBeFocused();
  await field.fill(words);
  await expect(window.getByRole('dialog').getByRole('button', { name: words }).first()).toBeVisible();
  await window.keyboard.press('Enter');
  await expect(window.locator('[role="gridcell"]:focus')).toBeVisible();
}

test('a chart is drawn with at most twelve keys', async ({ app: { window } }) => {
  await openByKeys(window, 'Global temperature');
  const keyboard = new Keyboard(window);
  await keyboard.press('Control+3');
  await expect(window.getByRole('heading', { name: 'Choose a column to chart' })).toBeVisible();
  await expect(window.locator('[data-region="view"] :focus')).toBeVisible();
  await keyboard.pressUntil('Tab', /^Chart of /);
  await keyboard.press('Enter');
  await expect(window.getByRole('figure').first()).toBeVisible();
  expect(keyboard.pressed).toBeLessThanOrEqual(12);
});

test('two versions are compared with at most twelve keys', async ({ app: { window } }) => {
  await openByKeys(window, 'Carbon dioxide in the air at Mauna Loa');
  const keyboard = new Keyboard(window);
  await keyboard.press('Control+5');
  await expect(window.locator('[data-region="view"] :focus')).toBeVisible();
  await keyboard.pressUntil('Tab', /^Select version/);
  await keyboard.press('Space');
  await keyboard.press('ArrowDown', 2);
  await keyboard.press('Space');
  await keyboard.press('Enter');
  await expect(window.getByText(/rows? added/)).toBeVisible();
  expect(keyboard.pressed).toBeLessThanOrEqual(12);
});

test('a file with two questions is published with at most twenty keys', async ({ app: { electron, window } }) => {
  const file = path.join(temporaryFolder('few-keys'), 'few keys.csv');
  writeFileSync(file, 'day;amount\n01/02/2023;1,234\n03/04/2023;5,678\n05/06/2023;9,012\n');
  await chooseNext(electron, file);
  const keyboard = new Keyboard(window);
  await keyboard.press('Control+o');
  await expect(window.getByRole('button', { name: 'Choose a file…' })).toBeFocused();
  await keyboard.press('Enter');
  await expect(window.getByRole('button', { name: /^Day first/ })).toBeFocused();
  await keyboard.press('Enter');
  await expect(window.getByRole('button', { name: /^Decimal point/ })).toBeFocused();
  await keyboard.press('Enter');
  await expect(window.getByRole('button', { name: 'Publish', exact: true })).toBeFocused();
  await keyboard.press('Enter');
  await expect(window.getByText(/^3 rows in /)).toBeVisible();
  expect(keyboard.pressed).toBeLessThanOrEqual(20);
  await window.keyboard.press('Escape');
  await expect(window.getByRole('dialog')).toHaveCount(0);
});

test('a grid is one stop of Tab, and F6 moves between the parts of the window', async ({ app: { window } }) => {
  await openByKeys(window, 'Weather in Seattle');
  const isInGrid = () => window.evaluate(() => document.activeElement?.closest('[role="grid"]') !== null);
  expect(await isInGrid()).toBe(true);
  await window.keyboard.press('Tab');
  expect(await isInGrid()).toBe(false);
  await window.keyboard.press('Shift+Tab');
  await expect.poll(isInGrid).toBe(true);
  const regions = new Set<string | null>();
  for (let step = 0; step < 8; step += 1) {
    await window.keyboard.press('F6');
    regions.add(
      await window.evaluate(
        () => document.activeElement?.closest('[data-region]')?.getAttribute('data-region') ?? null,
      ),
    );
  }
  expect([...regions]).toEqual(expect.arrayContaining(['catalogue', 'tabs', 'views', 'view', 'status']));
});
