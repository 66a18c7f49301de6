import { addConnection, openRemoteDataset } from '../actions/connect.ts';
import { expect, picture, test } from '../support/app.ts';
import { startLarge } from '../support/large-service.ts';

test('300 columns and 500 versions of a service that only knows the specification', async ({ app: { window } }) => {
  const service = await startLarge({ columns: 300, rows: 5000, versions: 500 });
  try {
    await addConnection(window, service.url, 'Elsewhere');
    await openRemoteDataset(window, ['Elsewhere', 'Large', 'Wide']);

    await test.step('columns are profiled from the rows that were read, as is stated', async () => {
      await window.getByRole('tab', { name: 'Columns' }).click();
      await expect(window.getByText('Profile of the first 1,333 of 5,000 rows')).toBeVisible();
      const headers = window.getByRole('rowheader');
      const region = window.getByRole('region', { name: 'Columns' });
      await region.focus();
      await window.keyboard.press('End');
      const last = window.getByRole('row').filter({ has: window.getByRole('rowheader', { name: 'Column 299' }) });
      await expect(last.getByRole('toolbar')).toBeVisible();
      expect(await headers.count()).toBeLessThan(40);
      await picture(window, 'columns-remote');
      await window.getByRole('button', { name: 'Read more rows' }).click();
      await expect(window.getByText('Profile of all 5,000 rows')).toBeVisible();
      await expect(last).toContainText('7');
      await window.getByLabel('Find a column').fill('Column 25');
      await expect(window.getByText('11 columns')).toBeVisible();
    });

    await test.step('versions are on a timeline, grouped where they are too close', async () => {
      await window.getByRole('tab', { name: 'Versions' }).click();
      const axis = window.getByRole('slider', { name: /^Version timeline/ });
      await expect(axis).toHaveAttribute('aria-valuemax', '500');
      await axis.focus();
      await window.keyboard.press('Home');
      await expect(axis).toHaveAttribute('aria-valuetext', /1,000 rows/);
      await expect(window.getByRole('row').last()).toContainText('first');
      expect(await window.getByRole('row').count()).toBeLessThan(40);
      await picture(window, 'versions-500');
      for (let press = 0; press < 5; press += 1) await window.keyboard.press('+');
      await window.keyboard.press('ArrowRight');
      await expect(axis).toHaveAttribute('aria-valuenow', '2');
      await picture(window, 'versions-500-zoomed');
    });

    await test.step('versions are not compared here, with a message that says what to do', async () => {
      const choices = window.getByRole('checkbox', { name: /^Select version/ });
      await choices.nth(-1).check();
      await choices.nth(-2).check();
      await window.getByRole('button', { name: 'Compare', exact: true }).click();
      await expect(window.getByRole('heading', { name: 'This service does not compare versions' })).toBeVisible();
      await expect(window.getByRole('button', { name: 'Keep local copies' })).toBeVisible();
      await picture(window, 'comparing-not-here');
    });
  } finally {
    await service.close();
  }
});
