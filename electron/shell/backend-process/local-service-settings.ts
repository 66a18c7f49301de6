import { app, type BrowserWindow, dialog } from 'electron';
import { explain } from '#shared/failures.ts';
import type { LocalServiceSettings } from '#shared/rpc/backend-process.ts';
import type { SettingsFile } from '../app/settings.ts';
import { PersonError } from '../calls/user-error.ts';
import type { ShellWords } from '../menu/en.ts';

/** What the change of the local service works with. */
export interface LocalServiceParts {
  readonly settings: SettingsFile;
  readonly words: () => ShellWords;
  /** Starts the backend again, by the settings as they are then. */
  readonly restart: () => Promise<void>;
}

let asking = false;

/**
 * Has the local service listen in another way. To open it to other computers takes the person's word, given to the main
 * process in a dialog of the system's: the page that asks cannot see, fake or answer it, and its first answer is no.
 * @returns false where the person declined @throws {PersonError} where they are being asked already
 */
export async function changeLocalService(
  window: BrowserWindow,
  request: LocalServiceSettings,
  { settings, words, restart }: LocalServiceParts,
): Promise<boolean> {
  const { service: before } = settings.read();
  if (before.port === request.port && before.network === request.network) return true;
  if (request.network && !(await agrees(window, words()))) return false;
  settings.change({ service: { port: request.port, network: request.network } });
  await restart();
  return true;
}

async function agrees(window: BrowserWindow, words: ShellWords): Promise<boolean> {
  if (asking) throw new PersonError(explain('asking-already'));
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
