import { clipboard, nativeTheme, shell } from 'electron';
import { ExplainedError } from '#shared/english/explained-error.ts';
import { explain } from '#shared/failures.ts';
import type { Notice } from '#shared/rpc/backend-process.ts';
import { diagnosticsText, saveDiagnostics } from '../diagnostics/diagnostics.ts';
import {
  copyImage,
  copyTable,
  openFile,
  openWebAddress,
  printPage,
  showInFolder,
  writeChosenFile,
} from '../files/external.ts';
import { chooseFiles, chooseFolder, chooseSaveTarget } from '../files/file-dialogs.ts';
import { settingsFunctions } from './settings.ts';
import type { CallParts, WindowFunctions } from './shell-calls.ts';

/**
 * The functions behind the window's calls to the shell.
 * @param updateMenu called when its texts or keys change
 */
export function windowFunctions(parts: CallParts, updateMenu: () => void): WindowFunctions {
  const { settings, targets, requests, notices, diagnostics, words, windows } = parts;
  let rebuild: Promise<void> | null = null;
  return {
    ...settingsFunctions(parts, updateMenu),
    newWindow: async () => windows.openNew(),
    closeWindow: async (_, window) => window.close(),
    setTheme: async ({ theme }) => {
      nativeTheme.themeSource = theme;
      settings.change({ theme });
    },
    copyText: async ({ text }) => clipboard.writeText(text),
    copyTable: ({ text, html }) => copyTable(text, html),
    copyImage: ({ png }) => copyImage(Buffer.from(png, 'base64')),
    printPage: async (request) => (await printPage(request)).toString('base64'),
    writeChosenFile: ({ path, content }) => writeChosenFile(path, Buffer.from(content, 'base64'), targets),
    openAddress: ({ address }) => openWebAddress(address),
    chooseFiles: (request, window) => chooseFiles(window, request),
    chooseFolder: (request, window) => chooseFolder(window, request),
    chooseSaveTarget: async (request, window) => {
      const target = await chooseSaveTarget(window, request);
      if (target !== null) targets.add(target);
      return target;
    },
    showInFolder: async ({ path }) => showInFolder(path, targets),
    openFile: ({ path }) => openFile(path, targets),
    // Open requests from the system go to the most recently used window.
    takeOpenRequests: async (_, window) => (window === windows.lastUsed() ? requests.take() : []),
    listNotices: async () => notices.list(),
    dismissNotice: async (notice) => notices.dismiss(notice),
    // Several windows may request it at once.
    rebuildCatalogue: () => {
      rebuild ??= rebuildCatalogue(parts).finally(() => {
        rebuild = null;
      });
      return rebuild;
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

/** The notices of which one is sent when a rebuild of the catalogue has ended, successfully or not. */
const repairNotices: ReadonlySet<Notice['kind']> = new Set([
  'store-repaired',
  'catalogue-lost',
  'newer-store',
  'folder-in-use',
  'service-failed',
  'backend-failing',
]);

/** @throws {ExplainedError} if the catalogue could not be rebuilt */
async function rebuildCatalogue({ notices, repairStore }: CallParts): Promise<void> {
  const ended = notices.next(repairNotices);
  await repairStore();
  const { kind, message } = await ended;
  if (kind !== 'store-repaired') throw new ExplainedError(message ?? explain('shell-failed'));
  for (const notice of notices.list())
    if (notice.kind !== 'store-repaired' && repairNotices.has(notice.kind)) notices.dismiss(notice);
}
