import type { ElectronApplication } from '@playwright/test';

/** Replaces the user and the desktop: answers dialogs, and records what would have been opened. */
export async function standIn(
  electron: ElectronApplication,
  answers: { open?: string[]; save?: string },
): Promise<void> {
  await electron.evaluate(({ dialog, shell }, { open, save }) => {
    const opened: string[] = [];
    Reflect.set(globalThis, 'openedOutside', opened);
    dialog.showOpenDialog = async () => ({ canceled: open === undefined, filePaths: open ?? [] });
    dialog.showSaveDialog = async () => ({ canceled: save === undefined, filePath: save ?? '' });
    shell.openExternal = async (address) => void opened.push(address);
    shell.showItemInFolder = (file) => void opened.push(`folder of ${file}`);
    shell.openPath = async (file) => {
      opened.push(file);
      return '';
    };
  }, answers);
}

/** Everything that would have been opened since, in order. */
export function openedOutside(electron: ElectronApplication): Promise<string[]> {
  return electron.evaluate(() => Reflect.get(globalThis, 'openedOutside') as string[]);
}
