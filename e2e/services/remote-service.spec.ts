import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startVariant, type VariantService } from '../../electron/connector/testing/variant-service.ts';
import { checkAndPicture, checkContrast } from '../actions/check-and-screenshot.ts';
import { addConnection, chooseOf, fillSignIn, openRemoteDataset } from '../actions/connect.ts';
import { readClipboard } from '../actions/input/clipboard.ts';
import { readRow } from '../actions/read-row.ts';
import { test as base, expect, picture, quitApp, type RunningApp, shownTab, startApp } from '../support/app.ts';

const token = '5ec2e7'.repeat(6);
const variant = { paging: 'cursor', pageSize: 20, token } as const;
const everything = ['Office', 'City', 'Everything'] as const;

/** A separate Almanac, and a remote service that shows its rows only to signed-in users. */
const test = base.extend<{ office: VariantService; own: RunningApp }>({
  // biome-ignore lint/correctness/noEmptyPattern: the first parameter of a fixture must be a destructuring pattern.
  async office({}, use) {
    const service = await startVariant(variant);
    await use(service);
    await service.close();
  },
  // biome-ignore lint/correctness/noEmptyPattern: the first parameter of a fixture must be a destructuring pattern.
  async own({}, use) {
    const folder = mkdtempSync(path.join(tmpdir(), 'almanac-remote-'));
    const app = await startApp(folder);
    await use(app);
    await quitApp(app);
    rmSync(folder, { recursive: true, force: true });
  },
});

function everyFileOf(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.map((file) => path.join(file.parentPath, file.name));
}

/**
 * The files of a folder that contain a text. Files come and go while work is in progress: the folder is scanned again
 * until none vanished before it was read, so that none is missed.
 */
async function filesHolding(folder: string, text: string): Promise<string[]> {
  let holding: string[] = [];
  await expect(async () => {
    const files = everyFileOf(folder);
    expect(files.length).toBeGreaterThan(0);
    holding = files.filter((file) => readFileSync(file, 'latin1').includes(text));
  }).toPass({ timeout: 30_000 });
  return holding;
}

test('a remote service is added, signed in to, read to the end, lost and reconnected', async ({ office, own }) => {
  const { window } = own;
  await addConnection(window, `127.0.0.1:${office.port}/api/v1/namespaces/city/`, 'Office');
  await openRemoteDataset(window, everything);
  await expect(window.getByText(/requires you to sign in to see this/).first()).toBeVisible();
  await picture(window, 'remote-sign-in-needed');

  await test.step('the sign-in is offered in place of the rows', async () => {
    await window.getByRole('main').getByRole('button', { name: 'Sign in…' }).click();
    await expect(window.getByRole('dialog').getByLabel('Password', { exact: true })).toBeVisible();
    await expect(window.getByRole('dialog')).not.toContainText(/keychain is (not )?available/);
    await checkAndPicture(window, 'sign-in');
    await checkContrast(window, 'sign-in');
    await fillSignIn(window, 'ada', 'correct horse');
  });
  await openRemoteDataset(window, everything);
  expect(await readRow(window, 1, ['c0', 'c4'])).toEqual(['0', 'proto 0']);

  await test.step('to the end of a service that does not count rows', async () => {
    await expect(async () => {
      await window.getByRole('button', { name: 'Last row' }).click();
      await expect(window.getByText('250 rows').first()).toBeVisible({ timeout: 1_000 });
    }).toPass({ timeout: 60_000 });
    await window.getByRole('button', { name: 'Last row' }).click();
    expect(await readRow(window, 250, ['c0', 'c4'])).toEqual(['249', 'proto 249']);
    await picture(window, 'remote-end');
  });

  await test.step('integers beyond the range of a double are exact, when read and when copied', async () => {
    expect(await readRow(window, 250, ['c2'])).toEqual(['7,479,007,199,254,741,242']);
    await window.locator(`${shownTab} [row-index="248"] [role="gridcell"][col-id="c2"]`).click();
    await window
      .locator(`${shownTab} [row-index="249"] [role="gridcell"][col-id="c2"]`)
      .click({ modifiers: ['Shift'] });
    await expect(async () => {
      await window.keyboard.press('Control+c');
      const exact = '7449007199254741241\n7479007199254741242';
      await expect.poll(() => readClipboard(own.electron), { timeout: 2000 }).toContain(exact);
    }).toPass();
  });

  await test.step('when the service is unreachable, rows already read stay', async () => {
    await office.close();
    await chooseOf(window, 'Office', 'Check again');
    await expect(window.getByRole('treeitem', { name: /Office/ }).getByLabel(/offline/)).toBeVisible();
    await expect(window.getByText('Offline: rows read earlier')).toBeVisible();
    expect(await readRow(window, 250, ['c0', 'c4'])).toEqual(['249', 'proto 249']);
    await picture(window, 'remote-offline');
  });

  await test.step('the service is back', async () => {
    const again = await startVariant(variant, office.port);
    try {
      await expect(window.getByRole('treeitem', { name: /Office/ }).getByLabel(/offline/)).toBeHidden({
        timeout: 30_000,
      });
      await window.getByRole('button', { name: 'First row' }).click();
      expect(await readRow(window, 1, ['c0', 'c4'])).toEqual(['0', 'proto 0']);
    } finally {
      await again.close();
    }
  });

  await test.step('the token is neither in a file nor in the window', async () => {
    expect(await filesHolding(own.folder, token)).toEqual([]);
    expect(await window.content()).not.toContain(token);
  });
});

test('for a wrong address, what was found there is explained', async ({ app: { window } }) => {
  await window.getByRole('button', { name: 'Add a connection' }).click();
  const dialog = window.getByRole('dialog');
  await dialog.getByLabel('Address').fill('http://127.0.0.1:9/');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog.getByText(/Nothing responds at 127\.0\.0\.1:9/)).toBeVisible();
  await checkAndPicture(window, 'remote-nothing-there');
  await checkContrast(window, 'remote-nothing-there');
  await window.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});
