import { openDataset } from '../actions/open-dataset.ts';
import { readRow } from '../actions/read-row.ts';
import { expect, picture, shownTab, test } from '../support/app.ts';
import { type Flight, sourceFlights } from '../support/source-rows.ts';

const flights = 'Flights within the United States, 2001';

/** The grid knows columns by their position in the dataset: a name from elsewhere never becomes a key. */
const shown = ['c0', 'c1', 'c2', 'c3', 'c4'];

function asShown({ date, delay, distance, origin, destination }: Flight): string[] {
  const [day = '', time = ''] = date.split('T');
  const month = new Intl.DateTimeFormat('en', { month: 'short', timeZone: 'UTC' }).format(new Date(day));
  const number = (text: string) => Number(text).toLocaleString('en').replace('-', '−');
  return [
    `${Number(day.slice(8))} ${month} ${day.slice(0, 4)} ${time}`,
    number(delay),
    number(distance),
    origin,
    destination,
  ];
}

test.describe('three million rows', () => {
  test('are opened by clicking and scrolled to the end and back, each cell equal to the source file', async ({
    app: { window },
  }) => {
    await openDataset(window, 'Transport', flights);
    await expect(window.getByRole('contentinfo')).toContainText('3,000,000 rows', { timeout: 60_000 });
    const [first] = await sourceFlights(0, 1);
    const [middle] = await sourceFlights(1_499_999, 1_500_000);
    const [last] = await sourceFlights(2_999_999, 3_000_000);
    if (first === undefined || middle === undefined || last === undefined) throw new Error('The source file is short');

    expect(await readRow(window, 1, shown)).toEqual(asShown(first));
    await picture(window, 'rows-light');

    await window.getByRole('button', { name: 'Last row' }).click();
    expect(await readRow(window, 3_000_000, shown)).toEqual(asShown(last));
    await picture(window, 'rows-end');

    await window.getByRole('textbox', { name: 'Go to row' }).fill('1500000');
    await window.keyboard.press('Enter');
    expect(await readRow(window, 1_500_000, shown)).toEqual(asShown(middle));

    await window.getByRole('button', { name: 'First row' }).click();
    expect(await readRow(window, 1, shown)).toEqual(asShown(first));
  });

  test('the keyboard moves to the end and back', async ({ app: { window } }) => {
    await openDataset(window, 'Transport', flights);
    const [last] = await sourceFlights(2_999_999, 3_000_000);
    if (last === undefined) throw new Error('The source file is short');
    await window.locator(`${shownTab} [row-index="0"] [role="gridcell"][col-id="c1"]`).click();
    await window.keyboard.press('Control+End');
    expect(await readRow(window, 3_000_000, shown)).toEqual(asShown(last));
    await window.keyboard.press('Control+Home');
    await expect(window.locator(`${shownTab} [row-index="0"] [role="gridcell"][col-id="c1"]`)).toBeVisible();
  });

  test('columns, versions and about describe the data', async ({ app: { window } }) => {
    await openDataset(window, 'Transport', flights);
    await window.getByRole('tab', { name: 'Columns' }).click();
    await expect(window.getByText('Minutes by which it arrived late; negative where it was early.')).toBeVisible();
    await picture(window, 'columns-light');

    await window.getByRole('tab', { name: 'Versions' }).click();
    await expect(window.getByText(/^\d{20}$/).first()).toBeVisible();
    await picture(window, 'versions-light');

    await window.getByRole('tab', { name: 'About' }).click();
    await expect(window.getByText(/Three million flights of the first half of 2001/)).toBeVisible();
    await picture(window, 'about-light');
  });
});

test('a series shows each of its versions, and an older one opens with its own rows', async ({ app: { window } }) => {
  await openDataset(window, 'Environment', 'Carbon dioxide in the air at Mauna Loa');
  await expect(window.getByRole('contentinfo')).toContainText('741 rows');
  await window.getByRole('tab', { name: 'Versions' }).click();
  await expect(window.getByText(/^\d{20}$/)).toHaveCount(8);
  await picture(window, 'versions-series');
  await window.getByRole('button', { name: /open/i }).last().click();
  await expect(window.getByRole('contentinfo')).toContainText('137 rows');
});

test('codes keep their leading zeros, points are shown as points', async ({ app: { window } }) => {
  await openDataset(window, 'Society and culture', 'ZIP codes of the United States');
  expect(await readRow(window, 1, ['c0'])).toEqual(['00501']);
  await openDataset(window, 'Transport', 'Airports of the United States');
  expect((await readRow(window, 1, ['c7']))[0]).toMatch(/^Point/);
});
