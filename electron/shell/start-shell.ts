import path from 'node:path';
import { app, BrowserWindow, nativeTheme } from 'electron';
import { type ShellEvent, shellEventChannel } from '#shared/rpc/shell.ts';
import type { Places } from '../places.ts';
import { registerAppScheme, serveAppScheme } from './app-protocol.ts';
import { BackendProcess } from './backend-process.ts';
import { GivenTargets, Targets } from './given-targets.ts';
import { KeptFile } from './kept-file.ts';
import { setMenu } from './menu.ts';
import { OpenRequests } from './open-requests.ts';
import { lockDown, originOf } from './security.ts';
import { SettingsFile } from './settings.ts';
import { answerShellCalls } from './shell-calls.ts';
import { openWindow } from './window.ts';
import { windowFunctions } from './window-functions.ts';

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
  const report = (where: string, error: unknown) => process.stderr.write(`${where}: ${String(error)}\n`);
  const onDamaged = ({ file, kept }: { file: string; kept: string }) =>
    report('settings', `${file} could not be read and is now ${kept}`);
  const settings = new SettingsFile(path.join(places.config, 'settings.json'), onDamaged);
  const targets = new GivenTargets(
    new KeptFile(path.join(places.config, 'written-files.json'), Targets, [], onDamaged),
  );
  const requests = new OpenRequests(() => announce({ kind: 'open-requested' }));
  const backend = new BackendProcess(places);
  const open = () => openWindow({ pageAddress, settings });
  lockDown(originOf(pageAddress), development !== undefined);

  requests.addWords(process.argv.slice(1), process.cwd());
  app.on('second-instance', (_event, words, folder) => {
    requests.addWords(words.slice(1), folder);
    focusWindow() ?? open();
  });
  // macOS hands over files and links by these, also before it is ready.
  app.on('open-file', (event, file) => {
    event.preventDefault();
    requests.addWords([file], '/');
  });
  app.on('open-url', (event, address) => {
    event.preventDefault();
    requests.addWords([address], '/');
  });
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
    answerShellCalls(windowFunctions({ settings, targets, requests }), backend, report);
    setMenu();
    backend.start();
    open();
  });
}

/** Tells every window. */
function announce(event: ShellEvent): void {
  for (const window of BrowserWindow.getAllWindows()) window.webContents.send(shellEventChannel, event);
}

function focusWindow(): BrowserWindow | undefined {
  const [window] = BrowserWindow.getAllWindows();
  if (window?.isMinimized()) window.restore();
  window?.focus();
  return window;
}
