import type { Page } from '@playwright/test';
import { clippedControls, expectFocusSomewhere } from '../actions/check-accessibility.ts';
import { checkAndPicture, checkContrast } from '../actions/check-and-screenshot.ts';
import { expectWithin } from '../actions/expect-within.ts';
import { openDataset } from '../actions/open-dataset.ts';
import { speak } from '../actions/speak.ts';
import { openAirports, showView, views } from '../actions/views/show-view.ts';
import { expect, picture, test } from '../support/app.ts';

const airports = 'Airports of the United States';

/** An overlay: what a user clicks, and what must appear. */
interface Scene {
  readonly name: string;
  /** Whether it is opened from the catalogue, which a narrow window folds away. */
  readonly fromCatalogue?: boolean;
  readonly open: (window: Page) => Promise<void>;
}

const choose = (window: Page, command: string) => async () => {
  await window.keyboard.press('Control+k');
  await expect(window.getByRole('dialog')).toBeVisible();
  await window.keyboard.type(command);
  await window.keyboard.press('Enter');
};

const dialogs: readonly Scene[] = [
  {
    name: 'add-connection',
    fromCatalogue: true,
    open: (window) => window.getByRole('button', { name: 'Add a connection' }).click(),
  },
  {
    name: 'connections',
    fromCatalogue: true,
    open: (window) => window.getByRole('button', { name: 'Manage connections' }).click(),
  },
  { name: 'shortcuts', open: (window) => window.keyboard.press('Shift+F1') },
  { name: 'palette', open: (window) => window.keyboard.press('Control+k') },
  { name: 'settings', open: (window) => window.keyboard.press('Control+,') },
  { name: 'export', open: (window) => window.getByRole('button', { name: 'Export', exact: false }).first().click() },
  {
    name: 'publish',
    fromCatalogue: true,
    open: (window) =>
      window
        .getByRole('button', { name: /^Publish/ })
        .first()
        .click(),
  },
  { name: 'licences', open: (window) => choose(window, 'licen')() },
];

const popups: readonly Scene[] = [
  { name: 'filter', open: (window) => window.getByRole('button', { name: 'Filter', exact: true }).click() },
  { name: 'columns', open: (window) => window.getByRole('button', { name: 'Choose columns' }).click() },
  { name: 'copy', open: (window) => window.getByRole('button', { name: 'Copy selection' }).click() },
  { name: 'display', open: (window) => window.getByRole('button', { name: 'Display' }).click() },
  { name: 'appearance', open: (window) => window.getByRole('button', { name: 'Appearance' }).click() },
  {
    name: 'dataset-menu',
    fromCatalogue: true,
    open: (window) => window.getByRole('treeitem', { name: airports }).last().click({ button: 'right' }),
  },
];

// Each visits many scenes, and each scene is checked four times.
test.describe.configure({ timeout: 900_000 });

for (const [what, scenes] of [
  ['dialogs', dialogs],
  ['menus', popups],
] as const) {
  test(`axe finds no violation in the ${what}; the focus returns from each`, async ({ app: { window } }) => {
    await openAirports(window);
    for (const { name, open } of scenes) {
      await test.step(name, async () => {
        await open(window);
        const shown = window.getByRole('dialog').or(window.getByRole('menu'));
        await expect(shown.first()).toBeVisible();
        await checkAndPicture(window, `dialog-${name}`);
        await checkContrast(window, `dialog-${name}`);
        await window.keyboard.press('Escape');
        await expect(shown).toHaveCount(0);
        await expectFocusSomewhere(window);
      });
    }
  });
}

