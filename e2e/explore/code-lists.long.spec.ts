import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileWithUnlabelledValue } from '../../electron/service/reading/formats/stated/testing/statistics-files.ts';
import { checkAndPicture } from '../actions/check-and-screenshot.ts';
import { dropFile } from '../actions/input/drop-file.ts';
import { expect, test } from '../support/app.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test.describe.configure({ timeout: 240_000 });

/** A JSON-stat table: states of a country, and a city of one of them, by year. */
const table = {
  version: '2.0',
  class: 'dataset',
  label: 'People by place',
  id: ['place', 'year'],
  size: [4, 2],
  dimension: {
    place: {
      category: {
        index: ['DE', 'BY', 'MUC', 'BE'],
        label: { DE: 'Germany', BY: 'Bavaria', MUC: 'Munich', BE: 'Berlin' },
        child: { DE: ['BY', 'BE'], BY: ['MUC'] },
      },
    },
    year: { category: { index: ['2020', '2021'] } },
  },
  value: [83, 84, 13, 14, 1, 2, 3, 4],
};

test('a published table brings its codes: they are shown, filtered as a tree, and taken away', async ({
  app: { window },
}) => {
  const file = path.join(temporaryFolder('codes'), 'people.json');
  writeFileSync(file, JSON.stringify(table));
  await expect(window.getByRole('treeitem', { name: 'Transport', exact: true })).toBeVisible({ timeout: 180_000 });
  await window.getByRole('button', { name: 'Publish a file…' }).click();
  await expect(window.getByRole('heading', { name: 'Drop a file here' })).toBeVisible();
  await dropFile(window, file);
  await window.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(window.getByText(/^8 rows in /)).toBeVisible();
  await window.getByRole('button', { name: 'Open dataset' }).click();
  const cell = (row: number, column: string) =>
    window.locator(`[data-front] [row-index="${row}"] [col-id="${column}"]`).first();
  await expect(cell(0, 'c1')).toHaveText('Germany');

  await window
    .getByRole('columnheader', { name: /^place/ })
    .first()
    .click({ button: 'right' });
  await window.getByRole('menuitem', { name: 'Format…' }).click();
  await window.getByText('Both', { exact: true }).click();
  await window.getByRole('button', { name: 'Apply' }).click();
  await expect(cell(2, 'c0')).toHaveText('BY Bavaria');

  await window.getByRole('button', { name: 'Filter', exact: true }).click();
  await window.getByRole('combobox', { name: 'Value' }).click();
  await expect(window.getByRole('option').first()).toHaveText(/Germany/);
  await checkAndPicture(window, 'filter-by-code');
  await window.getByRole('combobox', { name: 'Value' }).fill('bav');
  await window.getByRole('option', { name: /^Bavaria/ }).click();
  await window.getByRole('button', { name: 'Apply' }).click();
  await expect(window.getByText('place is part of Bavaria')).toBeVisible();
  await expect(cell(3, 'c0')).toHaveText('MUC Munich');
  await expect(cell(4, 'c0')).toHaveCount(0);

  await window.getByRole('tab', { name: 'Columns', exact: true }).click();
  await window.getByRole('button', { name: 'Edit label and description of place', exact: true }).click();
  const list = window.getByRole('combobox', { name: 'Code list' });
  await expect(list).toHaveValue(/place \(codes\)/);
  await checkAndPicture(window, 'column-code-list');
  await list.click();
  await window.getByRole('option', { name: 'None', exact: true }).click();
  await expect(list).toHaveValue('None');
  await window.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(window.getByRole('dialog')).toBeHidden();
  await window.getByRole('button', { name: 'Clear all' }).first().click();
  await window.getByRole('tab', { name: 'Rows', exact: true }).click();
  await expect(cell(2, 'c0')).toHaveText('BY');
});

test('a value that the file does not explain is named before it is published', async ({ app: { window } }) => {
  const file = path.join(temporaryFolder('codes'), 'towns.sav');
  writeFileSync(file, fileWithUnlabelledValue());
  await expect(window.getByRole('treeitem', { name: 'Transport', exact: true })).toBeVisible({ timeout: 180_000 });
  await window.getByRole('button', { name: 'Publish a file…' }).click();
  await expect(window.getByRole('heading', { name: 'Drop a file here' })).toBeVisible();
  await dropFile(window, file);
  const named = window.getByText('size: 1 code is in no list: 2', { exact: true });
  await expect(named).toBeVisible();
  await checkAndPicture(window, 'publish-unlisted-codes');
  await window.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(window.getByText(/^3 rows in /)).toBeVisible();
  await expect(named).toBeVisible();
  await window.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).first().click();
  await expect(window.getByRole('dialog')).toBeHidden();
});
