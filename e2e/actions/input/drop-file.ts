import type { Page } from '@playwright/test';

/** Drops files of this computer on the window, as the file manager would. */
export async function dropFile(window: Page, ...files: string[]): Promise<void> {
  await window.evaluate(() => {
    const input = document.createElement('input');
    input.type = 'file';
    input.multiple = true;
    input.id = 'carried-file';
    input.hidden = true;
    document.body.append(input);
  });
  await window.locator('#carried-file').setInputFiles(files);
  await window.evaluate(() => {
    const input = document.querySelector<HTMLInputElement>('#carried-file');
    const carried = new DataTransfer();
    for (const each of input?.files ?? []) carried.items.add(each);
    input?.remove();
    for (const kind of ['dragenter', 'dragover', 'drop']) {
      document.body.dispatchEvent(new DragEvent(kind, { bubbles: true, cancelable: true, dataTransfer: carried }));
    }
  });
}
