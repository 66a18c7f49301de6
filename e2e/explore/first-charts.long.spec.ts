import type { Locator, Page } from '@playwright/test';
import { checkAndPicture } from '../actions/check-and-screenshot.ts';
import { openDataset } from '../actions/open-dataset.ts';
import { save } from '../actions/views/charts.ts';
import { expect, test } from '../support/app.ts';

/** The chart that is drawn large once a dataset's charts have been opened. */
async function firstChart(window: Page, namespace: string, dataset: string) {
  await openDataset(window, namespace, dataset);
  await window.getByRole('tab', { name: 'Charts', exact: true }).click();
  const first = window.getByRole('article');
  await expect(first.getByText('Over all rows')).toBeVisible();
  return first;
}

/** The first charts of the samples, by what they show. */
const samples = [
  ['Environment', 'Carbon dioxide in the air at Mauna Loa', 'Carbon dioxide, monthly (ppm)'],
  ['Environment', 'Global temperature', 'Difference (degrees Celsius)'],
  // Units are spelled as in the region of the reader, which a browser takes from its language, the program from the system.
  ['Environment', 'Weather in Seattle, 2012–2015', /^Precipitation, daily \(millimet(re|er)s\)$/],
  ['Environment', 'A week of earthquakes', 'Map of Place and depth'],
  ['Environment', 'Penguins of the Palmer Archipelago', 'Length of beak and Depth of beak'],
  ['Environment', 'Where four animals live', 'Share of year-round habitat by Common name, average'],
  ['Society and culture', 'Life expectancy and fertility', 'Life expectancy by Country (years)'],
  ['Society and culture', 'Football results, 2013–2017', 'Number of rows by month'],
  ['Society and culture', 'Boroughs of London', 'Map of Boundary'],
  ['Society and culture', 'Films', 'US gross by MPAA rating, average in US dollars'],
  ['Society and culture', 'ZIP codes of the United States', 'Map of Location'],
  ['Transport', 'London Underground lines', 'Map of Course'],
  ['Transport', 'Airports of the United States', 'Map of Location'],
  ['Transport', 'Routes between airports, 2008', 'Flights by From, total'],
  ['Transport', 'Bird strikes', 'Number of rows by quarter'],
  ['Transport', 'Flights within the United States, 2001', 'Number of rows by week'],
] as const;

for (const [namespace, dataset, title] of samples) {
  test(`the first chart of ${dataset}`, async ({ app: { window } }) => {
    const first = await firstChart(window, namespace, dataset);
    await expect(first).toHaveAccessibleName(title, { timeout: 20_000 });
    const proposals = window.getByRole('region', { name: 'Suggested charts' });
    // Names and places alone make one chart.
    if (dataset !== 'Boroughs of London') await expect(proposals.locator('canvas').first()).toBeVisible();
    await checkAndPicture(window, `first-chart-${dataset.toLowerCase().replaceAll(/[^a-z]+/g, '-')}`);
  });
}

/** Chooses an option of a list; the next list is opened once this one has gone. */
async function choose(window: Page, field: Locator, option: string | RegExp): Promise<void> {
  await field.click();
  await window.getByRole('option', { name: option, exact: true }).click();
  await expect(window.getByRole('option')).toHaveCount(0);
}

/** Clicks so far, as a person counts them: typing is none. */
function counted() {
  let clicks = 0;
  const click = async (what: Locator) => {
    clicks += 1;
    await what.click();
  };
  return { click, clicks: () => clicks };
}

test('carbon dioxide over time takes one click after the charts have been opened at most', async ({
  app: { window },
}) => {
  await openDataset(window, 'Environment', 'Carbon dioxide in the air at Mauna Loa');
  const { click, clicks } = counted();
  await click(window.getByRole('tab', { name: 'Charts', exact: true }));
  const chart = window.getByRole('article', { name: 'Carbon dioxide, monthly (ppm)', exact: true });
  await expect(chart.locator('canvas').first()).toBeVisible();
  expect(clicks()).toBeLessThanOrEqual(2);
});

