import { clipboard, nativeTheme, shell } from 'electron';
import type { Notice } from '#shared/rpc/backend-process.ts';
import { type DiagnosticsParts, diagnosticsText, saveDiagnostics } from './diagnostics.ts';
import { chooseFiles, chooseFolder, chooseSaveTarget } from './file-dialogs.ts';
import type { GivenTargets } from './given-targets.ts';
import type { KeptPictures } from './kept-pictures.ts';
import type { Notices } from './notices.ts';
import type { OpenRequests } from './open-requests.ts';
import { openFile, openWebAddress, showInFolder } from './outward.ts';
import { PersonError } from './person-error.ts';
import { pictureFunctions } from './picture-functions.ts';
import type { SettingsFile } from './settings.ts';
import { settingsFunctions } from './settings-functions.ts';
import type { WindowFunctions } from './shell-calls.ts';
import type { Windows } from './windows.ts';
import type { ShellWords } from './words/en.ts';

/** What the calls work with. */
export interface CallParts {
  readonly settings: SettingsFile;
  /** In the language that the person has chosen. */
  readonly words: () => ShellWords;
  readonly windows: Windows;
  readonly pictures: KeptPictures;
  readonly restartBackend: () => Promise<void>;
  /** Starts the backend again, which repairs the store first. */
  readonly repairStore: () => Promise<void>;
  /** Has the backend keep to the size of the cache in the settings. */
  readonly limitCache: () => void;
  readonly targets: GivenTargets;
  readonly requests: OpenRequests;
  readonly notices: Notices;
  readonly diagnostics: DiagnosticsParts;
}

/**
 * The functions behind the window's calls to the shell.
 * @param onLanguage the menus are to be said in another language
 */
export function windowFunctions(parts: CallParts, onLanguage: () => void): WindowFunctions {
  const { settings, targets, requests, notices, diagnostics, words, windows } = parts;
  let rebuilding: Promise<void> | null = null;
  return {
    ...settingsFunctions(parts, onLanguage),
    ...pictureFunctions(parts),
    newWindow: async () => windows.openNew(),
    closeWindow: async (_, window) => window.close(),
    setTheme: async ({ theme }) => {
      nativeTheme.themeSource = theme;
      settings.change({ theme });
    },
    copyText: async ({ text }) => clipboard.writeText(text),
    openAddress: ({ address }) => openWebAddress(address),
    chooseFiles: (wish, window) => chooseFiles(window, wish),
    chooseFolder: (wish, window) => chooseFolder(window, wish),
    chooseSaveTarget: async (wish, window) => {
      const target = await chooseSaveTarget(window, wish);
      if (target !== null) targets.add(target);
      return target;
    },
    showInFolder: async ({ path }) => showInFolder(path, targets),
    openFile: ({ path }) => openFile(path, targets),
    // What comes from outside belongs into the window that the person used last.
    takeOpenRequests: async (_, window) => (window === windows.lastUsed() ? requests.take() : []),
    listNotices: async () => notices.list(),
    dismissNotice: async (notice) => notices.dismiss(notice),
    // Several windows may offer it at once.
    rebuildCatalogue: () => {
      rebuilding ??= rebuildCatalogue(parts).finally(() => {
        rebuilding = null;
      });
      return rebuilding;
    },
    showOwnFolder: async ({ folder }) => shell.showItemInFolder(diagnostics.places[folder]),
    readDiagnostics: async () => diagnosticsText(diagnostics),
    saveDiagnostics: async (_, window) => {
      const target = await saveDiagnostics(window, diagnostics, words().diagnosticsTitle);
      if (target !== null) targets.add(target);
      return target;
    },
  };
}

/** One of these comes when the rebuilding of the catalogue has ended, well or not. */
const repairNotices: ReadonlySet<Notice['kind']> = new Set([
  'store-repaired',
  'catalogue-lost',
  'newer-store',
  'folder-in-use',
  'service-failed',
  'backend-failing',
]);

/** @throws {PersonError} where the catalogue could not be rebuilt */
async function rebuildCatalogue({ notices, repairStore }: CallParts): Promise<void> {
  const ended = notices.next(repairNotices);
  await repairStore();
  const { kind, message } = await ended;
  if (kind !== 'store-repaired') throw new PersonError(message);
  for (const notice of notices.list())
    if (notice.kind !== 'store-repaired' && repairNotices.has(notice.kind)) notices.dismiss(notice);
}
