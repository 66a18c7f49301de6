import { clipboard, nativeTheme, shell } from 'electron';
import { type DiagnosticsParts, diagnosticsText, saveDiagnostics } from './diagnostics.ts';
import { chooseFiles, chooseSaveTarget } from './file-dialogs.ts';
import type { GivenTargets } from './given-targets.ts';
import type { Notices } from './notices.ts';
import type { OpenRequests } from './open-requests.ts';
import { openFile, openWebAddress, showInFolder } from './outward.ts';
import type { SettingsFile } from './settings.ts';
import type { WindowFunctions } from './shell-calls.ts';

/** What the calls work with. */
export interface CallParts {
  readonly settings: SettingsFile;
  readonly targets: GivenTargets;
  readonly requests: OpenRequests;
  readonly notices: Notices;
  readonly diagnostics: DiagnosticsParts;
}

/** The functions behind the window's calls to the shell. */
export function windowFunctions({ settings, targets, requests, notices, diagnostics }: CallParts): WindowFunctions {
  return {
    setTheme: async ({ theme }) => {
      nativeTheme.themeSource = theme;
      settings.change({ theme });
    },
    copyText: async ({ text }) => clipboard.writeText(text),
    openAddress: ({ address }) => openWebAddress(address),
    chooseFiles: (wish, window) => chooseFiles(window, wish),
    chooseSaveTarget: async (wish, window) => {
      const target = await chooseSaveTarget(window, wish);
      if (target !== null) targets.add(target);
      return target;
    },
    showInFolder: async ({ path }) => showInFolder(path, targets),
    openFile: ({ path }) => openFile(path, targets),
    takeOpenRequests: async () => requests.take(),
    listNotices: async () => notices.list(),
    dismissNotice: async (notice) => notices.dismiss(notice),
    showOwnFolder: async ({ folder }) => shell.showItemInFolder(diagnostics.places[folder]),
    readDiagnostics: async () => diagnosticsText(diagnostics),
    saveDiagnostics: async (_, window) => {
      const target = await saveDiagnostics(window, diagnostics);
      if (target !== null) targets.add(target);
      return target;
    },
  };
}
