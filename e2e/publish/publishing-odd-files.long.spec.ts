import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import exceljs from 'exceljs';
import iconv from 'iconv-lite';
import {
  odsContent,
  odsFile,
  odsTable,
} from '../../electron/service/reading/formats/workbook/ods/testing/ods-for-test.ts';
import { checkAndPicture } from '../actions/check-and-screenshot.ts';
import { saveNextTo } from '../actions/input/choose-files.ts';
import { dropFile } from '../actions/input/drop-file.ts';
import { openReadingOptions, openSkippedLines } from '../actions/input/reading-options.ts';
import { storedFiles, storedSince } from '../actions/stored-rows.ts';
import { expect, test } from '../support/app.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = temporaryFolder('odd-files');
const ragged = path.join(folder, 'ragged.csv');
const worldBank = path.join(folder, 'world-bank.csv');
const workbook = path.join(folder, 'towns.xlsx');
const japanese = path.join(folder, 'prefectures.csv');
const withUnits = path.join(folder, 'areas.csv');
const printed = path.join(folder, 'printed.txt');
const eurostat = path.join(folder, 'demo_pjan.tsv');
const pcAxis = path.join(folder, 'births.px');
const openDocument = path.join(folder, 'live-births.ods');
const shares = path.join(folder, 'shares.csv');
const nested = path.join(folder, 'indicator.json');
const genesis = path.join(folder, '12411-01-01-4.csv');
const oddRecord = 30;

test.describe.configure({ timeout: 240_000 });