test('an index of three countries takes five clicks at most, and is exported with title and source in eight', async ({
  app,
}) => {
  const { window } = app;
  await openDataset(window, 'Society and culture', 'Life expectancy and fertility');
  await window.getByRole('tab', { name: 'Charts', exact: true }).click();
  await expect(window.getByRole('article', { name: 'Life expectancy by Country (years)' })).toBeVisible();
  const form = window.getByRole('form', { name: 'Chart settings' });
  const { click, clicks } = counted();
  await click(form.getByRole('combobox', { name: 'Series', exact: true }));
  for (const country of ['Germany', 'Japan', 'Kenya']) {
    await window.keyboard.type(country);
    await expect(window.getByRole('option', { name: country, exact: true })).toBeVisible();
    await window.keyboard.press('ArrowDown');
    await window.keyboard.press('Enter');
  }
  await window.keyboard.press('Escape');
  await click(form.getByRole('textbox', { name: 'From', exact: true }));
  await window.keyboard.type('1990');
  await window.keyboard.press('Enter');
  await click(form.getByRole('combobox', { name: 'Show as' }));
  await click(window.getByRole('option', { name: 'Index', exact: true }));
  const title = 'Life expectancy by Country, index, 1990 = 100';
  const chart = window.getByRole('article', { name: title, exact: true });
  await expect(chart.getByText('Over all rows')).toBeVisible();
  expect(clicks()).toBeLessThanOrEqual(5);
  await checkAndPicture(window, 'first-charts-index');
  const svg = (await save(app, title, 'Save as SVG…')).toString();
  // Its menu, and the item.
  expect(clicks() + 2).toBeLessThanOrEqual(8);
  for (const text of [title, 'Source: ', 'Germany', 'Japan', 'Kenya']) expect(svg).toContain(text);
  expect(svg.replace(/<desc>[\s\S]*<\/desc>/, '')).not.toContain('127.0.0.1');
  await save(app, title, 'Save as PNG…');
});

test('the samples are drawn on the home page', async ({ app: { window } }) => {
  // Once a sample was opened, it is listed as a recent dataset.
  const picture = window.getByRole('figure', { name: 'Carbon dioxide, monthly (ppm)' });
  await expect(picture.locator('canvas').first()).toBeVisible();
  await checkAndPicture(window, 'home-pictures');
});

test('a dataset is drawn beside its line in search results and in its namespace', async ({ app: { window } }) => {
  const carbon = { name: 'Carbon dioxide, monthly (ppm)' } as const;
  await window.getByRole('textbox', { name: 'Find a dataset' }).fill('mauna loa');
  const results = window.getByRole('list', { name: 'Datasets found' });
  await expect(results.getByRole('figure', carbon).locator('canvas')).toBeVisible();
  await checkAndPicture(window, 'found-pictures');
  await openDataset(window, 'Environment', 'Carbon dioxide in the air at Mauna Loa');
  await window.getByRole('button', { name: 'Environment', exact: true }).click();
  const table = window.getByRole('table', { name: 'Datasets of Environment' });
  await expect(table.getByRole('figure', carbon).locator('canvas')).toBeVisible();
  await checkAndPicture(window, 'namespace-pictures');
});

test('a chart is compared, styled, and printed as it is', async ({ app }) => {
  const { window } = app;
  await firstChart(window, 'Environment', 'Carbon dioxide in the air at Mauna Loa');
  const form = window.getByRole('form', { name: 'Chart settings' });
  const add = async (kind: string) => {
    await choose(window, form.getByRole('combobox', { name: 'Add a line or band…' }), kind);
    await expect(form.getByRole('button', { name: `Remove: ${kind}` })).toBeVisible();
  };
  await add('Mean');
  await add('Period');
  await form.getByRole('textbox', { name: 'Period: From' }).fill('1990');
  await form.getByRole('textbox', { name: 'Period: To' }).fill('1999');
  await form.getByRole('textbox', { name: 'Period: Label' }).fill('The nineties');
  await form.getByRole('button', { name: 'Edit for publication' }).click();
  await choose(window, form.getByRole('combobox', { name: 'Size of pictures' }), /Square/);
  await form.getByRole('textbox', { name: 'At', exact: true }).fill('1997-12');
  await form.getByRole('textbox', { name: 'Text of the note' }).fill('Kyoto protocol');
  await window.keyboard.press('Enter');
  const title = 'Carbon dioxide, monthly (ppm)';
  const svg = (await save(app, title, 'Save as SVG…')).toString();
  for (const text of ['Mean 355.3', 'The nineties', 'Kyoto protocol', 'width="800" height="800"'])
    expect(svg).toContain(text);
  expect((await save(app, title, 'Save as PDF…')).subarray(0, 5).toString()).toBe('%PDF-');
  await checkAndPicture(window, 'first-charts-published');
});

test('countries are mapped by their names', async ({ app }) => {
  const { window } = app;
  const chart = await firstChart(window, 'Society and culture', 'Life expectancy and fertility');
  const form = window.getByRole('form', { name: 'Chart settings' });
  await choose(window, form.getByRole('combobox', { name: 'Chart type' }), 'Map');
  await choose(window, form.getByRole('combobox', { name: 'Place' }), 'Country');
  const title = 'Life expectancy by Country, average in years';
  await expect(chart).toHaveAccessibleName(title);
  await expect(chart.getByText(/not on the map/i)).toHaveCount(0);
  expect((await save(app, title, 'Save as SVG…')).toString()).toContain('≥ ');
  await checkAndPicture(window, 'first-charts-map');
});
