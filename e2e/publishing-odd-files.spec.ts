import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import exceljs from 'exceljs';
import iconv from 'iconv-lite';
import { checkAndPicture } from './acts/check-and-picture.ts';
import { dropFile } from './acts/drop-file.ts';
import { expect, test } from './app.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'almanac-odd-files-'));
const ragged = path.join(folder, 'ragged.csv');
const worldBank = path.join(folder, 'world-bank.csv');
const workbook = path.join(folder, 'towns.xlsx');
const japanese = path.join(folder, 'prefectures.csv');
const asked = path.join(folder, 'dates.csv');

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  const records = Array.from({ length: 60 }, (_, at) =>
    at === 30 ? 'Bonn, am Rhein,331,1949' : `Town ${at},${at * 7},19${at + 10}`,
  );
  writeFileSync(ragged, `name,people,founded\n${records.join('\n')}\n`);
  const lines = ['"Data Source","World Development Indicators",', '', '"Country Name","Country Code","1960","2023",'];
  writeFileSync(
    worldBank,
    `\uFEFF${[...lines, '"Aruba","ABW","54922","106277",', '"Zambia","ZMB","","20569737",', '"Zimbabwe","ZWE","","16340822",'].join('\r\n')}\r\n`,
  );
});
test.beforeAll(async () => {
  const book = new exceljs.Workbook();
  for (const year of [2021, 2022, 2023]) {
    book.addWorksheet(`Year ${year}`).addRows([[`Towns in ${year}`], ['name', 'people'], ['Ulm', year], ['Bonn', 331]]);
  }
  await book.xlsx.writeFile(workbook);
  const rows = ['県名,人口', '北海道,5224614', '東京都,14047594', '大阪府,8837685'];
  writeFileSync(japanese, iconv.encode(`${rows.join('\r\n')}\r\n`, 'shift_jis'));
  writeFileSync(
    asked,
    'town,on,people\nUlm,01/02/2020,1\nBonn,03/04/2021,n.a.\nJena,05/06/2022,3\nGera,07/08/2023,4\n',
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
  const above = window.getByRole('region', { name: '2 lines are left out' });
  await expect(above.getByText('"Data Source","World Development Indicators",')).toBeVisible();
  await checkAndPicture(window, 'publish-world-bank');
  await test.step('any row can be made the header, by keyboard too, and taken back', async () => {
    await rows.getByRole('button', { name: 'Line 4: say what it is' }).focus();
    await window.keyboard.press('ArrowDown');
    await window.keyboard.press('Enter');
    await window.getByRole('menuitem', { name: 'This row is the header' }).press('Enter');
    await expect(rows.getByRole('columnheader').first()).toContainText('Zambia');
    await window
      .getByRole('listitem')
      .filter({ hasText: 'Country Name' })
      .getByRole('button', { name: 'This row is the header' })
      .click();
    await expect(rows.getByRole('columnheader').first()).toContainText('Country Name');
  });
});

test('what two readings fit is asked, and marks are shown with their evidence', async ({ app: { window } }) => {
  await dropFile(window, asked);
  const rows = window.getByRole('table', { name: 'First rows of dates.csv' });
  await window.getByRole('button', { name: /^Day first/ }).click();
  await expect(rows.getByRole('row').nth(1).getByRole('cell').nth(1)).toHaveText('2020-02-01');
  await expect(window.getByText('“n.a.” missing (1)').first()).toBeVisible();
  await checkAndPicture(window, 'publish-evidence');
  await window.getByText('“n.a.” missing (1)').first().click();
  await window.getByRole('button', { name: 'Keep as a value' }).click();
  await expect(rows.getByRole('row').nth(2).getByRole('cell').nth(2)).toHaveText('n.a.');
});

test('a file in Shift-JIS is read with the right letters', async ({ app: { window } }) => {
  await dropFile(window, japanese);
  const rows = window.getByRole('table', { name: 'First rows of prefectures.csv' });
  await expect(rows.getByRole('row').nth(2).getByRole('cell')).toHaveText(['東京都', '14047594']);
  await checkAndPicture(window, 'publish-shift-jis');
});

test('a workbook with titles above its tables is read as it is meant', async ({ app: { window } }) => {
  await dropFile(window, workbook);
  const rows = window.getByRole('table', { name: 'First rows of towns.xlsx' });
  await expect(rows.getByRole('row').nth(1).getByRole('cell')).toHaveText(['Ulm', '2021']);
  await window.getByLabel('Sheet').selectOption('Year 2022');
  await expect(rows.getByRole('row').nth(1).getByRole('cell')).toHaveText(['Ulm', '2022']);
  await checkAndPicture(window, 'publish-workbook');
  await window.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expect(window.getByRole('dialog')).toBeHidden();
});
