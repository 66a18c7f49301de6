import { parse } from 'csv-parse/sync';
import { checkAndPicture } from '../actions/check-and-screenshot.ts';
import { followLink, readClipboard } from '../actions/input/clipboard.ts';
import { openDataset } from '../actions/open-dataset.ts';
import {
  byOrigin,
  byWeek,
  chart,
  columnButton,
  dataOf,
  drawing,
  flights,
  openCharts,
  removeCharts,
  save,
} from '../actions/views/charts.ts';
import { expect, test } from '../support/app.ts';

test('a chart can be made, explored, read as a table and followed to its rows with the keyboard alone', async ({
  app: { window },
}) => {
  await openCharts(window);
  await columnButton(window, 'From').focus();
  await window.keyboard.press('Enter');
  const frame = await drawing(window, byOrigin);
  await expect(frame).toHaveAccessibleDescription(/^Bars: Number of rows by From\. 20 values\. Highest: /);
  await frame.focus();
  await window.keyboard.press('ArrowRight');
  await window.keyboard.press('ArrowRight');
  const spoken = (await frame.locator('[aria-live]').textContent()) ?? '';
  const [, airport = '', count = ''] = /^(\S+): ([\d,]+)$/.exec(spoken) ?? [];
  expect(Number(count.replaceAll(',', ''))).toBeGreaterThan(1000);
  await window.keyboard.press('t');
  const table = chart(window, byOrigin).getByRole('region', { name: `Data of ${byOrigin}` });
  await expect(table.getByRole('row').nth(2)).toHaveText(`${airport}${count}`);
  await chart(window, byOrigin).getByRole('button', { name: 'Show as chart' }).press('Enter');
  await frame.focus();
  await window.keyboard.press('ArrowRight');
  await window.keyboard.press('ArrowRight');
  await window.keyboard.press('Enter');
  await expect(window.getByRole('tab', { name: 'Rows', exact: true })).toHaveAttribute('aria-selected', 'true');
  await expect(window.getByRole('contentinfo')).toContainText(count);
  await window.getByRole('button', { name: 'Clear all' }).click();
  await window.getByRole('tab', { name: 'Charts', exact: true }).click();
  await removeCharts(window);
});

test('every kind of chart can be drawn, and exported as an image that names its source', async ({ app }) => {
  const { window } = app;
  await openCharts(window);
  await columnButton(window, 'Delay').click();
  await drawing(window, 'Distribution of Delay (minutes)');
  const settings = window.getByRole('form', { name: 'Chart settings' });
  const choose = async (field: string, value: string) => {
    await settings.getByRole('combobox', { name: field, exact: true }).click();
    await window.getByRole('option', { name: value, exact: true }).click();
  };
  await checkAndPicture(window, 'charts-histogram');
  await choose('Chart type', 'Scatter plot');
  await drawing(window, 'Distance and Delay');
  await checkAndPicture(window, 'charts-scatter');
  await choose('Chart type', 'Box plot');
  await choose('Horizontal', 'From');
  await drawing(window, 'Spread of Delay by From (minutes)');
  await checkAndPicture(window, 'charts-box');
  await choose('Chart type', 'Heat map');
  await choose('Horizontal', 'Departure');
  await choose('Vertical', 'To');
  await drawing(window, 'Delay by week and To, median in minutes');
  await checkAndPicture(window, 'charts-heatmap');
  await removeCharts(window);

  await columnButton(window, 'Departure').click();
  await drawing(window, byWeek);
  await choose('Chart type', 'Area');
  await choose('Colour', 'To');
  await choose('Several colours', 'Stacked');
  const stacked = 'Number of rows by week and To';
  await drawing(window, stacked);
  await checkAndPicture(window, 'charts-stacked');
  const svg = (await save(app, stacked, 'Save as SVG…')).toString();
  for (const text of ['<svg', stacked, flights, '_group_by=Week', 'almanac://open?', '</svg>'])
    expect(svg).toContain(text);
  const png = await save(app, stacked, 'Save as PNG…');
  expect(png.subarray(1, 4).toString('latin1')).toBe('PNG');
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1920, 1200]);
  await window.getByRole('button', { name: `Actions for ${stacked}` }).click();
  await window.getByRole('menuitem', { name: 'Copy image' }).click();
  const size = () =>
    app.electron.evaluate(({ clipboard }) => Reflect.get(clipboard, 'readImage').call(clipboard).getSize());
  await expect.poll(size).toEqual({ width: 1920, height: 1200 });
  await removeCharts(window);
});