test.beforeAll(async () => {
  const records = Array.from({ length: 60 }, (_, at) =>
    at === oddRecord ? 'Bonn, am Rhein,331,1949' : `Town ${at},${at * 7},19${at + 10}`,
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
});

test.beforeAll(() => {
  writeFileSync(
    withUnits,
    'town,area,people\n,km²,persons\nUlm,118.7,126000\nTotal,,\nBonn,141.1,331000\nGera,152.2,93000\n',
  );
});

test.beforeAll(() => {
  const titles = [
    'GENESIS-Tabelle: 12411-01-01-4',
    'Bevölkerung nach Geschlecht;;;;',
    'Bevölkerungsstand (Anzahl);;;;',
  ];
  const names = [';;31.12.2022;31.12.2023;31.12.2023', ';;Insgesamt;Insgesamt;männlich'];
  const rows = ['DG;Deutschland', '01;  Schleswig-Holstein', '02;  Hamburg', '03;  Niedersachsen', '04;  Bremen'];
  const records = rows.map((labels, at) => `${labels};${at === 3 ? '-' : 800 + at};${810 + at};${400 + at}`);
  const lines = [...titles, ...names, ...records, '__________', '© Statistisches Bundesamt (Destatis), 2026', ''];
  writeFileSync(genesis, iconv.encode(lines.join('\r\n'), 'windows-1252'));
});

test.beforeAll(() => {
  const rows = [
    ['year', 'town', 'people'],
    ['2019', 'Ulm', '126000'],
    ['2020', 'Bad Urach', '12000'],
    ['2021', 'Gera', '93000'],
    ['Total', '', '231000'],
  ];
  const lines = rows.map(
    ([year = '', town = '', people = '']) => year.padEnd(7) + town.padEnd(12) + people.padStart(8),
  );
  writeFileSync(printed, `${lines.join('\n')}\n`);
});

// One that was published leaves the dialog open, as it is for users.
test.beforeEach(async ({ app: { window } }) => {
  const isOpen = await window.getByRole('dialog').isVisible();
  if (!isOpen) await window.getByRole('button', { name: 'Publish a file…' }).click();
});

/** Publishes one file with the given steps, and returns the rows stored since, which may include samples. */
async function published(window: Page, data: string, publish: () => Promise<void>) {
  const before = storedFiles(data);
  await publish();
  await expect(window.getByRole('dialog').getByText('Published', { exact: true })).toBeVisible();
  return storedSince(data, before);
}

const pressPublish = (window: Page) => window.getByRole('button', { name: 'Publish', exact: true }).click();

test('a record with one comma too many is listed with its line, and the others are published without it', async ({
  app: { window, electron, folder: data },
}) => {
  await expect(window.getByRole('treeitem', { name: 'Transport', exact: true })).toBeVisible({ timeout: 180_000 });
  await dropFile(window, ragged);
  await window.getByRole('button', { name: '1 record cannot be read' }).click();
  const broken = window.getByRole('table', { name: 'Values that could not be read' });
  await expect(broken.getByRole('row').nth(1)).toContainText('Bonn, am Rhein,331,1949');
  await checkAndPicture(window, 'publish-ragged');
  await window.getByRole('button', { name: 'All rows', exact: true }).click();
  const rows = window.getByRole('table', { name: 'First rows of ragged.csv' });
  await expect(rows.getByRole('columnheader').nth(1)).toContainText('people');
  const rejects = path.join(folder, 'ragged-rejects.csv');
  await saveNextTo(electron, rejects);
  const stored = await published(window, data, async () => {
    await pressPublish(window);
    await window.getByRole('button', { name: 'Publish without them…' }).click();
  });
  const good = Array.from({ length: 60 }, (_, at) => ({ name: `Town ${at}`, people: at * 7, founded: 1910 + at }));
  expect(stored).toContainEqual(good.filter((_, at) => at !== oddRecord));
  expect(readFileSync(rejects, 'utf8')).toContain(
    `${oddRecord + 1},,The record has too many values.,"Bonn, am Rhein,331,1949"`,
  );
  await test.step('the rejected row is corrected in its file, and appended', async () => {
    const published = window.getByRole('dialog');
    await expect(published.getByText('1 row was left out')).toBeVisible();
    await checkAndPicture(window, 'publish-rejected');
    await published.getByRole('button', { name: 'Fix and append…' }).click();
    await expect(broken.getByRole('row').nth(1)).toContainText('Bonn, am Rhein,331,1949');
    await checkAndPicture(window, 'publish-append-uncorrected');
    const written = readFileSync(rejects, 'utf8');
    const corrected = written.replace(/,Bonn, am Rhein,331\r?\n/, ',"Bonn, am Rhein",331,1949\n');
    expect(corrected).not.toBe(written);
    writeFileSync(rejects, corrected);
    await window.getByRole('button', { name: 'Reload' }).click();
    const mended = window.getByRole('table', { name: 'First rows of ragged-rejects.csv' });
    await expect(mended.getByRole('row').nth(1).getByRole('cell')).toHaveText(['Bonn, am Rhein', '331', '1949']);
    await checkAndPicture(window, 'publish-append');
    const before = storedFiles(data);
    await pressPublish(window);
    await expect(published.getByText('Published', { exact: true })).toBeVisible();
    const appended = good.filter((_, at) => at !== oddRecord);
    const bonn = { name: 'Bonn, am Rhein', people: 331, founded: 1949 };
    expect(await storedSince(data, before)).toContainEqual([...appended, bonn]);
    await checkAndPicture(window, 'publish-appended');
  });
});

test('the layout of the World Bank is read correctly', async ({ app: { window, folder: data } }) => {
  await dropFile(window, worldBank);
  const rows = window.getByRole('table', { name: 'First rows of world-bank.csv' });
  await expect(rows.getByRole('row').nth(1).getByRole('cell')).toHaveText(['Aruba', 'ABW', '1960', '54922']);
  await window.getByRole('button', { name: 'Keep as columns' }).click();
  await expect(rows.getByRole('row').nth(1).getByRole('cell')).toHaveText(['Aruba', 'ABW', '54922', '106277']);
  await openReadingOptions(window);
  await expect(window.getByLabel('Lines to skip')).toHaveValue('2');
  await openSkippedLines(window);
  const above = window.getByRole('region', { name: '2 lines are skipped' });
  await expect(above.getByText('"Data Source","World Development Indicators",')).toBeVisible();
  await checkAndPicture(window, 'publish-world-bank');
  await test.step('any row can be made the header, also by keyboard, and reverted', async () => {
    await rows.getByRole('button', { name: 'Line 4: choose its role' }).focus();
    await window.keyboard.press('ArrowDown');
    await window.keyboard.press('Enter');
    await window.getByRole('menuitem', { name: 'Use this row as the header' }).press('Enter');
    await expect(rows.getByRole('columnheader').first()).toContainText('Zambia');
    await window
      .getByRole('listitem')
      .filter({ hasText: 'Country Name' })
      .getByRole('button', { name: 'Use this row as the header' })
      .click();
    await expect(rows.getByRole('columnheader').first()).toContainText('Country Name');
  });
  const stored = await published(window, data, () => pressPublish(window));
  expect(stored).toContainEqual([
    { 'Country Name': 'Aruba', 'Country Code': 'ABW', '1960': 54_922, '2023': 106_277 },
    { 'Country Name': 'Zambia', 'Country Code': 'ZMB', '1960': null, '2023': 20_569_737 },
    { 'Country Name': 'Zimbabwe', 'Country Code': 'ZWE', '1960': null, '2023': 16_340_822 },
  ]);
});

test('a row of units is suggested for omission, and any row can be omitted', async ({
  app: { window, folder: data },
}) => {
  await dropFile(window, withUnits);
  const rows = window.getByRole('table', { name: 'First rows of areas.csv' });
  const proposal = window.getByRole('region', { name: /^Line 2 looks like units/ });
  await checkAndPicture(window, 'publish-units');
  await proposal.getByRole('button', { name: 'Skip this row' }).click();
  await expect(rows.getByRole('row').nth(1).getByRole('cell')).toHaveText(['Ulm', '118.7', '126000']);
  await rows.getByRole('button', { name: 'Line 4: choose its role' }).click();
  await window.getByRole('menuitem', { name: 'Skip this row', exact: true }).click();
  await expect(rows.getByRole('row').nth(2).getByRole('cell').first()).toHaveText('Bonn');
  await openSkippedLines(window);
  const leftOut = window.getByRole('region', { name: '2 lines are skipped' });
  await expect(leftOut.getByText('Total,,')).toBeVisible();
  await checkAndPicture(window, 'publish-left-out');
  await leftOut
    .getByRole('listitem')
    .filter({ hasText: 'Total' })
    .getByRole('button', { name: 'Include again' })
    .click();
  await expect(rows.getByRole('row').nth(2).getByRole('cell').first()).toHaveText('Total');
  await rows.getByRole('button', { name: 'Line 4: choose its role' }).click();
  await window.getByRole('menuitem', { name: 'Skip this row', exact: true }).click();
  await expect(rows.getByRole('row').nth(2).getByRole('cell').first()).toHaveText('Bonn');
  const stored = await published(window, data, () => pressPublish(window));
  expect(stored).toContainEqual([
    { town: 'Ulm', area: 118.7, people: 126_000 },
    { town: 'Bonn', area: 141.1, people: 331_000 },
    { town: 'Gera', area: 152.2, people: 93_000 },
  ]);
});

test('a file in Shift-JIS is decoded correctly', async ({ app: { window, folder: data } }) => {
  await dropFile(window, japanese);
  const rows = window.getByRole('table', { name: 'First rows of prefectures.csv' });
  await expect(rows.getByRole('row').nth(2).getByRole('cell')).toHaveText(['東京都', '14047594']);
  await checkAndPicture(window, 'publish-shift-jis');
  const stored = await published(window, data, () => pressPublish(window));
  expect(stored).toContainEqual([
    { 県名: '北海道', 人口: 5_224_614 },
    { 県名: '東京都', 人口: 14_047_594 },
    { 県名: '大阪府', 人口: 8_837_685 },
  ]);
});

test('columns of fixed width are split with one click, and the total below is left out with another', async ({
  app: { window, folder: data },
}) => {
  await dropFile(window, printed);
  const rows = window.getByRole('table', { name: 'First rows of printed.txt' });
  await window.getByRole('button', { name: 'Split into columns' }).click();
  await expect(rows.getByRole('row').nth(2).getByRole('cell')).toHaveText(['2020', 'Bad Urach', '12000']);
  // Dragged into a name, a boundary cuts it, until it is moved back with the keyboard.
  const cut = window.getByRole('separator', { name: 'Boundary 1' });
  const start = Number(await cut.getAttribute('aria-valuenow'));
  const { x = 0, y = 0, width = 0, height = 0 } = (await cut.boundingBox()) ?? {};
  const sample = await window.getByRole('region', { name: 'Column boundaries' }).locator('pre').boundingBox();
  const character = (sample?.width ?? 0) / Number(await cut.getAttribute('aria-valuemax'));
  await window.mouse.move(x + width / 2, y + height / 2);
  await window.mouse.down();
  await window.mouse.move(x + width / 2 + 4 * character, y + height / 2, { steps: 4 });
  await window.mouse.up();
  await expect(cut).toHaveAttribute('aria-valuenow', String(start + 4));
  await expect(rows.getByRole('row').nth(2).getByRole('cell')).toHaveText(['2020 Bad', 'Urach', '12000']);
  for (let step = 0; step < 4; step += 1) await cut.press('ArrowLeft');
  await expect(cut).toHaveAttribute('aria-valuenow', String(start));
  await expect(rows.getByRole('row').nth(2).getByRole('cell')).toHaveText(['2020', 'Bad Urach', '12000']);
  const total = window.getByRole('region', { name: /^Line 5 looks like a total/ });
  await checkAndPicture(window, 'publish-total');
  await total.getByRole('button', { name: 'Skip this row' }).click();
  await expect(total).toBeHidden();
  await expect(rows.getByRole('row')).toHaveCount(4);
  const stored = await published(window, data, () => pressPublish(window));
  expect(stored).toContainEqual([
    { year: 2019, town: 'Ulm', people: 126000 },
    { year: 2020, town: 'Bad Urach', people: 12000 },
    { year: 2021, town: 'Gera', people: 93000 },
  ]);
});

test('a table of Eurostat has a row for each value, or a column for each period', async ({
  app: { window, folder: data },
}) => {
  writeFileSync(eurostat, 'freq,unit,geo\\TIME_PERIOD\t2019 \t2020 \nA,NR,AT\t8858775 \t8901064 p\nA,NR,BE\t: c\t: \n');
  await dropFile(window, eurostat);
  const rows = window.getByRole('table', { name: 'First rows of demo_pjan.tsv' });
  await expect(rows.getByRole('row').nth(2).getByRole('cell')).toHaveText(['A', 'NR', 'AT', '2020', '8901064', 'p']);
  await expect(window.getByText('read as a table of Eurostat: one record for each value')).toBeVisible();
  await openReadingOptions(window);
  await expect(window.getByRole('combobox', { name: 'Delimiter', exact: true })).toHaveValue('\t');
  await checkAndPicture(window, 'publish-eurostat');
  const header = window.getByLabel('First row is a header');
  await header.uncheck();
  await header.check();
  await window.getByRole('combobox', { name: 'Delimiter', exact: true }).selectOption('\t');
  await expect(rows.getByRole('columnheader').nth(1)).toContainText('TIME_PERIOD');
  await expect(rows.getByRole('row').nth(2).getByRole('cell').last()).toHaveText('8901064 p');
  await window.getByRole('button', { name: 'Detect again' }).click();
  await expect(rows.getByRole('columnheader').nth(3)).toContainText('TIME_PERIOD');
  const stored = await published(window, data, () => pressPublish(window));
  expect(stored).toContainEqual([
    { freq: 'A', unit: 'NR', geo: 'AT', TIME_PERIOD: 2019, value: 8858775, status: null },
    { freq: 'A', unit: 'NR', geo: 'AT', TIME_PERIOD: 2020, value: 8901064, status: 'p' },
    { freq: 'A', unit: 'NR', geo: 'BE', TIME_PERIOD: 2019, value: null, status: 'c' },
  ]);
});

test('a table with titles, two rows of names and a guessed encoding shows its first rows, also in a narrow window', async ({
  app: { window },
}) => {
  await dropFile(window, genesis);
  const rows = window.getByRole('table', { name: 'First rows of 12411-01-01-4.csv' });
  const cells = rows.getByRole('row').nth(3).getByRole('cell');
  await expect(cells).toHaveText(['02', '  Hamburg', '802', '812', '402']);
  await expect(rows.getByRole('columnheader').nth(2)).toContainText('31.12.2022 / Insgesamt');
  await expect(window.getByRole('region', { name: 'Encoding: other options…' })).toBeVisible();
  await expect(cells.first()).toBeInViewport({ ratio: 1 });
  await checkAndPicture(window, 'publish-genesis');
  await window.setViewportSize({ width: 700, height: 640 });
  await expect(window.getByRole('heading', { name: '12411-01-01-4.csv' })).toBeInViewport({ ratio: 1 });
  await cells.first().scrollIntoViewIfNeeded();
  await expect(cells.first()).toBeInViewport({ ratio: 1 });
  await checkAndPicture(window, 'publish-genesis-narrow');
  await window.setViewportSize({ width: 1280, height: 800 });
});

test('a PC-Axis table has a row for each cell, in the encoding that it states', async ({
  app: { window, folder: data },
}) => {
  const text =
    'CHARSET="ANSI";\nCODEPAGE="iso-8859-1";\nTITLE="Levendefødte og døde i hele landet, etter område, år og statistikkvariabel";\nSTUB="område";\nHEADING="år";\nVALUES("område")="Tromsø","Oslo";\n' +
    'CODES("område")="5501","0301";\nVALUES("år")="2023","2024";\nUNITS="personer";\nDATA=\n775 ".." \n8912 9044 \n;\n';
  writeFileSync(pcAxis, text, 'latin1');
  await dropFile(window, pcAxis);
  const rows = window.getByRole('table', { name: 'First rows of births.px' });
  await expect(rows.getByRole('row').nth(2).getByRole('cell')).toHaveText(['5501', 'Tromsø', '2024', '–', '..']);
  await expect(window.getByText('read as PC-Axis: one record for each cell of the table')).toBeVisible();
  await openReadingOptions(window);
  await expect(window.getByRole('combobox', { name: 'Encoding', exact: true })).toHaveValue('iso-8859-1');
  await checkAndPicture(window, 'publish-pc-axis');
  await window
    .getByRole('button', {
      name: 'Use the file’s title: Levendefødte og døde i hele landet, etter område, år og statistikkvariabel',
    })
    .click();
  await expect(window.getByLabel('Dataset label')).toHaveValue(
    'Levendefødte og døde i hele landet, etter område, år og statistikkvariabel',
  );
  await expect(window.getByText(/^[\w-]+\/births$/)).toBeVisible();
  await expect(window.getByRole('button', { name: /^Use the file’s title/ })).toHaveCount(0);
  const stored = await published(window, data, () => pressPublish(window));
  expect(stored).toContainEqual([
    { område: '5501', område_label: 'Tromsø', år: 2023, value: 775, status: null },
    { område: '5501', område_label: 'Tromsø', år: 2024, value: null, status: '..' },
    { område: '0301', område_label: 'Oslo', år: 2023, value: 8912, status: null },
    { område: '0301', område_label: 'Oslo', år: 2024, value: 9044, status: null },
  ]);
});

test('an OpenDocument spreadsheet is read like a workbook of Excel', async ({ app: { window, folder: data } }) => {
  const cover = odsTable('Cover', [['Live births in England'], ['Published on 28 November 2026']]);
  const table = odsTable('Table 1', [
    ['Table 1: Live births by area, 2025'],
    ['area', 'births', 'rate'],
    ['Leeds', 9312, 11.25],
    ['York', 1745, 8.5],
    ['Hull', 3208, 12],
  ]);
  writeFileSync(openDocument, odsFile(odsContent(cover + table)));
  await dropFile(window, openDocument);
  const rows = window.getByRole('table', { name: 'First rows of live-births.ods' });
  await expect(rows.getByRole('row').nth(1).getByRole('cell')).toHaveText(['Leeds', '9312', '11.25']);
  await openReadingOptions(window);
  await expect(window.getByLabel('Format')).toHaveValue('ods');
  await expect(window.getByLabel('Sheet')).toHaveValue('Table 1');
  await expect(window.getByLabel('Lines to skip')).toBeVisible();
  await checkAndPicture(window, 'publish-open-document');
  const stored = await published(window, data, () => pressPublish(window));
  expect(stored).toContainEqual([
    { area: 'Leeds', births: 9312, rate: 11.25 },
    { area: 'York', births: 1745, rate: 8.5 },
    { area: 'Hull', births: 3208, rate: 12 },
  ]);
});

test('numbers with a unit become numbers with one click', async ({ app: { window, folder: data } }) => {
  writeFileSync(shares, 'area,share,spent\nLeeds,39%,"$4,000.50"\nYork,5%,"$12,500.00"\nHull,n/a,"$7.25"\n');
  await dropFile(window, shares);
  const proposal = window.getByRole('region', { name: 'share (%), spent ($)' });
  await expect(proposal).toBeVisible();
  await checkAndPicture(window, 'publish-with-unit');
  await proposal.getByRole('button', { name: 'Store as numbers' }).click();
  await expect(proposal).toBeHidden();
  const views = window.getByRole('dialog');
  await views.getByRole('button', { name: 'Columns', exact: true }).click();
  await expect(window.getByLabel('Description of share')).toHaveValue('%');
  await views.getByRole('button', { name: 'All rows', exact: true }).click();
  const rows = window.getByRole('table', { name: 'First rows of shares.csv' });
  await expect(rows.getByRole('row').nth(1).getByRole('cell')).toHaveText(['Leeds', '39', '4000.5']);
  const stored = await published(window, data, () => pressPublish(window));
  expect(stored).toContainEqual([
    { area: 'Leeds', share: 39, spent: 4000.5 },
    { area: 'York', share: 5, spent: 12500 },
    { area: 'Hull', share: null, spent: 7.25 },
  ]);
});

test('objects within JSON become columns with one click', async ({ app: { window, folder: data } }) => {
  const country = (id: string, value: string) => ({
    indicator: { id: 'SP.POP', value: 'Population' },
    country: { id, value },
  });
  writeFileSync(
    nested,
    JSON.stringify([
      { ...country('DE', 'Germany'), people: 83 },
      { ...country('FR', 'France'), people: 68 },
    ]),
  );
  await dropFile(window, nested);
  const offer = window.getByRole('region', { name: 'Objects stay JSON text: indicator, country' });
  await expect(offer).toBeVisible();
  await checkAndPicture(window, 'publish-objects');
  await offer.getByRole('button', { name: 'Split into columns' }).click();
  await expect(window.getByRole('region', { name: 'Objects are split into columns.' })).toBeVisible();
  await checkAndPicture(window, 'publish-objects-split');
  const stored = await published(window, data, () => pressPublish(window));
  const split = { 'indicator.id': 'SP.POP', 'indicator.value': 'Population' };
  expect(stored).toContainEqual([
    { ...split, 'country.id': 'DE', 'country.value': 'Germany', people: 83 },
    { ...split, 'country.id': 'FR', 'country.value': 'France', people: 68 },
  ]);
});

test('a workbook with titles above its tables is read correctly, sheet by sheet', async ({
  app: { window, folder: data },
}) => {
  await dropFile(window, workbook);
  const rows = window.getByRole('table', { name: 'First rows of towns.xlsx' });
  await expect(rows.getByRole('row').nth(1).getByRole('cell')).toHaveText(['Ulm', '2021']);
  await openReadingOptions(window);
  await window.getByLabel('Sheet').selectOption('Year 2022');
  await expect(rows.getByRole('row').nth(1).getByRole('cell')).toHaveText(['Ulm', '2022']);
  await openSkippedLines(window);
  await expect(window.getByRole('region', { name: '1 line is skipped' }).getByText('Towns in 2022')).toBeVisible();
  await checkAndPicture(window, 'publish-workbook');
  const before = storedFiles(data);
  await window.getByRole('button', { name: 'Publish all 3 sheets…' }).click();
  await window.getByRole('button', { name: 'Publish 3 datasets' }).click();
  await expect(window.getByRole('dialog')).toBeHidden();
  for (const year of [2021, 2022, 2023]) {
    await expect
      .poll(() => storedSince(data, before))
      .toContainEqual([
        { name: 'Ulm', people: year },
        { name: 'Bonn', people: 331 },
      ]);
  }
});
