import { isDeepStrictEqual } from 'node:util';
import { powerMonitor } from 'electron';
import { changeLocalService } from '../backend-process/local-service-settings.ts';
import { chooseFiles } from '../files/file-dialogs.ts';
import { checkMapBackground, describeMapBackground, readMapBackground } from '../files/map-background.ts';
import { canUpdate } from '../updates.ts';
import type { CallParts } from './call-parts.ts';
import type { WindowFunctions } from './shell-calls.ts';

type SettingsCall =
  | 'setLanguage'
  | 'setShortcuts'
  | 'readShellSettings'
  | 'changeShellSettings'
  | 'changeLocalService'
  | 'chooseMapBackground'
  | 'removeMapBackground'
  | 'readMapBackground';

/** The functions behind the window's calls about settings. @param updateMenu called when its texts or keys change */
export function settingsFunctions(parts: CallParts, updateMenu: () => void): Pick<WindowFunctions, SettingsCall> {
  const { settings, diagnostics, words, restartBackend, limitCache, setAutomaticChecks } = parts;
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
      const { theme, language, shortcuts, notifications, updates, cacheMegabytes, service, mapBackground, following } =
        settings.read();
      const { data, config, cache, logs } = diagnostics.places;
      const places = { data, config, cache, logs };
      return {
        theme,
        language,
        shortcuts,
        notifications,
        updates,
        cacheMegabytes,
        service,
        following,
        onBattery: powerMonitor.isOnBatteryPower(),
        canUpdate: canUpdate(),
        places,
        mapBackground: mapBackground === null ? null : await describeMapBackground(mapBackground),
      };
    },
    async changeShellSettings({ notifications, updates, cacheMegabytes, following }) {
      const before = settings.read();
      settings.change({
        notifications: notifications ?? before.notifications,
        updates: updates ?? before.updates,
        cacheMegabytes: cacheMegabytes ?? before.cacheMegabytes,
        following: following ?? before.following,
      });
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
    changeLocalService: (request, window) =>
      changeLocalService(window, request, { settings, words, restart: restartBackend }),
  };
}
