import path from 'node:path';
import { app, BrowserWindow, nativeTheme } from 'electron';
import type { Places } from '../places.ts';
import { registerAppScheme, serveAppScheme } from './app-protocol.ts';
import { BackendProcess } from './backend-process.ts';
import { setMenu } from './menu.ts';
import { lockDown, originOf } from './security.ts';
import { SettingsFile } from './settings.ts';
import { answerShellCalls } from './shell-calls.ts';
import { openWindow } from './window.ts';

/** Starts the application: one instance a profile, the backend beside it, a window on top. */
export function startShell(places: Places): void {
  app.setPath('userData', places.window);
  if (!app.requestSingleInstanceLock()) {
    app.exit(0);
    return;
  }
  registerAppScheme();
  const development = app.isPackaged ? undefined : process.env.VITE_DEV_SERVER_URL;
  const pageAddress = development ?? 'app://ui/index.html';
  const settings = new SettingsFile(path.join(places.config, 'settings.json'));
  const backend = new BackendProcess(places);
  const open = () => openWindow({ pageAddress, settings });
  lockDown(originOf(pageAddress), development !== undefined);

  app.on('second-instance', () => focusWindow() ?? open());
  app.on('activate', () => focusWindow() ?? open());
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  app.on('will-quit', (event) => {
    if (!backend.running) return;
    // The store is closed in order before the process goes.
    event.preventDefault();
    void backend.stop().then(() => app.quit());
  });

  // Awaiting readiness at the top level of an ES module would wait for itself.
  void app.whenReady().then(() => {
    nativeTheme.themeSource = settings.read().theme;
    serveAppScheme(path.join(import.meta.dirname, 'renderer'));
    answerShellCalls({ settings, backend });
    setMenu();
    backend.start();
    open();
  });
}

function focusWindow(): BrowserWindow | undefined {
  const [window] = BrowserWindow.getAllWindows();
  if (window?.isMinimized()) window.restore();
  window?.focus();
  return window;
}
