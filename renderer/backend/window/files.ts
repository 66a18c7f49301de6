import type { FileKind } from '#shared/rpc/shell/shell.ts';
import { shell } from './shell.ts';

/** Asks the user for a file to read; null if cancelled. */
export async function chooseFile(title: string, kinds: FileKind[]): Promise<string | null> {
  const [path = null] = await shell.call('chooseFiles', { title, multiple: false, kinds });
  return path;
}

/** Asks the user for files to read; empty if cancelled. */
export function chooseFiles(title: string, kinds: FileKind[]): Promise<string[]> {
  return shell.call('chooseFiles', { title, multiple: true, kinds });
}

/** Asks the user for a folder; null if cancelled. */
export function chooseFolder(title: string): Promise<string | null> {
  return shell.call('chooseFolder', { title });
}

/** Asks the user where to write a file of the suggested name; null if cancelled. */
export function chooseTarget(title: string, name: string, kinds: FileKind[]): Promise<string | null> {
  return shell.call('chooseSaveTarget', { title, name, kinds });
}

/** Reveals a file written by Almanac in the file manager. */
export function showInFolder(path: string): Promise<void> {
  return shell.call('showInFolder', { path });
}

/** Opens a file written by Almanac in its default application. */
export function openFile(path: string): Promise<void> {
  return shell.call('openFile', { path });
}

/** Absolute path of a file that was dropped on the window; empty if it is not on disk. */
export function pathOf(file: File): string {
  return shell.pathOf(file);
}

/** Writes base64-encoded bytes to a file that the user chose. @throws {BackendFailure} if that fails */
export function writeChosenFile(path: string, content: string): Promise<void> {
  return shell.call('writeChosenFile', { path, content });
}
