import { existsSync } from 'node:fs';
import path from 'node:path';
import { app } from 'electron';
import { explain } from '#shared/failures.ts';
import type { Notice } from '#shared/rpc/backend-process.ts';
import type { Report } from '../calls/shell-calls.ts';

/** The file that the packager adds when a publisher has named a release page. Without it nothing is ever asked. */
const configuration = () => path.join(process.resourcesPath, 'app-update.yml');

/** Whether a publisher named a release page. */
export function canUpdate(): boolean {
  return app.isPackaged && existsSync(configuration());
}

/**
 * Asks the release page once a start whether there is a newer Almanac, if a publisher configured one, and says so. It
 * is fetched and installed by the person: nothing is downloaded or replaced behind their back.
 */
export async function lookForUpdate(onNotice: (notice: Notice) => void, report: Report): Promise<void> {
  if (!canUpdate()) return;
  try {
    const { autoUpdater: usual, DebUpdater } = (await import('electron-updater')).default;
    // The usual one looks for nothing on Linux unless it runs out of an AppImage; one that installs nothing may always.
    const autoUpdater = process.platform === 'linux' ? new DebUpdater() : usual;
    autoUpdater.autoDownload = false;
    autoUpdater.autoInstallOnAppQuit = false;
    autoUpdater.logger = null;
    autoUpdater.on('error', (error) => report('update', error));
    autoUpdater.on('update-available', ({ version }) => {
      const message = explain('update-available', { version, own: app.getVersion() });
      onNotice({ kind: 'update-available', message, where: '', kept: null });
    });
    await autoUpdater.checkForUpdates();
  } catch (error) {
    report('update', error);
  }
}
