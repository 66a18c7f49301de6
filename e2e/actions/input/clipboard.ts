import type { ElectronApplication } from '@playwright/test';

/** What is on the clipboard. */
export function readClipboard(application: ElectronApplication): Promise<string> {
  return application.evaluate(({ clipboard }) => clipboard.readText());
}

/** Follows a link of the application itself, as the system hands it over. */
export async function followLink(application: ElectronApplication, link: string): Promise<void> {
  await application.evaluate(({ app }, address) => {
    app.emit('open-url', { preventDefault: () => undefined }, address);
  }, link);
}
