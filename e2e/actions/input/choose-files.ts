import type { ElectronApplication } from '@playwright/test';

/** Answers the next dialogs that ask for a file to read with these, as if the user had chosen them. */
export async function chooseNext(application: ElectronApplication, ...files: string[]): Promise<void> {
  await application.evaluate(({ dialog }, filePaths) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths });
  }, files);
}

/** Lets the next dialogs that ask where to write a file answer with this one. */
export async function saveNextTo(application: ElectronApplication, file: string): Promise<void> {
  await application.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath });
  }, file);
}
