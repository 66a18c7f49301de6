import type { FileKind } from '#shared/rpc/shell/shell.ts';
import { shell } from './shell.ts';

/** Asks the person for a file to read; null where they chose none. */
export async function chooseFile(title: string, kinds: FileKind[]): Promise<string | null> {
  const [path = null] = await shell.call('chooseFiles', { title, multiple: false, kinds });
  return path;
}

/** Asks the person for files to read; none where they cancelled. */
export function chooseFiles(title: string, kinds: FileKind[]): Promise<string[]> {
  return shell.call('chooseFiles', { title, multiple: true, kinds });
}

/** Asks the person for a folder; null where they chose none. */
export function chooseFolder(title: string): Promise<string | null> {
  return shell.call('chooseFolder', { title });
}

/** Asks the person where to write a file of the proposed name; null where they cancelled. */
export function chooseTarget(title: string, name: string, kinds: FileKind[]): Promise<string | null> {
  return shell.call('chooseSaveTarget', { title, name, kinds });
}

/** Shows a file that Almanac wrote in the file manager. */
export function showInFolder(path: string): Promise<void> {
  return shell.call('showInFolder', { path });
}

/** Opens a file that Almanac wrote with its usual program. */
export function openFile(path: string): Promise<void> {
  return shell.call('openFile', { path });
}

/** Absolute path of a file that was dropped on the window; empty where it is not on a disk. */
export function pathOf(file: File): string {
  return shell.pathOf(file);
}

/** Writes a file where the person chose to have it; bytes as base64. @throws {BackendFailure} where that fails */
export function writeChosenFile(path: string, content: string): Promise<void> {
  return shell.call('writeChosenFile', { path, content });
}
