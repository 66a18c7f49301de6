import path from 'node:path';
import { app, type BrowserWindow, dialog } from 'electron';
import type { ShellParameters } from '#shared/rpc/shell/shell.ts';
import { trimEndOf } from '#shared/text/trim.ts';

/** Asks for files to read. Returns absolute paths, none if the user cancelled. */
export async function chooseFiles(
  window: BrowserWindow,
  { title, multiple, kinds }: ShellParameters<'chooseFiles'>,
): Promise<string[]> {
  const { canceled, filePaths } = await dialog.showOpenDialog(window, {
    title,
    properties: multiple ? ['openFile', 'multiSelections'] : ['openFile'],
    filters: kinds,
  });
  return canceled ? [] : filePaths;
}

/** Asks for a folder, which the dialog can create. Returns its absolute path, null if the user cancelled. */
export async function chooseFolder(
  window: BrowserWindow,
  { title }: ShellParameters<'chooseFolder'>,
): Promise<string | null> {
  const { canceled, filePaths } = await dialog.showOpenDialog(window, {
    title,
    properties: ['openDirectory', 'createDirectory'],
  });
  return canceled ? null : (filePaths[0] ?? null);
}

/** Asks where to write a file; null if the user cancelled. */
export async function chooseSaveTarget(
  window: BrowserWindow,
  { title, name, kinds }: ShellParameters<'chooseSaveTarget'>,
): Promise<string | null> {
  const { canceled, filePath } = await dialog.showSaveDialog(window, {
    title,
    defaultPath: path.join(app.getPath('downloads'), fileNameOf(name)),
    properties: ['showOverwriteConfirmation', 'createDirectory'],
    filters: kinds,
  });
  return canceled || filePath === '' ? null : withExtension(filePath, kinds[0]?.extensions[0]);
}

/** A proposed name contains labels from a service: whatever they contain, the result is a single name in one folder. */
export function fileNameOf(name: string): string {
  const plain = Array.from(name, (letter) => (/[\p{C}<>:"/\\|?*]/u.test(letter) ? '_' : letter)).join('');
  return trimEndOf(plain.replace(/^\.+/, ''), '. ') || 'export';
}

/** Linux dialogs do not add the extension of the chosen type. */
function withExtension(file: string, extension: string | undefined): string {
  return extension === undefined || extension === '*' || path.extname(file) !== '' ? file : `${file}.${extension}`;
}
