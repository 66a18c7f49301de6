import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { chromium, expect, type Page, test } from '@playwright/test';
import { openDataset } from '../actions/open-dataset.ts';
import { shownTab } from '../support/app.ts';
import { type CleanRoot, canMakeRoot, makeCleanRoot } from './clean-root.ts';
import { documentedFiles } from './documented-files.ts';

const deb = process.env.ALMANAC_DEB ?? '';
const home = '/home/person';
/** The folder for the user's own files. */
const ownWork = `${home}/work/`;

test.skip(deb === '' || !canMakeRoot(), 'The package is installed by `npm run qa -- package`, as root on Linux.');

/** Folders of a user on Linux, named as in `docs/files.md`. */
const places: readonly (readonly [string, string])[] = [
  [`${home}/.local/share/Almanac/`, 'data/'],
  [`${home}/.config/Almanac/`, 'config/'],
  [`${home}/.cache/Almanac/`, 'cache/'],
  [`${home}/.local/state/Almanac/`, 'logs/'],
];

function asDocumented(file: string): string {
  const [folder, name] = places.find(([start]) => file.startsWith(start)) ?? ['', ''];
  return name + file.slice(folder.length);
}

/** Files that every graphical program on this system leaves behind. */
const ofTheSystem =
  /^\/home\/person\/\.(cache\/(fontconfig|mesa_shader_cache[^/]*|dconf)\/|pki\/|local\/share\/(applications|recently-used))/;

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' ? (address?.port ?? 0) : 0));
    });
  });
}

/** Starts the installed program as an ordinary user, with Chromium's own sandbox. */
async function startInstalled(system: CleanRoot): Promise<{ process: ChildProcess; window: Page }> {
  const authority = process.env.XAUTHORITY;
  if (authority && existsSync(authority)) {
    copyFileSync(authority, path.join(system.root, 'tmp/authority'));
    chmodSync(path.join(system.root, 'tmp/authority'), 0o644);
  }
  const port = await freePort();
  const environment = [`HOME=${home}`, `DISPLAY=${process.env.DISPLAY}`, 'XAUTHORITY=/tmp/authority', 'LANGUAGE=en'];
  const words = ['almanac-window', `--remote-debugging-port=${port}`, '--lang=en-GB'];
  const started = spawn(
    'chroot',
    [system.root, 'runuser', '-u', 'person', '--', 'env', '-i', 'PATH=/usr/bin:/bin', ...environment, ...words],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  );
  await expect(async () => {
    expect((await fetch(`http://127.0.0.1:${port}/json/version`)).ok).toBe(true);
  }).toPass({ timeout: 60_000 });
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  await expect.poll(() => browser.contexts()[0]?.pages().length ?? 0, { timeout: 60_000 }).toBeGreaterThan(0);
  const window = browser.contexts()[0]?.pages()[0];
  if (window === undefined) throw new Error('The installed program opened no window');
  return { process: started, window };
}

/** Sorts rows, profiles columns and changes a setting, all of which is stored somewhere. */
async function useWindow(window: Page): Promise<void> {
  const delay = window.getByRole('columnheader', { name: 'delay' });
  await delay.click();
  await expect(delay).toHaveAttribute('aria-sort', 'ascending');
  await expect(window.locator(`${shownTab} [row-index="0"] [role="gridcell"]`).last()).not.toBeEmpty({
    timeout: 60_000,
  });
  await window.getByRole('tab', { name: 'Columns', exact: true }).click();
  await expect(window.getByRole('tab', { name: 'Columns', exact: true })).toHaveAttribute('aria-selected', 'true');
  await window.getByRole('tab', { name: 'Rows', exact: true }).click();
}

/** Publishes a file and exports rows as the user, with their own files in a separate folder. */
function useCommandLine(system: CleanRoot): void {
  const almanac = (...words: string[]) =>
    system.run(
      ['runuser', '-u', 'person', '--', 'env', '-i', `HOME=${home}`, 'PATH=/usr/bin:/bin', 'almanac'].concat(words),
    );
  system.run(['runuser', '-u', 'person', '--', 'mkdir', ownWork]);
  writeFileSync(path.join(system.root, ownWork, 'towns.csv'), 'code,population\n001,12\n002,7\n');
  almanac('publish', `${ownWork}towns.csv`, '--to', 'transport/towns');
  almanac('export', 'transport/towns', '--to', `${ownWork}taken.csv`, '--filter', 'population__gte=8');
  expect(readFileSync(path.join(system.root, ownWork, 'taken.csv'), 'utf8')).toMatch(
    /^code,population\r?\n001,12\r?\n$/,
  );
}

test('the package is installed, used, and removed; only the user’s data stay', async () => {
  test.setTimeout(300_000);
  const system = makeCleanRoot();
  try {
    system.run(['useradd', '--create-home', '--shell', '/bin/sh', 'person']);
    const before = new Set(system.changed());
    copyFileSync(deb, path.join(system.root, 'tmp/almanac.deb'));
    system.run(['dpkg', '--install', '/tmp/almanac.deb'], { DEBIAN_FRONTEND: 'noninteractive' });
    const installed = system.changed().filter((file) => !before.has(file));
    expect(installed).toContain('/usr/share/applications/almanac.desktop');
    expect(system.run(['almanac', '--version'])).toMatch(/^\d+\.\d+\.\d+\n$/);
    expect(system.run(['sh', '-c', 'dpkg --verify almanac'])).toBe('');

    const { process: started, window } = await startInstalled(system);
    await openDataset(window, 'Transport', 'Flights within the United States, 2001');
    await expect(window.getByRole('status').filter({ hasText: '3,000,000 rows' })).toBeVisible({ timeout: 120_000 });
    await useWindow(window);
    const ended = new Promise((resolve) => started.once('exit', resolve));
    system.run(['pkill', '--oldest', '-u', 'person', '-x', 'almanac-window']);
    await ended;
    useCommandLine(system);

    const packaged = new Set(system.run(['dpkg', '--listfiles', 'almanac']).split('\n'));
    const ofManagement = /^\/(var\/(lib\/dpkg|log|cache)|usr\/share\/(mime|applications|icons\/hicolor)\/|etc)/;
    const written = system
      .changed()
      .filter((file) => !before.has(file) && !packaged.has(file) && !ofManagement.test(file) && !ofTheSystem.test(file))
      .filter((file) => !file.startsWith(ownWork))
      .map(asDocumented);
    const documented = documentedFiles();
    expect(written.length).toBeGreaterThan(10);
    expect(written.filter((file) => !documented.some((pattern) => pattern.test(file)))).toEqual([]);
    expect(globSync('**', { cwd: path.join(system.root, 'tmp') }).sort()).toEqual(['.', 'almanac.deb', 'authority']);

    system.run(['dpkg', '--purge', 'almanac']);
    const left = system
      .changed()
      .filter((file) => !before.has(file) && !ofManagement.test(file) && !ofTheSystem.test(file));
    expect(left.filter((file) => !file.startsWith(`${home}/`))).toEqual([]);
    expect(left.map(asDocumented)).toContain('data/catalogue.sqlite');
    expect(existsSync(path.join(system.root, 'opt/Almanac'))).toBe(false);
  } finally {
    system.remove();
  }
});
