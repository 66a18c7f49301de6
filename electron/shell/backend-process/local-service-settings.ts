import { app, type BrowserWindow, dialog } from 'electron';
import { ExplainedError } from '#shared/english/explained-error.ts';
import { explain } from '#shared/failures.ts';
import type { LocalServiceSettings } from '#shared/rpc/backend-process.ts';
import type { SettingsFile } from '../settings/settings.ts';
import type { ShellWords } from '../texts.ts';

/** What {@link changeLocalService} needs. */
export interface LocalServiceParts {
  readonly settings: SettingsFile;
  readonly words: () => ShellWords;
  /** Restarts the backend with the current settings. */
  readonly restart: () => Promise<void>;
}

let asking = false;

/**
 * Changes how the local service listens. Opening it to other computers needs the user's consent in a system dialog of
 * the main process, which the page cannot see, fake or answer; the default is no.
 * @returns false if the user declined @throws {ExplainedError} if the dialog is already open
 */
export async function changeLocalService(
  window: BrowserWindow,
  request: LocalServiceSettings,
  { settings, words, restart }: LocalServiceParts,
): Promise<boolean> {
  const { service: before } = settings.read();
  if (before.port === request.port && before.network === request.network) return true;
  if (request.network && !(await asksConsent(window, words()))) return false;
  settings.change({ service: { port: request.port, network: request.network } });
  await restart();
  return true;
}

async function asksConsent(window: BrowserWindow, words: ShellWords): Promise<boolean> {
  if (asking) throw new ExplainedError(explain('asking-already'));
  asking = true;
  try {
    const { response } = await dialog.showMessageBox(window, {
      type: 'warning',
      title: app.name,
      message: words.networkTitle,
      detail: words.networkText,
      buttons: [words.cancel, words.networkAllow],
      defaultId: 0,
      cancelId: 0,
      noLink: true,
    });
    return response === 1;
  } finally {
    asking = false;
  }
}
