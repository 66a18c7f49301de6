import { app } from 'electron';
import type { OpenRequests } from './open-requests.ts';

/**
 * Hears what the system wants opened: the words of this start, those of a second one, and macOS's own events, which
 * may come before the application is ready.
 * @param show brings a window to the front, or opens one
 */
export function hearOpenRequests(requests: OpenRequests, show: () => void): void {
  requests.addWords(process.argv.slice(1), process.cwd());
  app.on('second-instance', (_event, words, folder) => {
    requests.addWords(words.slice(1), folder);
    show();
  });
  for (const event of ['open-file', 'open-url'] as const) {
    app.on(event as 'open-url', (asked, word) => {
      asked.preventDefault();
      requests.addWords([word], '/');
      if (app.isReady()) show();
    });
  }
}
