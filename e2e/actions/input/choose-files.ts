import type { ElectronApplication } from '@playwright/test';

/** Answers the next open dialogs with these files, as if the user had chosen them. */
export async function chooseNext(application: ElectronApplication, ...files: string[]): Promise<void> {
  await application.evaluate(({ dialog }, filePaths) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths });
  }, files);
}

/** Answers the next save dialogs with this file. */
export async function saveNextTo(application: ElectronApplication, file: string): Promise<void> {
  await application.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath });
  }, file);
}
