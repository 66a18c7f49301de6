import { isDeepStrictEqual } from 'node:util';
import { app, type BrowserWindow, dialog, powerMonitor } from 'electron';
import { ExplainedError } from '#shared/english/explained-error.ts';
import { explain } from '#shared/failures.ts';
import { given } from '#shared/given.ts';
import type { LocalServiceSettings } from '#shared/rpc/backend-process.ts';
import type { shellSettingsCalls } from '#shared/rpc/shell/shell-settings.ts';
import { chooseFiles } from '../files/file-dialogs.ts';
import { checkMapBackground, describeMapBackground, readMapBackground } from '../files/map-background.ts';
import type { ShellWords } from '../texts.ts';
import { canUpdate } from '../updates.ts';
import type { CallParts, WindowFunctions } from './shell-calls.ts';

/** The functions behind the window's calls about settings. @param updateMenu called when its texts or keys change */
export function settingsFunctions(
  parts: CallParts,
  updateMenu: () => void,
): Pick<WindowFunctions, keyof typeof shellSettingsCalls> {
  const { settings, diagnostics, words, limitCache, setAutomaticChecks } = parts;
  return {
    async setLanguage({ language }) {
      // Every window reports a change.
      if (settings.read().language === language) return;
      settings.change({ language });
      updateMenu();
    },
    async setShortcuts({ changed }) {
      if (isDeepStrictEqual(settings.read().shortcuts, changed)) return;
      settings.change({ shortcuts: changed });
      updateMenu();
    },
    async readShellSettings() {
      const { windows: _, mapBackground, ...others } = settings.read();
      const { window: __, ...places } = diagnostics.places;
      return {
        ...others,
        places,
        onBattery: powerMonitor.isOnBatteryPower(),
        canUpdate: canUpdate(),
        mapBackground: mapBackground === null ? null : await describeMapBackground(mapBackground),
      };
    },
    async changeShellSettings({ notifications, updates, cacheMegabytes, following }) {
      // By name: other settings need the user's consent.
      settings.change(given({ notifications, updates, cacheMegabytes, following }));
      if (cacheMegabytes !== undefined) limitCache();
      if (following !== undefined) setAutomaticChecks();
    },
    async chooseMapBackground(_, window) {
      const kinds = [{ name: 'PMTiles', extensions: ['pmtiles'] }];
      const [file] = await chooseFiles(window, { title: words().mapBackgroundTitle, multiple: false, kinds });
      if (file === undefined) return false;
      await checkMapBackground(file);
      settings.change({ mapBackground: file });
      return true;
    },
    removeMapBackground: async () => settings.change({ mapBackground: null }),
    readMapBackground: ({ offset, length }) => readMapBackground(settings.read().mapBackground, offset, length),
    changeLocalService: (request, window) => changeLocalService(window, request, parts),
  };
}

let asking = false;

/**
 * Changes how the local service listens. Opening it to other computers needs the user's consent in a system dialog of
 * the main process, which the page cannot see, fake or answer; the default is no.
 * @returns false if the user declined @throws {ExplainedError} if the dialog is already open
 */
async function changeLocalService(
  window: BrowserWindow,
  request: LocalServiceSettings,
  { settings, words, restartBackend }: CallParts,
): Promise<boolean> {
  const { service: before } = settings.read();
  if (before.port === request.port && before.network === request.network) return true;
  if (request.network && !(await asksConsent(window, words()))) return false;
  settings.change({ service: { port: request.port, network: request.network } });
  await restartBackend();
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
