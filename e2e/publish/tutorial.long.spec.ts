import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { hideJobs } from '../actions/hide-jobs.ts';
import { chooseNext, saveNextTo } from '../actions/input/choose-files.ts';
import { dropFile } from '../actions/input/drop-file.ts';
import { columnButton, drawing } from '../actions/views/charts.ts';
import { expect, quitApp, shownTab, startApp, test } from '../support/app.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const page = readFileSync(path.resolve(import.meta.dirname, '../../docs/tutorial.md'), 'utf8');
const folder = temporaryFolder('tutorial');

/** The steps of `docs/tutorial.md` in the window; `electron/commands/tutorial.long.test.ts` takes those of the command line. */
test('the tutorial leads from a messy file to a chart, a citation and an export', async () => {
  // A program of its own: the steps publish under names that other tests have in use.
  const app = await startApp(path.join(folder, 'data'));
  const { window, electron } = app;
  for (const [, name = '', text = ''] of page.matchAll(/Save this as `([^`]+)`:\n\n```csv\n([^`]+)```/g))
    writeFileSync(path.join(folder, name), text);
  const tab = (name: string) => window.getByRole('tab', { name, exact: true });

  await test.step('see how it is read, and publish it', async () => {
    await window.getByRole('button', { name: 'Publish a file…' }).click();
    await expect(window.getByRole('heading', { name: 'Drop a file here' })).toBeVisible();
    await dropFile(window, path.join(folder, 'rain.csv'));
    await window.getByRole('button', { name: /^Day first/ }).click();
    await window.getByRole('button', { name: 'Change…', exact: true }).click();
    await window.getByRole('combobox', { name: 'Namespace', exact: true }).click();
    await window.getByRole('option', { name: 'New namespace…' }).click();
    await window.getByLabel('Namespace label').fill('Weather');
    await window.getByLabel('Dataset label').fill('Rainfall');
    await window.getByLabel('Licence').fill('CC-BY-4.0');
    await window.getByRole('button', { name: 'Publish', exact: true }).click();
    await window.getByRole('button', { name: 'Open dataset', exact: true }).first().click();
    await expect(window.getByText('9 rows', { exact: true })).toBeVisible();
    await hideJobs(window);
  });

  await test.step('chart it', async () => {
    await tab('Charts').click();
    await columnButton(window, 'Date').click();
    const line = await drawing(window, 'Rain by Place, monthly');
    await line.focus();
    await window.keyboard.press('ArrowRight');
    await window.keyboard.press('Enter');
    await expect(tab('Rows')).toHaveAttribute('aria-selected', 'true');
    await expect(window.getByRole('gridcell', { name: '1,012.5' })).toBeVisible();
    await window.getByRole('button', { name: 'Clear all' }).click();
  });

  await test.step('publish the next month', async () => {
    await tab('Versions').click();
    await chooseNext(electron, path.join(folder, 'april.csv'));
    await window.getByRole('button', { name: 'Publish a new version…' }).click();
    await window.getByRole('button', { name: 'Choose a file…' }).click();
    await window.getByText('Append', { exact: true }).click();
    await window.getByRole('button', { name: /^Day first/ }).click();
    await window.getByRole('button', { name: 'Publish', exact: true }).click();
    await window.getByRole('button', { name: 'Open dataset', exact: true }).first().click();
    await hideJobs(window);
    await tab('Versions').click();
    const versions = window.getByRole('checkbox', { name: /^Select version/ });
    await expect(versions).toHaveCount(2);
    for (const at of [0, 1]) await versions.nth(at).check();
    await window.getByRole('button', { name: 'Compare', exact: true }).click();
    await expect(window.getByText('3 rows added')).toBeVisible();
  });

  await test.step('cite it', async () => {
    await window.getByRole('button', { name: 'All versions' }).click();
    const actions = window.getByRole('button', { name: /^Actions for version/ });
    await actions.first().click();
    await window.getByRole('menuitem', { name: 'Cite…' }).click();
    await expect(window.getByRole('dialog')).toContainText(/Rainfall\. Version \d{20}.*SHA-256 [0-9a-f]{64}/s);
    await window.keyboard.press('Escape');
  });

  await test.step('export rows that can be verified', async () => {
    await tab('Rows').click();
    await window.keyboard.press('Control+Shift+L');
    await window.locator(`${shownTab} [data-field="filter-row"]`).nth(3).fill('>=50');
    await expect(window.getByRole('contentinfo')).toContainText('4 of 12');
    const target = path.join(folder, 'wet.csv');
    await saveNextTo(electron, target);
    await window.keyboard.press('Control+e');
    const dialog = window.getByRole('dialog');
    await dialog.getByRole('radio', { name: 'CSV', exact: true }).check();
    await expect(dialog.getByLabel('Include datapackage.json')).toBeChecked();
    await dialog.getByRole('button', { name: 'Export', exact: true }).click();
    await expect.poll(() => existsSync(target)).toBe(true);
    expect(readFileSync(target, 'utf8').trimEnd().split('\r\n')).toHaveLength(5);
    await expect.poll(() => existsSync(path.join(folder, 'datapackage.json'))).toBe(true);
  });
  await quitApp(app);
});
