import { app } from 'electron';
import type { OpenRequests } from './open-requests.ts';

/**
 * Listens for open requests from the system: the arguments of this start and of later ones, and macOS's own events,
 * which may come before the application is ready.
 * @param show brings a window to the front, or opens one
 */
export function listenForOpenRequests(requests: OpenRequests, show: () => void): void {
  requests.addArguments(process.argv.slice(1), process.cwd());
  app.on('second-instance', (_event, args, folder) => {
    requests.addArguments(args.slice(1), folder);
    show();
  });
  for (const event of ['open-file', 'open-url'] as const) {
    app.on(event as 'open-url', (openEvent, argument) => {
      openEvent.preventDefault();
      requests.addArguments([argument], '/');
      if (app.isReady()) show();
    });
  }
}
