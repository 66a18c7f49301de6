import path from 'node:path';
import { app, BrowserWindow, dialog, nativeTheme, powerMonitor } from 'electron';
import type { Places } from '../lib/app-paths.ts';
import { registerAppScheme, serveAppScheme } from './app/app-protocol.ts';
import type { QuitQuestion } from './app/quit-question.ts';
import { lockDown, originOf } from './app/security.ts';
import type { BackendProcess } from './backend-process/backend-process.ts';
import { answerShellCalls } from './calls/shell-calls.ts';
import { windowFunctions } from './calls/windows.ts';
import { setMenu } from './menu/menu.ts';
import type { OpenRequests } from './opening/open-requests.ts';
import { makeParts } from './shell-parts.ts';
import { lookForUpdate } from './updates.ts';

/** When to look for a newer release, in milliseconds after the start, which must not be slowed down by it. */
const updateCheckDelayMs = 20_000;

/** Starts the application: one instance per profile, the backend, and a window. */
export function startShell(places: Places): void {
  app.setPath('userData', places.window);
  // The system releases this lock when the process ends; the arguments of a second start reach the first instance.
  if (!app.requestSingleInstanceLock()) {
    app.exit(0);
    return;
  }
  registerAppScheme();
  const development = app.isPackaged ? undefined : process.env.VITE_DEV_SERVER_URL;
  const pageAddress = development ?? 'app://ui/index.html';
  lockDown(originOf(pageAddress), development !== undefined);
  const parts = makeParts(places);
  const { windows } = parts;
  const show = () => windows.show();
  // Standard output may be closed, for instance with its terminal: keep writing the log.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {});
  process.on('uncaughtException', (error) => {
    parts.report('main', error);
    // Without a window, the program would keep running invisibly.
    if (BrowserWindow.getAllWindows().length > 0) return;
    dialog.showErrorBox(app.name, error.message);
    app.exit(1);
  });
  listenForOpenRequests(parts.requests, show);
  app.on('activate', show);
  endInOrder(parts.backend, parts.quitQuestion);
  void app.whenReady().then(() => {
    nativeTheme.themeSource = parts.settings.read().theme;
    serveAppScheme(path.join(import.meta.dirname, 'renderer'));
    const updateMenu = () => setMenu({ ...parts, words: parts.words(), shortcuts: parts.settings.read().shortcuts });
    answerShellCalls(windowFunctions(parts, updateMenu), (window) => parts.connect(window), parts.report);
    windows.openSaved(pageAddress);
    parts.backend.start();
    // By then the page is on its way to its own process and is not delayed.
    windows.lastUsed()?.webContents.once('did-navigate', updateMenu);
    setTimeout(() => {
      if (parts.settings.read().updates) void lookForUpdate((notice) => parts.notices.add(notice), parts.report);
    }, updateCheckDelayMs);
  });
}

/** Quits with the last window (except on macOS), after the backend has closed its store. */
function endInOrder(backend: BackendProcess, question: QuitQuestion): void {
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

/**
 * Listens for open requests from the system: the arguments of this start and of later ones, and macOS's own events,
 * which may come before the application is ready.
 * @param show brings a window to the front, or opens one
 */
function listenForOpenRequests(requests: OpenRequests, show: () => void): void {
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