test('a chart can be saved as a query and opened from it, and a link opens the same chart', async ({ app }) => {
  const { window, electron } = app;
  await openCharts(window);
  await columnButton(window, 'From').click();
  await drawing(window, byOrigin);
  const before = await dataOf(app, byOrigin);
  await window.getByRole('button', { name: `Actions for ${byOrigin}` }).click();
  await window.getByRole('menuitem', { name: 'Save as query…' }).click();
  const dialog = window.getByRole('dialog', { name: 'Save this chart as a query' });
  await expect(dialog.getByLabel('Name')).toHaveValue(byOrigin);
  await dialog.getByLabel('Name').fill('Flights by airport');
  await checkAndPicture(window, 'chart-save');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(window.getByText('Saved as “Flights by airport”').first()).toBeVisible();
  await window.getByRole('button', { name: `Actions for ${byOrigin}` }).click();
  await window.getByRole('menuitem', { name: 'Copy link to this chart' }).click();
  await expect(window.getByText(/Link copied/).first()).toBeVisible();
  const link = await readClipboard(electron);
  await removeCharts(window);

  const dataset = window.getByRole('treeitem', { name: flights }).and(window.locator('[aria-level="3"]'));
  await dataset.focus();
  await window.keyboard.press('ArrowRight');
  await window.getByRole('treeitem', { name: 'Flights by airport' }).click();
  await expect(window.getByRole('tab', { name: 'Charts', exact: true })).toHaveAttribute('aria-selected', 'true');
  await drawing(window, byOrigin);
  expect(await dataOf(app, byOrigin)).toEqual(before);
  await removeCharts(window);

  await followLink(electron, link);
  await expect(window.getByRole('tab', { name: new RegExp(`^${flights} at \\d{20}$`) })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await drawing(window, byOrigin);
  expect(await dataOf(app, byOrigin)).toEqual(before);
  await checkAndPicture(window, 'charts-from-link');
  await window.getByRole('tab', { name: 'About', exact: true }).click();
  await window.getByRole('button', { name: 'Delete Flights by airport' }).click();
  await window.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(window.getByRole('treeitem', { name: 'Flights by airport' })).toBeHidden();
  await window.keyboard.press('Control+W');
});

test('a chart shows two versions together and their difference, and leads to the rows of both', async ({ app }) => {
  const { window } = app;
  const series = 'Carbon dioxide in the air at Mauna Loa';
  await openDataset(window, 'Environment', series);
  await window.getByRole('tab', { name: 'Charts', exact: true }).click();
  await columnButton(window, 'Month').click();
  const form = window.getByRole('form', { name: 'Chart settings' });
  await form.getByRole('combobox', { name: 'Step' }).first().click();
  await window.getByRole('option', { name: 'Year', exact: true }).click();
  const by = form.getByRole('combobox', { name: 'Value', exact: true }).last();
  await expect(by).toHaveValue('Average');
  await by.click();
  await window.getByRole('option', { name: 'Count', exact: true }).click();
  await form.getByRole('combobox', { name: 'Compare with version' }).click();
  await expect(window.getByRole('option')).toHaveCount(7);
  await window.getByRole('option', { name: /1 Jan 2000/ }).click();
  const both = window.getByRole('article', {
    name: /^Carbon dioxide by year, number of values: 1 Jan 2000.* and 1 May 2020/,
  });
  await expect(both.getByText('Over all rows')).toBeVisible();
  await checkAndPicture(window, 'charts-two-versions');

  await form.getByText('Difference', { exact: true }).click();
  const difference = window.getByRole('article', { name: /: 1 May 2020.* minus 1 Jan 2000/ });
  await expect(difference.getByText('Over all rows')).toBeVisible();
  const title = (await difference.getByRole('heading', { level: 3 }).textContent()) ?? '';
  const lines = parse(await save(app, title, 'Save data as CSV…')) as string[][];
  const years = new Map(lines.slice(1).map(([year = '', count]) => [year, Number(count)]));
  expect([1959, 1999, 2000, 2019, 2020].map((year) => years.get(String(year)))).toEqual([0, 0, 12, 12, 4]);
  await checkAndPicture(window, 'charts-difference');

  await difference.locator('[aria-roledescription="chart"]').focus();
  await window.keyboard.press('End');
  await window.keyboard.press('Shift+ArrowLeft');
  await expect(window.getByText(/^Month 2019–2020$/)).toBeVisible();
  await window.getByRole('button', { name: 'Show the differing rows' }).click();
  await expect(window.getByText(/^16 of [\d,]+ differing rows$/)).toBeVisible();
  await expect(window.getByRole('table', { name: 'Differing rows' }).getByText('2020-04')).toBeVisible();
  await checkAndPicture(window, 'charts-differing-rows');
  await window.getByRole('tab', { name: 'Charts', exact: true }).click();
  await expect(window.getByText(/^Month 2019–2020$/)).toBeVisible();
  await window.getByRole('button', { name: 'Show these rows in the other version' }).click();
  await expect(window.getByRole('tab', { name: new RegExp(`^${series} at 20000101`) })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await expect(window.getByText('No rows match')).toBeVisible();
  await window.keyboard.press('Control+W');
  await window.getByRole('button', { name: 'Show these rows', exact: true }).click();
  await expect(window.getByText(/16 of 7\d\d rows/)).toBeVisible();
  await window.getByRole('button', { name: 'Clear all' }).click();
  await window.getByRole('tab', { name: 'Charts', exact: true }).click();
  await removeCharts(window);
});
