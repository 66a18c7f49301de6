import type { ElectronApplication } from '@playwright/test';

/** The text on the clipboard. */
export function readClipboard(application: ElectronApplication): Promise<string> {
  return application.evaluate(({ clipboard }) => clipboard.readText());
}

/** The HTML on the clipboard. Runtimes without the asynchronous clipboard have a separate call for it. */
export function readClipboardHtml(application: ElectronApplication): Promise<string> {
  return application.evaluate(async ({ clipboard }) => {
    const read: unknown = Reflect.get(clipboard, 'readHTML');
    if (typeof read === 'function') return String(read.call(clipboard));
    const [item] = await clipboard.read();
    return (await item?.getType('text/html'))?.text() ?? '';
  });
}

/** Opens a link with the application's scheme, as the system passes it on. */
export async function followLink(application: ElectronApplication, link: string): Promise<void> {
  await application.evaluate(({ app }, address) => {
    app.emit('open-url', { preventDefault: () => undefined }, address);
  }, link);
}
