import { existsSync } from 'node:fs';
import path from 'node:path';
import { app } from 'electron';
import { explain } from '#shared/failures.ts';
import type { Notice } from '#shared/rpc/backend-process.ts';
import type { Report } from './calls/shell-calls.ts';

/** The packager adds this file when the publisher has named a release page. Without it no request is ever made. */
const configuration = () => path.join(process.resourcesPath, 'app-update.yml');

/** Whether a publisher named a release page. */
export function canUpdate(): boolean {
  return app.isPackaged && existsSync(configuration());
}

/**
 * Asks the configured release page, once per start, for a newer version, and reports it. The user downloads and
 * installs it: nothing happens without their knowledge.
 */
export async function lookForUpdate(onNotice: (notice: Notice) => void, report: Report): Promise<void> {
  if (!canUpdate()) return;
  try {
    const { autoUpdater: usual, DebUpdater } = (await import('electron-updater')).default;
    // On Linux the usual updater works only in an AppImage; one that installs nothing works everywhere.
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
