import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { checkAndPicture } from '../actions/check-and-screenshot.ts';
import { saveNextTo } from '../actions/input/choose-files.ts';
import { dropFile } from '../actions/input/drop-file.ts';
import { expect, startApp, test } from '../support/app.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = temporaryFolder('many-problems');

test('of many bad values the first thousand are listed, and all are counted and saved', async () => {
  // In a program of its own: the dialog keeps a file that was not published.
  const { window, electron } = await startApp(path.join(folder, 'own'));
  const many = path.join(folder, 'many.csv');
  writeFileSync(many, `number,mark\n${Array.from({ length: 1_500 }, (_, row) => `${row},m${row}`).join('\n')}\n`);
  await window.getByRole('button', { name: 'Publish a file…' }).click();
  await dropFile(window, many);
  await window.getByRole('dialog').getByRole('button', { name: 'Columns', exact: true }).click();
  await window.getByLabel('Type of mark').selectOption('integer');
  await window.getByRole('button', { name: 'Publish', exact: true }).click();
  const list = window.getByRole('table', { name: 'Values that could not be read' });
  await expect(list).toHaveAttribute('aria-rowcount', '1001');
  await expect(window.getByText('Showing the first 1,000 of 1,500.')).toBeVisible();
  // Only what is visible is drawn; the keyboard reaches the rest.
  expect(await list.getByRole('row').count()).toBeLessThan(100);
  await window.getByRole('region', { name: 'Values that could not be read' }).press('End');
  await expect(list.getByRole('row', { name: /^line 1001 mark m999 / })).toBeInViewport();
  await checkAndPicture(window, 'publish-many-problems');
  const saved = path.join(folder, 'many-problems.csv');
  await saveNextTo(electron, saved);
  await window.getByRole('region', { name: 'First rows' }).getByRole('button', { name: 'Save list…' }).click();
  await expect.poll(() => existsSync(saved) && readFileSync(saved, 'utf8').trimEnd().split('\r\n').length).toBe(1_001);
  await window.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expect(window.getByRole('dialog')).toBeHidden();
  await electron.close();
});
