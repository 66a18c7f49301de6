import { execFileSync } from 'node:child_process';
import { expect, type Page } from '@playwright/test';
import { cliProgram } from '../support/browser-app.ts';
import { nodeEnvironment } from '../support/node-environment.ts';

export function runCli(words: readonly string[], input = ''): void {
  execFileSync(process.execPath, [cliProgram, ...words], { input, env: nodeEnvironment });
}

/**
 * Signs in on the page of the service that a browser shows the window of.
 * @param folder the data of the service, in which the account is made first
 */
export async function signIn(page: Page, folder: string, name: string): Promise<void> {
  runCli(['user', 'add', name, '--staff', '--data', folder], 'correct horse battery\n');
  const status = page.getByRole('contentinfo');
  await status.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('Username').fill(name);
  await page.getByLabel('Password').fill('correct horse battery');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(status.getByRole('button', { name })).toBeVisible();
}
