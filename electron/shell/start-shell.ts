import path from 'node:path';
import { app, BrowserWindow, dialog, nativeTheme } from 'electron';
import type { Places } from '../places.ts';
import { registerAppScheme, serveAppScheme } from './app-protocol.ts';
import { endInOrder } from './end-in-order.ts';
import { hearOpenRequests } from './hear-open-requests.ts';
import { setMenu } from './menu.ts';
import { lockDown, originOf } from './security.ts';
import { answerShellCalls } from './shell-calls.ts';
import { makeParts, type ShellParts } from './shell-parts.ts';
import { lookForUpdate } from './updates.ts';
import { openWindow } from './window.ts';
import { watchWindow } from './window-faults.ts';
import { windowFunctions } from './window-functions.ts';

/** When a newer release is looked for, in milliseconds: the start belongs to the person's data. */
const afterStart = 20_000;

/** Starts the application: one instance a profile, the backend beside it, a window on top. */
export function startShell(places: Places): void {
  app.setPath('userData', places.window);
  // The system drops this lock with the process, however it ends; the words of a second start reach the first.
  if (!app.requestSingleInstanceLock()) {
    app.exit(0);
    return;
  }
  registerAppScheme();
  const development = app.isPackaged ? undefined : process.env.VITE_DEV_SERVER_URL;
  const pageAddress = development ?? 'app://ui/index.html';
  lockDown(originOf(pageAddress), development !== undefined);
  const parts = makeParts(places);
  const open = () => openWatchedWindow(pageAddress, parts);
  const show = () => focusWindow() ?? open();
  process.on('uncaughtException', (error) => {
    parts.report('main', error);
    // Before there is a window to go on with, going on would be a program that nobody sees.
    if (BrowserWindow.getAllWindows().length > 0) return;
    dialog.showErrorBox(app.name, error.message);
    app.exit(1);
  });
  hearOpenRequests(parts.requests, show);
  app.on('activate', show);
  endInOrder(parts.backend);
  // Awaiting readiness at the top level of an ES module would wait for itself.
  void app.whenReady().then(() => {
    nativeTheme.themeSource = parts.settings.read().theme;
    serveAppScheme(path.join(import.meta.dirname, 'renderer'));
    answerShellCalls(windowFunctions(parts), (window) => parts.connect(window), parts.report);
    setMenu(parts.diagnostics);
    parts.backend.start();
    open();
    setTimeout(() => void lookForUpdate((notice) => parts.notices.add(notice), parts.report), afterStart);
  });
}

function openWatchedWindow(pageAddress: string, { settings, report, isAlive }: ShellParts): BrowserWindow {
  const window = openWindow({ pageAddress, settings });
  watchWindow(window, { report, isAlive });
  return window;
}

function focusWindow(): BrowserWindow | undefined {
  const [window] = BrowserWindow.getAllWindows();
  if (window?.isMinimized()) window.restore();
  window?.focus();
  return window;
}
