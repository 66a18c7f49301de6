import type { Page } from '@playwright/test';
import { checkAndPicture } from '../actions/check-and-screenshot.ts';
import { openDataset } from '../actions/open-dataset.ts';
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
  ['Environment', 'Weather in Seattle, 2012–2015', 'Precipitation, daily (millimetres)'],
  ['Environment', 'A week of earthquakes', 'Map of Place and depth'],
  ['Environment', 'Penguins of the Palmer Archipelago', 'Length of beak and Depth of beak'],
  ['Environment', 'Where four animals live', 'Share of year-round habitat by Common name, average'],
  ['Society and culture', 'Life expectancy and fertility', 'Life expectancy by Country (years)'],
  ['Society and culture', 'Football results, 2013–2017', 'Number of rows by month'],
  ['Society and culture', 'Boroughs of London', 'Map of Boundary'],
  ['Society and culture', 'Films', 'Number of rows by year'],
  ['Transport', 'Airports of the United States', 'Map of Location'],
  ['Transport', 'Routes between airports, 2008', 'Flights by From, total'],
  ['Transport', 'Bird strikes', 'Number of rows by quarter'],
  ['Transport', 'Flights within the United States, 2001', 'Number of rows by week'],
] as const;

for (const [namespace, dataset, title] of samples) {
  test(`the first chart of ${dataset}`, async ({ app: { window } }) => {
    const first = await firstChart(window, namespace, dataset);
    await expect.soft(first).toHaveAccessibleName(title);
    const proposals = window.getByRole('region', { name: 'Suggested charts' });
    await expect(proposals.getByRole('button').first()).toBeVisible();
    await expect(proposals.locator('canvas').first()).toBeVisible();
    await checkAndPicture(window, `first-chart-${dataset.toLowerCase().replaceAll(/[^a-z]+/g, '-')}`);
  });
}
