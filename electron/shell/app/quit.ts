import { app, powerMonitor } from 'electron';
import type { BackendProcess } from '../backend-process/backend-process.ts';
import type { QuitQuestion } from './quit-question.ts';

/** Quits with the last window (except on macOS), after the backend has closed its store. */
export function endInOrder(backend: BackendProcess, question: QuitQuestion): void {
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  app.on('will-quit', (event) => {
    if (!backend.running) return;
    // Wait for the store to be closed.
    event.preventDefault();
    void backend.stop().then(() => app.quit());
  });
  // A signal is final: there may be no user to answer a question.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      question.skip();
      app.quit();
    });
  }
  void app.whenReady().then(() => powerMonitor.on('shutdown', () => question.skip()));
}
