import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { type RunningApp, startApp } from '../support/app.ts';

const program = process.env.ALMANAC_PROGRAM ?? '';
/** Delay after the start before checking for a new release, in milliseconds. */
const untilLooked = 20_000;

test.skip(program === '', 'Only a packed program looks for updates: `npm run qa -- package`.');

const newer = `version: 99.1.0
files:
  - url: Almanac-99.1.0-linux-x64.AppImage
    sha512: ${Buffer.alloc(64).toString('base64')}
    size: 5
path: Almanac-99.1.0-linux-x64.AppImage
sha512: ${Buffer.alloc(64).toString('base64')}
releaseDate: '2026-01-01T00:00:00.000Z'
`;

/** A release page that records its requests. */
async function releasePage() {
  const requested: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    requested.push(url.split('?')[0] ?? '');
    response.end(/latest.*\.yml/.test(url) ? newer : 'hello');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return { requested, address, close: () => server.close() };
}

test('a newer release is announced if a publisher named a release page, and nothing is downloaded or replaced', async () => {
  test.setTimeout(180_000);
  const base = mkdtempSync(path.join(tmpdir(), 'almanac-updates-'));
  const page = await releasePage();
  const copy = path.join(base, 'program');
  const apps: RunningApp[] = [];
  try {
    cpSync(path.dirname(program), copy, { recursive: true, verbatimSymlinks: true });
    const feed = `provider: generic\nurl: ${page.address}\nupdaterCacheDirName: almanac-updater\n`;
    writeFileSync(path.join(copy, 'resources', 'app-update.yml'), feed);
    process.env.ALMANAC_PROGRAM = path.join(copy, path.basename(program));
    const notified = await startApp(path.join(base, 'told'));
    apps.push(notified);
    process.env.ALMANAC_PROGRAM = program;
    const unnotified = await startApp(path.join(base, 'untold'));
    apps.push(unnotified);

    const notice = notified.window.getByRole('alert').filter({ hasText: '99.1.0' });
    await expect(notice).toBeVisible({ timeout: untilLooked + 40_000 });
    // A download would be requested right after the response, so a short wait suffices.
    await expect(async () => expect(page.requested).toEqual(['/latest-linux.yml'])).toPass({ timeout: 60_000 });
    await notified.window.getByRole('alert').filter({ hasText: '99.1.0' }).getByRole('button').first().click();
    await expect(notice).toHaveCount(0);
    // The one without a release page was started before the other was notified.
    await expect(unnotified.window.getByRole('alert')).toHaveCount(0);
    expect(page.requested).toEqual(['/latest-linux.yml']);
  } finally {
    process.env.ALMANAC_PROGRAM = program;
    for (const { electron } of apps) await electron.close();
    page.close();
    rmSync(base, { recursive: true, force: true, maxRetries: 5 });
  }
});
