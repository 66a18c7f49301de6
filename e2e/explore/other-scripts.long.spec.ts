import { checkAndPicture } from '../actions/check-and-screenshot.ts';
import { expectWithin } from '../actions/expect-within.ts';
import { openDataset } from '../actions/open-dataset.ts';
import { speak } from '../actions/speak.ts';
import { expect, picture, shownTab, test } from '../support/app.ts';

const quakes = 'A week of earthquakes';

const views = ['rows', 'columns', 'charts', 'summary', 'versions', 'about', 'map'] as const;

test.afterAll(async ({ app: { window } }) => {
  await window.setViewportSize({ width: 1280, height: 800 });
  await speak(window, 'en');
});

test('the window is laid out for longer words', async ({ app: { window } }) => {
  const language = 'en-XA';
  test.setTimeout(300_000);
  await speak(window, 'en');
  await openDataset(window, 'Environment', quakes);
  await speak(window, language);
  await expect(window.locator(`${shownTab} [row-index="0"] [role="gridcell"]`).first()).not.toBeEmpty();
  // A label keeps its own direction, so that a long one is truncated at its end.
  await expect(window.getByRole('heading', { name: quakes })).toHaveCSS('direction', 'ltr');
  await picture(window, `${language}-rows`);
  for (const [position, view] of views.entries()) {
    await window.locator('[data-region="views"] [role="tab"]').nth(position).click();
    await expect(window.locator('[role="tabpanel"] [role="tabpanel"]:visible').first()).not.toBeEmpty();
    await expectWithin(window.locator('html'));
    await picture(window, `${language}-${view}`);
  }
  await window.locator('[data-region="views"] [role="tab"]').first().click();
  await checkAndPicture(window, `${language}-view`);
  await window.keyboard.press('Alt+Home');
  await expect(window.locator('[data-help="first-steps"]')).toBeVisible();
  await picture(window, `${language}-home`);
  await window.setViewportSize({ width: 700, height: 800 });
  await expectWithin(window.locator('html'));
  await picture(window, `${language}-home-narrow`);
  await window.setViewportSize({ width: 1280, height: 800 });
  await window.keyboard.press('Control+,');
  await expect(window.getByRole('dialog')).toBeVisible();
  await picture(window, `${language}-settings`);
  await window.keyboard.press('Escape');
  await expect(window.getByRole('dialog')).toHaveCount(0);
  await window.keyboard.press('F1');
  await expect(window.getByRole('dialog')).toBeVisible();
  await picture(window, `${language}-help`);
  await window.keyboard.press('Escape');
});

test('row numbers and frozen columns stay where reading starts', async ({ app: { window } }) => {
  await speak(window, 'en');
  await openDataset(window, 'Transport', 'Airports of the United States');
  await window.getByRole('button', { name: 'Choose columns' }).click();
  await window.getByRole('button', { name: 'Freeze Country', exact: true }).click();
  await window.keyboard.press('Escape');
  const grid = window.getByRole('grid');
  await expect(grid.locator('[row-index="0"] [role="gridcell"]').first()).not.toBeEmpty();
  // Wherever an earlier test has left it, to which it returns until a key is pressed.
  await window.keyboard.press('Shift');
  await window.locator('.ag-grid-viewport').evaluate((viewport) => viewport.scrollTo({ left: 0 }));
  const edges = () =>
    grid.evaluate((element) => {
      const box = element.getBoundingClientRect();
      return ['row-number', 'c4', 'c0'].map((id) => {
        const cell = element.querySelector(`[row-index="0"] [col-id="${id}"]`)?.getBoundingClientRect();
        if (cell === undefined) return Number.NaN;
        return Math.round(cell.left - box.left);
      });
    });
  await expect.poll(async () => (await edges())[0]).toBeLessThanOrEqual(1);
  const [number = 0, frozen = 0, first = 0] = await edges();
  expect(frozen).toBeGreaterThan(number);
  expect(first).toBeGreaterThan(frozen);
  // They stay there when the grid is scrolled sideways.
  await grid.locator('[row-index="0"] [col-id="c0"]').click();
  for (let column = 0; column < 6; column += 1) await window.keyboard.press('ArrowRight');
  await expect(grid.locator('[col-id="c7"]').first()).toBeInViewport({ ratio: 0.5 });
  expect((await edges()).slice(0, 2)).toEqual([number, frozen]);
  await picture(window, 'frozen-columns');
  // Cells that were drawn again are where screen readers count them.
  for (let column = 0; column < 6; column += 1) await window.keyboard.press('ArrowLeft');
  const places = () =>
    grid
      .locator('[row-index="0"] [aria-colindex]')
      .evaluateAll((cells) => cells.map((cell) => Number(cell.ariaColIndex)));
  await expect.poll(places).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9].slice(0, (await places()).length));
  await window.getByRole('button', { name: 'Choose columns' }).click();
  await window.getByRole('button', { name: 'Unfreeze Country', exact: true }).click();
  await window.keyboard.press('Escape');
});
