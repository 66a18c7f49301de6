import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { checkAndPicture } from '../actions/check-and-screenshot.ts';
import { dropFile } from '../actions/input/drop-file.ts';
import { expect, test } from '../support/app.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test('ambiguities are asked about, and marks are shown with their evidence', async ({ app: { window } }) => {
  const file = path.join(temporaryFolder('question'), 'dates.csv');
  writeFileSync(file, 'town,on,people\nUlm,01/02/2020,1\nBonn,03/04/2021,n.a.\nJena,05/06/2022,3\n');
  await window.getByRole('button', { name: 'Publish a file…' }).click();
  await dropFile(window, file);
  const rows = window.getByRole('table', { name: 'First rows of dates.csv' });
  await window.getByRole('button', { name: /^Day first/ }).click();
  await expect(rows.getByRole('row').nth(1).getByRole('cell').nth(1)).toHaveText('2020-02-01');
  const part = (name: string) => window.getByRole('dialog').getByRole('button', { name, exact: true });
  await part('Columns').click();
  await expect(window.getByText('“n.a.” missing (1)').first()).toBeVisible();
  await checkAndPicture(window, 'publish-evidence');
  await window.getByText('“n.a.” missing (1)').first().click();
  await window.getByRole('button', { name: 'Keep as a value' }).click();
  await part('All rows').click();
  await expect(rows.getByRole('row').nth(2).getByRole('cell').nth(2)).toHaveText('n.a.');
  const publishing = window.getByRole('dialog', { name: 'Publish a file' });
  await publishing.getByRole('button', { name: 'Close' }).click();
  await expect(publishing).toBeHidden();
});
