import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { checkAndPicture, pictureInBothThemes } from '../actions/check-and-screenshot.ts';
import { expectWithin } from '../actions/expect-within.ts';
import { chooseNext, saveNextTo } from '../actions/input/choose-files.ts';
import { openSettings } from '../actions/views/open-settings.ts';
import { expect, test } from '../support/app.ts';
import { localServiceAddress } from '../support/local-service-address.ts';
import { callShell } from '../support/shell-calls.ts';

test('the settings are reached by keyboard, and every page is accessible in both themes', async ({
  app: { window },
}) => {
  await openSettings(window);
  const dialog = window.getByRole('dialog', { name: 'Settings' });
  const pages = [
    'Appearance',
    'Numbers and dates',
    'Local service',
    'Users and groups',
    'Storage',
    'Followed data',
    'Notifications and updates',
  ];
  for (const name of pages) {
    await dialog.getByRole('tab', { name }).click();
    await expect(dialog.getByRole('heading', { name, level: 3 })).toBeVisible();
    await expect(dialog.locator('.mantine-Skeleton-root')).toHaveCount(0);
    if (name === 'Storage') await expect(dialog).toContainText('Tokens are stored in the system keychain.');
    // The window behind the dialog stays the same.
    const within = name === 'Appearance' ? undefined : '[role="dialog"]';
    await checkAndPicture(window, `settings-${name.toLowerCase().replaceAll(' ', '-')}`, within);
  }
  await window.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});

test('the cache size for rows of other services is entered in whole megabytes, and applies at once', async ({
  app: { window },
}) => {
  await openSettings(window);
  const dialog = window.getByRole('dialog', { name: 'Settings' });
  await dialog.getByRole('tab', { name: 'Storage' }).click();
  const room = dialog.getByLabel('Cache for rows of other services, in megabytes');
  await expect(room).not.toHaveValue('');
  await room.fill('200000');
  await expect(dialog.getByText('Enter a number from 0 to 100,000.')).toBeVisible();
  const kept = async () => (await callShell(window, 'readShellSettings', {})).cacheMegabytes;
  for (const megabytes of ['0', '512']) {
    await room.fill(megabytes);
    await window.keyboard.press('Tab');
    await expect.poll(kept).toBe(Number(megabytes));
  }
  await window.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});

test('users and groups of the local service are created, changed and deleted', async ({ app }) => {
  const { window } = app;
  await openSettings(window);
  const dialog = window.getByRole('dialog', { name: 'Settings' });
  await dialog.getByRole('tab', { name: 'Users and groups' }).click();
  await dialog.getByRole('button', { name: 'Add a group…' }).click();
  await dialog.getByLabel('Group name').fill('Foresters');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog.getByRole('list', { name: 'Groups' })).toContainText('Foresters');

  await dialog.getByRole('button', { name: 'Add a user…' }).click();
  await dialog.getByLabel('User name').fill('grace');
  await dialog.getByLabel('Password', { exact: true }).fill('correct horse battery');
  await dialog.getByLabel('Confirm password').fill('correct horse');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog.getByText('The passwords do not match.')).toBeVisible();
  await dialog.getByLabel('Confirm password').fill('correct horse battery');
  await dialog.getByRole('combobox', { name: 'Groups' }).press('ArrowDown');
  await window.getByRole('option', { name: 'Foresters' }).click();
  await window.keyboard.press('Tab');
  await checkAndPicture(window, 'settings-new-user');
  await dialog.getByRole('button', { name: 'Create' }).click();
  const users = dialog.getByRole('list', { name: 'Users' });
  await expect(users).toContainText('Foresters · never signed in');

  const base = await localServiceAddress(app);
  const signIn = async () => {
    const answer = await fetch(new URL('api/v1/auth/token/obtain/', base), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'grace', password: 'correct horse battery' }),
    });
    return answer.status;
  };
  expect(await signIn()).toBe(200);

  await dialog.getByRole('button', { name: 'Actions for grace' }).click();
  await window.getByRole('menuitem', { name: 'Edit…' }).click();
  await dialog.getByLabel('Can sign in').uncheck({ force: true });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(users).toContainText('disabled');
  expect(await signIn()).toBe(400);
  await pictureInBothThemes(window, 'settings-users-and-groups-filled');

  for (const [name, list] of [
    ['grace', 'Users'],
    ['Foresters', 'Groups'],
  ] as const) {
    await dialog.getByRole('button', { name: `Actions for ${name}` }).click();
    await window.getByRole('menuitem', { name: 'Delete…' }).click();
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(dialog.getByRole('list', { name: list }).getByText(name)).toBeHidden();
  }
  await window.keyboard.press('Escape');
});

