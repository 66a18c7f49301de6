import { checkAndPicture } from '../actions/check-and-screenshot.ts';
import { chooseCommand } from '../actions/choose-command.ts';
import { expectWithin } from '../actions/expect-within.ts';
import { openDataset } from '../actions/open-dataset.ts';
import { expect, picture, test } from '../support/app.ts';

const quakes = 'A week of earthquakes';

test('the home page offers actions, shows samples with their charts, and can be reopened', async ({
  app: { window },
}) => {
  await openDataset(window, 'Environment', quakes);
  await window.getByRole('button', { name: 'Home' }).click();
  const home = window.getByRole('region', { name: 'Home' });
  await expect(home).toBeVisible();

  await test.step('labelled actions open what they name', async () => {
    await home.getByRole('button', { name: /^Connect to a service/ }).click();
    await expect(window.getByRole('dialog')).toContainText('Address');
    await window.keyboard.press('Escape');
    await home.getByRole('button', { name: /^Publish a file/ }).click();
    await expect(window.getByRole('dialog', { name: 'Publish a file' })).toBeVisible();
    await window.keyboard.press('Escape');
    await expect(window.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('recent datasets are shown with their chart and the time of their last change', async () => {
    const recent = home.getByRole('region', { name: 'Recent' }).getByRole('listitem').filter({ hasText: quakes });
    await expect(recent.getByRole('figure', { name: 'Map of Place and depth' })).toBeVisible();
    await expect(recent).toContainText('Sample');
    await expect(recent).toContainText(/[\d,]{3,} rows/);
    await expect(recent.getByText(/^Updated /)).toHaveAttribute('data-tooltip', /\d{4}/);
    await expect(home.getByRole('region', { name: 'Samples to try' }).getByRole('listitem').first()).toContainText(
      'Sample',
    );
  });

  await test.step('nothing is clipped: themes, a narrow window, large text', async () => {
    await checkAndPicture(window, 'home');
    await window.setViewportSize({ width: 700, height: 640 });
    await picture(window, 'home-narrow');
    await expect(home.getByRole('button', { name: /^Publish a file/ })).toBeInViewport();
    await expectWithin(home);
    await window.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step('a card opens its dataset, and the keyboard leads back', async () => {
    await home
      .getByRole('button', { name: new RegExp(quakes) })
      .first()
      .click();
    await expect(window.getByRole('heading', { name: quakes })).toBeVisible();
    await window.keyboard.press('Alt+Home');
    await expect(home).toBeVisible();
    await expect(window.getByRole('tab', { name: quakes, exact: true })).toHaveAttribute('aria-selected', 'false');
    await window.keyboard.press('Control+Tab');
    await expect(home).toBeHidden();
  });
});

test('a dataset opened by typing its name has the focus', async ({ app: { window } }) => {
  await window.keyboard.press('Alt+Home');
  await window.getByRole('textbox', { name: 'Find a dataset' }).fill(quakes);
  await expect(window.getByRole('list', { name: 'Datasets found' }).getByRole('listitem').first()).toContainText(
    quakes,
  );
  await window.keyboard.press('Enter');
  await expect(window.getByRole('heading', { name: quakes })).toBeVisible();
  await expect(window.locator('[data-front] :focus')).toBeVisible();
});

test('the tour walks through the window, can be left at any step, and can be reopened', async ({ app: { window } }) => {
  await window.keyboard.press('Alt+Home');
  const home = window.getByRole('region', { name: 'Home' });
  await home.getByRole('button', { name: 'Take the tour' }).click();
  const tour = window.getByRole('dialog');
  const titles = ['The catalogue', 'Tabs', 'The command palette', 'Publishing', 'Jobs'];
  for (const [position, title] of titles.entries()) {
    await expect(tour).toHaveAccessibleName(title);
    await expect(tour).toContainText(`Step ${position + 1} of ${titles.length}`);
    await expect(tour).toBeInViewport({ ratio: 1 });
    if (position === 1) await checkAndPicture(window, 'tour', '[role="dialog"]');
    await expect(tour.getByRole('button', { name: /^(Next|Done)$/ })).toBeFocused();
    await window.keyboard.press('Enter');
  }
  await expect(tour).toHaveCount(0);
  // After it was taken, the tour is no longer offered as new.
  await expect(home.getByRole('button', { name: 'Not now' })).toBeHidden();
  await expect(home.getByRole('button', { name: 'Take the tour' })).toBeFocused();

  await chooseCommand(window, 'Take the tour');
  await expect(tour).toHaveAccessibleName('The catalogue');
  await window.setViewportSize({ width: 700, height: 500 });
  await expect(tour).toBeInViewport({ ratio: 1 });
  await picture(window, 'tour-narrow');
  await window.keyboard.press('Escape');
  await expect(tour).toHaveCount(0);
  await window.setViewportSize({ width: 1280, height: 800 });
});