test('at 200 % zoom, every control can still be reached', async ({ app: { window } }) => {
  await openDataset(window, 'Transport', airports);
  // A window of 1280 by 800 pixels at 200 % has the space of one of half that size.
  await window.setViewportSize({ width: 640, height: 400 });
  await window.emulateMedia({ reducedMotion: 'reduce' });
  try {
    for (const view of views) {
      await showView(window, view);
      expect({ view, cutOff: await clippedControls(window) }).toEqual({ view, cutOff: [] });
      await picture(window, `large-${view.toLowerCase()}`);
    }
    await showView(window, 'Rows');
    const unfold = async ({ fromCatalogue }: Scene) => {
      const shows = window.getByRole('button', { name: 'Show the catalogue' });
      if (fromCatalogue && (await shows.isVisible())) await shows.click();
    };
    for (const scene of dialogs) {
      const { name, open } = scene;
      await unfold(scene);
      await open(window);
      await expect(window.getByRole('dialog')).toBeVisible();
      expect({ name, cutOff: await clippedControls(window) }).toEqual({ name, cutOff: [] });
      await picture(window, `large-dialog-${name}`);
      await window.keyboard.press('Escape');
      await expect(window.getByRole('dialog')).toHaveCount(0);
    }
    for (const scene of popups) {
      const { name, open } = scene;
      await unfold(scene);
      await open(window);
      expect({ name, cutOff: await clippedControls(window) }).toEqual({ name, cutOff: [] });
      await picture(window, `large-popup-${name}`);
      await window.keyboard.press('Escape');
    }
  } finally {
    await window.setViewportSize({ width: 1280, height: 800 });
  }
});

test('at 200 % zoom in German, each section of the settings has room beside their list', async ({
  app: { window },
}) => {
  await speak(window, 'de');
  await window.setViewportSize({ width: 640, height: 400 });
  try {
    await window.keyboard.press('Control+,');
    const settings = window.getByRole('dialog', { name: 'Einstellungen' });
    const list = settings.getByRole('tablist');
    for (const section of await list.getByRole('tab').all()) {
      await section.click();
      const page = settings.getByRole('tabpanel');
      const [beside, own] = [await list.boundingBox(), await page.boundingBox()];
      expect((beside?.x ?? 0) + (beside?.width ?? 0)).toBeLessThanOrEqual(own?.x ?? 0);
      await expectWithin(list);
      await expectWithin(page);
    }
    await window.keyboard.press('Escape');
  } finally {
    await window.setViewportSize({ width: 1280, height: 800 });
    await speak(window, 'en');
  }
});

test('nothing moves if the user asked for reduced motion', async ({ app: { window } }) => {
  await window.emulateMedia({ reducedMotion: 'reduce' });
  await openDataset(window, 'Transport', airports);
  await window.keyboard.press('Shift+F1');
  await expect(window.getByRole('dialog')).toBeVisible();
  const moving = await window.evaluate(() =>
    document
      .getAnimations()
      .map((animation) => Number(animation.effect?.getComputedTiming().duration ?? 0))
      .filter((milliseconds) => milliseconds > 1),
  );
  expect(moving).toEqual([]);
  await window.keyboard.press('Escape');
  await window.emulateMedia({ reducedMotion: null });
});

test('tooltips show at the pointer and at the focus, and Escape closes them alone', async ({ app: { window } }) => {
  await openDataset(window, 'Transport', airports);
  await showView(window, 'Rows');
  const tooltip = window.locator('[role="tooltip"]');
  await window.getByRole('button', { name: 'Manage connections' }).hover();
  await expect(tooltip).toHaveText('Manage connections');
  await expect(tooltip).toBeInViewport({ ratio: 1 });
  await tooltip.hover();
  await picture(window, 'tooltip');
  await window.mouse.move(640, 400);
  await expect(tooltip).toBeHidden();
  await window.keyboard.press('Control+,');
  await expect(window.getByRole('dialog')).toBeVisible();
  await window.keyboard.press('Escape');
  await expect(window.getByRole('dialog')).toBeHidden();
  // A heading of the grid has its name and description.
  await window.locator('[role="columnheader"][col-id="c1"]').hover();
  await expect(tooltip).toContainText('name');
  await picture(window, 'tooltip-of-heading');
  await window.getByRole('button', { name: 'Publish a file' }).first().focus();
  await window.keyboard.press('Tab');
  await expect(tooltip).toHaveText('Add a connection');
  await window.keyboard.press('Escape');
  await expect(tooltip).toBeHidden();
  await expect(window.getByRole('button', { name: 'Add a connection' })).toBeFocused();
});
