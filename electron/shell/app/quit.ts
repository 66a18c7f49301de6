import { app, powerMonitor } from 'electron';
import type { BackendProcess } from '../backend-process/backend-process.ts';
import type { QuitQuestion } from './quit-question.ts';

/** Ends the application with its last window, except where that is not the custom, and the backend before it. */
export function endInOrder(backend: BackendProcess, question: QuitQuestion): void {
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  app.on('will-quit', (event) => {
    if (!backend.running) return;
    // The store is closed in order before the process goes.
    event.preventDefault();
    void backend.stop().then(() => app.quit());
  });
  // What a terminal or the end of the session says is the person's last word: nobody may be there to answer.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      question.skip();
      app.quit();
    });
  }
  void app.whenReady().then(() => powerMonitor.on('shutdown', () => question.skip()));
}
