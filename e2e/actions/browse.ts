import type { ElectronApplication, Page } from '@playwright/test';

/**
 * Opens a window that works like a user's browser: with its own session, free to follow links and send forms, which
 * Almanac's own windows are not.
 */
export async function openBrowserWindow(application: ElectronApplication, address: string): Promise<Page> {
  const opened = application.waitForEvent('window');
  await application.evaluate(({ BrowserWindow }, first) => {
    const webPreferences = { partition: 'browser', sandbox: true, contextIsolation: true, nodeIntegration: false };
    const window = new BrowserWindow({ width: 1240, height: 900, webPreferences });
    for (const event of ['will-navigate', 'will-frame-navigate', 'will-redirect']) {
      window.webContents.removeAllListeners(event);
    }
    void window.loadURL(first);
  }, address);
  const page = await opened;
  await page.waitForLoadState();
  return page;
}

/** Logs in on the service's own page, which then returns to the page where the user was. */
export async function logIn(page: Page, username: string, password: string): Promise<void> {
  await page.getByRole('link', { name: 'Log in' }).click();
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
}
