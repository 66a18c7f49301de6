import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Transformer } from '@napi-rs/image';
import type { Page } from '@playwright/test';
import { checkAndPicture, checkContrast } from '../actions/check-and-screenshot.ts';
import { chooseCommand } from '../actions/choose-command.ts';
import { expect, type RunningApp, test } from '../support/app.ts';
import { localServiceAddress } from '../support/local-service-address.ts';

/** A line of the catalogue below the favourites and recent datasets. */
function line(window: Page, name: string, level: 1 | 2 | 3) {
  return window.getByRole('treeitem', { name }).and(window.locator(`[aria-level="${level}"]`));
}

async function choose(window: Page, name: string, level: 1 | 2 | 3, item: string): Promise<void> {
  await line(window, name, level).click({ button: 'right' });
  await window.getByRole('menuitem', { name: item, exact: true }).click();
}

async function saveDialog(window: Page, button: string): Promise<void> {
  await window.getByRole('dialog').getByRole('button', { name: button, exact: true }).click();
  await expect(window.getByRole('dialog')).toBeHidden();
}

/** The status of an address of the local service for an anonymous caller. */
async function statusOf(app: RunningApp, path: string): Promise<number> {
  return (await fetch(new URL(path, await localServiceAddress(app)))).status;
}

test('namespaces and datasets are created, changed, published, deleted and restored', async ({ app }) => {
  const { window } = app;
  const folder = mkdtempSync(path.join(tmpdir(), 'almanac-editing-'));
  const picture = path.join(folder, 'forest.png');
  const pixels = Buffer.from(Array.from({ length: 64 * 48 }, (_, at) => [40, 90 + (at % 64) * 2, 60, 255]).flat());
  writeFileSync(picture, await Transformer.fromRgbaPixels(pixels, 64, 48).png());
  const dialog = window.getByRole('dialog');

  await test.step('a namespace is created, with an image', async () => {
    await choose(window, 'This computer', 1, 'New namespace…');
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    await expect(dialog.getByText('Enter a label.')).toBeVisible();
    await dialog.getByLabel('Label').fill('Forest inventory');
    await expect(dialog.getByLabel('Name in the address')).toHaveValue('forest-inventory');
    await expect(dialog.getByText('Only its owner and the service’s staff can see it.')).toBeVisible();
    await dialog.locator('input[type=file]').setInputFiles(picture);
    await expect(dialog.getByRole('img', { name: 'Preview of the new image' })).toBeVisible();
    await checkAndPicture(window, 'editing-new-namespace');
    await checkContrast(window, 'editing-new-namespace');
    await saveDialog(window, 'Create');
    await expect(line(window, 'Forest inventory', 2)).toBeVisible();
    // The image is decorative and has no accessible name.
    await expect(line(window, 'Forest inventory', 2).locator('img')).toBeVisible();
    expect(await statusOf(app, 'api/v1/namespaces/forest-inventory/')).toBe(401);
  });

  await test.step('its line is marked as not public', async () => {
    await expect(line(window, 'Forest inventory', 2)).toHaveAccessibleDescription(/not public/);
  });

  await test.step('it is published from its menu', async () => {
    await choose(window, 'Forest inventory', 2, 'Publish…');
    await saveDialog(window, 'Publish');
    await expect(window.getByText('“Forest inventory” is now public.')).toBeVisible();
    expect(await statusOf(app, 'api/v1/namespaces/forest-inventory/')).toBe(200);
    await window.getByRole('alert').getByRole('button', { name: 'Close' }).click();
  });

  await test.step('a group can be created, and be the only one with read access', async () => {
    await window.keyboard.press('Control+,');
    await dialog.getByRole('tab', { name: 'Users and groups' }).click();
    await dialog.getByRole('button', { name: 'Add a group…' }).click();
    await dialog.getByLabel('Group name').fill('Wardens');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await expect(dialog.getByRole('list', { name: 'Groups' })).toContainText('Wardens');
    await window.keyboard.press('Escape');
    await choose(window, 'Forest inventory', 2, 'Edit…');
    await dialog.getByRole('combobox', { name: 'Only for these groups' }).press('ArrowDown');
    await window.getByRole('option', { name: 'Wardens' }).click();
    await expect(dialog.getByText('Only members of the groups below can read it.')).toBeVisible();
    await window.keyboard.press('Tab');
    await saveDialog(window, 'Save');
    await expect(line(window, 'Forest inventory', 2)).toHaveAccessibleDescription(/group members only/);
    expect(await statusOf(app, 'api/v1/namespaces/forest-inventory/')).toBe(401);
  });

  await test.step('its image is removed, and it is public again', async () => {
    await choose(window, 'Forest inventory', 2, 'Edit…');
    await expect(dialog.getByRole('img', { name: 'Current image' })).toBeVisible();
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(dialog.getByText('The image will be removed when you save')).toBeVisible();
    await dialog.getByRole('combobox', { name: 'Only for these groups' }).press('Backspace');
    await expect(dialog.getByText('Anyone who can reach the service can read it.')).toBeVisible();
    await window.keyboard.press('Tab');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(dialog.getByText(/^Everyone who can reach .* can then read/)).toBeVisible();
    await saveDialog(window, 'Publish');
    await expect(line(window, 'Forest inventory', 2)).not.toHaveAccessibleDescription(/groups/);
    expect(await statusOf(app, 'api/v1/namespaces/forest-inventory/')).toBe(200);
    await choose(window, 'Forest inventory', 2, 'Edit…');
    await expect(dialog.getByText('No image', { exact: true })).toBeVisible();
    await dialog.locator('input[type=file]').setInputFiles(picture);
    await saveDialog(window, 'Save');
    await choose(window, 'Forest inventory', 2, 'Unpublish');
    await expect(window.getByText('“Forest inventory” is no longer public.')).toBeVisible();
    expect(await statusOf(app, 'api/v1/namespaces/forest-inventory/')).toBe(401);
    await choose(window, 'Forest inventory', 2, 'Publish…');
    await saveDialog(window, 'Publish');
    await expect(line(window, 'Forest inventory', 2)).not.toHaveAccessibleDescription(/not public/);
  });

  await test.step('an empty dataset is created and described', async () => {
    await choose(window, 'Forest inventory', 2, 'New empty dataset…');
    await dialog.getByLabel('Label').fill('Oaks');
    await checkAndPicture(window, 'editing-new-dataset');
    await saveDialog(window, 'Create');
    await line(window, 'Forest inventory', 2).click();
    await expect(line(window, 'Oaks', 3)).toHaveAccessibleDescription(/no data yet/);
    await line(window, 'Oaks', 3).click();
    await expect(window.getByRole('heading', { name: 'Oaks' })).toBeVisible();
    await choose(window, 'Oaks', 3, 'Edit…');
    await dialog.getByLabel('Label').fill('Old oaks');
    await dialog.getByLabel('Name in the address').fill('old-oaks');
    await expect(dialog.getByText(/stop working/)).toBeVisible();
    await dialog.getByLabel('Description').fill('Oaks above a hundred years.');
    await checkAndPicture(window, 'editing-dataset');
    await checkContrast(window, 'editing-dataset');
    await saveDialog(window, 'Save');
    await expect(window.getByRole('heading', { name: 'Old oaks' })).toBeVisible();
    expect(await statusOf(app, 'api/v1/namespaces/forest-inventory/datasets/old-oaks/')).toBe(200);
  });

  await test.step('a deleted dataset disappears at once with its tab, and can be restored', async () => {
    await choose(window, 'Old oaks', 3, 'Delete');
    await expect(line(window, 'Old oaks', 3)).toBeHidden();
    await expect(window.getByRole('heading', { name: 'Old oaks' })).toBeHidden();
    expect(await statusOf(app, 'api/v1/namespaces/forest-inventory/datasets/old-oaks/')).toBe(200);
    await window.getByRole('button', { name: 'Undo: delete Old oaks' }).click();
    await expect(line(window, 'Old oaks', 3)).toBeVisible();
    await expect(window.getByRole('heading', { name: 'Old oaks' })).toBeVisible();
    await choose(window, 'Old oaks', 3, 'Delete');
    await expect(line(window, 'Old oaks', 3)).toBeHidden();
    await chooseCommand(window, 'Undo last deletion');
    await expect(line(window, 'Old oaks', 3)).toBeVisible();
  });

  await test.step('a namespace with datasets is deleted after its name was typed, and restored from the trash', async () => {
    await choose(window, 'Forest inventory', 2, 'Edit…');
    await expect(dialog.getByRole('img', { name: 'Current image' })).toBeVisible();
    await checkAndPicture(window, 'editing-namespace');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await choose(window, 'Forest inventory', 2, 'Delete…');
    const go = dialog.getByRole('button', { name: 'Delete', exact: true });
    await expect(go).toBeDisabled();
    await dialog.getByLabel(/to confirm/).fill('Forest inventory');
    await checkAndPicture(window, 'editing-delete-namespace');
    await checkContrast(window, 'editing-delete-namespace');
    await go.click();
    await expect(line(window, 'Forest inventory', 2)).toBeHidden();
    await checkAndPicture(window, 'editing-deleted');
    await expect(async () => {
      expect(await statusOf(app, 'api/v1/namespaces/forest-inventory/')).toBe(404);
    }).toPass({ timeout: 30_000 });
    await expect(window.getByRole('region', { name: 'Deletions' })).toBeEmpty();
    await chooseCommand(window, 'Trash on this computer…');
    await checkAndPicture(window, 'editing-trash');
    await dialog.getByRole('button', { name: 'Restore forest-inventory', exact: true }).click();
    await expect(dialog.getByText('Restored as forest-inventory.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(line(window, 'Forest inventory', 2)).toBeVisible();
  });
  rmSync(folder, { recursive: true });
});