test('Escape closes a form within the settings, and then the settings', async ({ app: { window } }) => {
  await openSettings(window);
  const dialog = window.getByRole('dialog', { name: 'Settings' });
  await dialog.getByRole('tab', { name: 'Users and groups' }).click();
  const add = dialog.getByRole('button', { name: 'Add a user…' });
  await add.click();
  await expect(dialog.getByLabel('User name')).toBeVisible();
  await dialog.getByLabel('User name').press('Escape');
  await expect(dialog.getByLabel('User name')).toBeHidden();
  await expect(add).toBeFocused();
  await window.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});

test('settings and connections are moved to another computer in a file, without secrets', async ({
  app: { window, electron },
}) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'almanac-e2e-settings-'));
  await openSettings(window);
  const dialog = window.getByRole('dialog', { name: 'Settings' });
  await dialog.getByRole('tab', { name: 'Storage' }).click();

  await test.step('the file contains them', async () => {
    const target = path.join(folder, 'settings.json');
    await saveNextTo(electron, target);
    await dialog.getByRole('button', { name: 'Export…' }).click();
    await expect(dialog.getByText(`written to ${target}`)).toBeVisible();
    const document = JSON.parse(readFileSync(target, 'utf8')) as Record<string, unknown>;
    expect(document).toMatchObject({ format: 'almanac-settings', version: 1, settings: { notifications: true } });
  });

  await test.step('an invalid one is refused with a message, and nothing is changed', async () => {
    const source = path.join(folder, 'wrong.json');
    const wrong = [{ name: 'Wrong', colour: '', address: 'file:///etc/passwd' }];
    writeFileSync(source, JSON.stringify({ format: 'almanac-settings', version: 1, connections: wrong }));
    await chooseNext(electron, source);
    await dialog.getByRole('button', { name: 'Import…' }).click();
    await expect(dialog.getByRole('alert').filter({ hasText: 'Nothing was changed' })).toBeVisible();
  });

  await test.step('the result of an import is shown, and what needs a sign-in', async () => {
    const source = path.join(folder, 'other.json');
    const [first, second] = ['http://127.0.0.1:9/first/', 'http://127.0.0.1:9/second/'];
    const connections = [
      { name: 'First of another computer', colour: '#ff0000', address: first, signIn: true },
      { name: 'Second of another computer', colour: '', address: second },
    ];
    const settings = { cacheMegabytes: 321 };
    writeFileSync(source, JSON.stringify({ format: 'almanac-settings', version: 1, settings, connections }));
    await chooseNext(electron, source);
    await dialog.getByRole('button', { name: 'Import…' }).click();
    await expect(dialog.getByText('Settings imported: 1. Connections added: 2, already present: 0.')).toBeVisible();
    const list = dialog.getByRole('list', { name: 'Imported connections' });
    await expect(list.getByRole('listitem').filter({ hasText: first })).toContainText('sign-in required');
    const other = list.getByRole('listitem').filter({ hasText: second });
    await expect(other).toContainText('offline');
    await expect(other).not.toContainText('sign-in required');
    await expect(dialog.getByLabel(/^Cache for rows/)).toHaveValue('321');
    await dialog.getByRole('button', { name: 'Import…' }).scrollIntoViewIfNeeded();
    await checkAndPicture(window, 'settings-storage-imported', '[role="dialog"]');
    await dialog.getByRole('button', { name: 'Sign in to First of another computer' }).click();
    const signIn = window.getByRole('dialog', { name: /First of another computer/ });
    await expect(signIn).toBeVisible();
    await expect(dialog).toBeHidden();
    // A key that is pressed before the dialog has the focus does not reach it.
    await expect(signIn.locator(':focus')).toHaveCount(1);
    await window.keyboard.press('Escape');
    await expect(signIn).toBeHidden();
    // Of a long catalogue only the visible lines are in the page.
    const filter = window.getByRole('textbox', { name: 'Filter the catalogue' });
    await filter.fill('Second of another computer');
    await expect(window.getByRole('treeitem', { name: 'Second of another computer' })).toBeVisible();
    await filter.fill('');
  });
  rmSync(folder, { recursive: true });
});

test('every page of the settings fits into a narrow window', async ({ app: { window } }) => {
  await window.setViewportSize({ width: 800, height: 640 });
  await openSettings(window);
  const dialog = window.getByRole('dialog', { name: 'Settings' });
  for (const tab of await dialog.getByRole('tab').all()) {
    await tab.click();
    await expect(dialog.locator('.mantine-Skeleton-root')).toHaveCount(0);
    const page = dialog.getByRole('tabpanel');
    await expectWithin(page);
    const name = (await tab.textContent()) ?? '';
    await pictureInBothThemes(window, `settings-narrow-${name.toLowerCase().replaceAll(' ', '-')}`);
  }
  await window.keyboard.press('Escape');
  await window.setViewportSize({ width: 1280, height: 800 });
});
