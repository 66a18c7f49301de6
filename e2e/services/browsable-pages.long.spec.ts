import { execFileSync } from 'node:child_process';
import path from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { logIn, openBrowserWindow } from '../actions/browse.ts';
import { expectWithin } from '../actions/expect-within.ts';
import { expect, picture, type RunningApp, test } from '../support/app.ts';
import { localServiceAddress } from '../support/local-service-address.ts';

const service = path.resolve(import.meta.dirname, '../..', 'electron', 'service');
const password = 'correct horse battery staple';

/** Creates an account beside the running service, from another process, as the command line does. */
function makeStaff(app: RunningApp, username: string): void {
  const file = (name: string) => JSON.stringify(path.join(service, name));
  const program = `
    const { openCatalogue } = await import(${file('opening/catalogue-location.ts')});
    const { addUser } = await import(${file('accounts/administer.ts')});
    const catalogue = await openCatalogue(${JSON.stringify(app.folder)});
    await addUser(catalogue.records, ${JSON.stringify({ username, password, isStaff: true })});
    await catalogue.close();`;
  execFileSync(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'inherit', 'inherit'] });
}

/** Checks a page in both themes: saved as screenshots, and without an accessibility violation. */
async function look(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await picture(page, `page-${name}-${colorScheme}`);
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
    const found = violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)]);
    expect([name, colorScheme, found]).toEqual([name, colorScheme, []]);
  }
  await page.emulateMedia({ colorScheme: null });
  await expectWithin(page.locator('html'));
  expect(await page.locator('script').count()).toBe(0);
}

test.describe('the pages of the local service', () => {
  let page: Page;

  test.beforeAll(async ({ sharedApp: app }) => {
    const address = await localServiceAddress(app);
    // The largest sample is loaded last.
    const flights = `${address}api/v1/namespaces/transport/datasets/flights/data/?limit=1`;
    const count = async () => (await (await fetch(flights)).json()).count;
    await expect.poll(count, { timeout: 60_000 }).toBe(3_000_000);
    makeStaff(app, 'ada');
    page = await openBrowserWindow(app.electron, `${address}api/`);
  });
  test.afterAll(() => page.close());

  test('can be reached through links alone, from the root to the rows of a dataset', async () => {
    await look(page, 'root');
    await page.getByRole('main').getByRole('link', { name: 'Version 1' }).click();
    await look(page, 'discovery');
    await page.getByRole('main').getByRole('link', { name: 'namespaces', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Namespace List');
    await look(page, 'namespaces');
    await page.getByRole('link', { name: 'Transport', exact: true }).click();
    await look(page, 'namespace');
    await page.getByRole('link', { name: 'Airports of the United States', exact: true }).click();
    await expect(page.getByText('Elements').locator('..')).toContainText('3,376');
    await look(page, 'dataset');
    await page.getByRole('link', { name: 'All rows' }).click();
    await page.getByLabel('Order by').fill('-iata');
    await page.getByRole('spinbutton', { name: 'Rows' }).fill('10');
    await page.getByRole('button', { name: 'Show' }).click();
    await expect(page.getByRole('row').nth(1)).toContainText('ZZV');
    await page.getByRole('link', { name: 'Next' }).click();
    await expect(page.getByText('11–20 of 3,376')).toBeVisible();
    await look(page, 'rows');
  });

  test('report errors as pages too', async ({ app }) => {
    await page.goto(`${await localServiceAddress(app)}api/v1/namespaces/nowhere/`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('404 Not Found');
    await look(page, 'not-found');
    await page.goto(`${await localServiceAddress(app)}api/v1/namespaces/transport/datasets/airports/data/?limit=x`);
    await expect(page.getByText('A valid non-negative integer is required.').first()).toBeVisible();
    await look(page, 'bad-request');
  });

  test('let users with permission create, publish, view and remove, without a script', async ({ app }) => {
    await page.goto(`${await localServiceAddress(app)}api/v1/namespaces/`);
    await logIn(page, 'ada', 'not this one');
    await expect(page.getByRole('alert')).toHaveText('Unable to log in with provided credentials.');
    await look(page, 'log-in');
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Namespace List');

    await page.getByText('Make a namespace').click();
    await look(page, 'make-namespace');
    await page.getByLabel('Label').fill('Harvests <b>& more</b>');
    await page.getByLabel('Slug').fill('harvests');
    await page.getByLabel('Description').fill('From https://example.org/fields.');
    await page.getByRole('button', { name: 'Create' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Harvests <b>& more</b>');

    await page.getByText('Make a dataset').click();
    const form = page.locator('details[open]');
    await form.getByLabel('Label').fill('Apples');
    await form.getByLabel('Slug').fill('apples');
    await form.getByRole('button', { name: 'Create' }).click();
    await expect(page.getByText('This dataset has no data yet.')).toBeVisible();
    await look(page, 'empty-dataset');

    await page.getByText('Publish a new version').click();
    const file = { name: 'apples.csv', mimeType: 'text/csv', buffer: Buffer.from('tree,kilos\n007,12.5\n008,<i>\n') };
    await page.getByLabel('File').setInputFiles(file);
    await page.getByRole('button', { name: 'Publish' }).click();
    const dataset = `${await localServiceAddress(app)}api/v1/namespaces/harvests/datasets/apples/`;
    await expect(async () => {
      await page.goto(dataset);
      await expect(page.getByRole('cell', { name: '007', exact: true })).toBeVisible({ timeout: 500 });
    }).toPass();
    await expect(page.getByRole('cell', { name: '<i>' })).toBeVisible();
    await look(page, 'published-dataset');

    await page.getByRole('link', { name: /^\d{20}$/ }).click();
    await expect(page.getByText('apples.csv', { exact: true })).toBeVisible();
    await look(page, 'version');
    await page.goto(`${dataset}data/?search=007`);
    await page.getByText('Save this query').click();
    await page.getByLabel('Label').fill('The seventh tree');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('The seventh tree');
    await look(page, 'query');
    await page.goto(dataset);
    await expect(page.getByRole('link', { name: 'The seventh tree', exact: true })).toBeVisible();

    await page.getByRole('button', { name: 'OPTIONS' }).click();
    await expect(page.getByText('"renders"')).toBeVisible();
    await look(page, 'options');

    await page.goto(`${await localServiceAddress(app)}api/v1/namespaces/harvests/`);
    await page.getByText('Delete this namespace').click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Namespace List');
    await expect(page.getByText('Harvests')).toHaveCount(0);
    await page.getByRole('link', { name: 'Log out' }).click();
    await look(page, 'log-out');
    await page.getByRole('button', { name: 'Log out' }).click();
    await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible();
  });

  test('can be read on a small screen', async ({ app }) => {
    await page.setViewportSize({ width: 390, height: 800 });
    for (const [name, where] of [
      ['small-dataset', 'api/v1/namespaces/environment/datasets/earthquakes/'],
      ['small-rows', 'api/v1/namespaces/environment/datasets/earthquakes/data/?limit=20'],
    ] as const) {
      await page.goto((await localServiceAddress(app)) + where);
      await look(page, name);
    }
    await page.setViewportSize({ width: 1240, height: 900 });
  });
});
