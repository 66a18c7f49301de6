import { test } from '@playwright/test';
import { expect, quitApp, startApp } from '../support/app.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Systems whose first language has a name that is no language tag, and what they hear instead. */
const systems = [
  ['none but that of POSIX', { LANGUAGE: '', LC_ALL: 'C.UTF-8' }, 'Catalogue'],
  ['none at all', { LANGUAGE: '', LC_ALL: 'C' }, 'Catalogue'],
  ['German with a currency', { LANGUAGE: 'de_DE@euro', LC_ALL: 'C.UTF-8' }, 'Katalog'],
] as const;

test('the window is drawn whatever the system calls its language', async () => {
  for (const [language, locale, heading] of systems) {
    await test.step(language, async () => {
      const app = await startApp(temporaryFolder('languages'), [], 'empty', locale);
      await expect(app.window.getByRole('heading', { name: heading, exact: true })).toBeVisible();
      await quitApp(app);
    });
  }
});
