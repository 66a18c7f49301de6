import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { checkAndPicture } from './acts/check-and-picture.ts';
import { dropFile } from './acts/drop-file.ts';
import { expect, test } from './app.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'almanac-odd-files-'));
const ragged = path.join(folder, 'ragged.csv');
const worldBank = path.join(folder, 'world-bank.csv');

test.describe.configure({ mode: 'serial' });
test.beforeAll(() => {
  const records = Array.from({ length: 60 }, (_, at) =>
    at === 30 ? 'Bonn, am Rhein,331,1949' : `Town ${at},${at * 7},19${at + 10}`,
  );
  writeFileSync(ragged, `name,people,founded\n${records.join('\n')}\n`);
  const lines = ['"Data Source","World Development Indicators",', '', '"Country Name","Country Code","1960","2023",'];
  writeFileSync(
    worldBank,
    `\uFEFF${[...lines, '"Aruba","ABW","54922","106277",', '"Zambia","ZMB","","20569737",'].join('\r\n')}\r\n`,
  );
});
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a record with a comma too many is listed beside the others, with its line', async ({ app: { window } }) => {
  await expect(window.getByRole('treeitem', { name: 'Transport', exact: true })).toBeVisible({ timeout: 60_000 });
  await window.getByRole('button', { name: 'Publish a file…' }).click();
  await dropFile(window, ragged);
  await window.getByRole('button', { name: '1 record cannot be read' }).click();
  const broken = window.getByRole('table', { name: 'Values that could not be read' });
  await expect(broken.getByRole('row').nth(1)).toContainText('Bonn, am Rhein,331,1949');
  await checkAndPicture(window, 'publish-ragged');
  await window.getByRole('button', { name: 'First rows', exact: true }).click();
  const rows = window.getByRole('table', { name: 'First rows of ragged.csv' });
  await expect(rows.getByRole('columnheader').nth(1)).toContainText('people');
});

test('the layout of the World Bank is read as it is meant', async ({ app: { window } }) => {
  await dropFile(window, worldBank);
  const rows = window.getByRole('table', { name: 'First rows of world-bank.csv' });
  await expect(rows.getByRole('row').nth(1).getByRole('cell')).toHaveText(['Aruba', 'ABW', '54922', '106277']);
  await expect(window.getByLabel('Lines above')).toHaveValue('2');
  await checkAndPicture(window, 'publish-world-bank');
  await window.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expect(window.getByRole('dialog')).toBeHidden();
});
