import path from 'node:path';
import { app, BrowserWindow, dialog, nativeTheme } from 'electron';
import type { Places } from '../places.ts';
import { registerAppScheme, serveAppScheme } from './app-protocol.ts';
import { endInOrder } from './end-in-order.ts';
import { chooseGraphics } from './graphics.ts';
import { hearOpenRequests } from './hear-open-requests.ts';
import type { KeptPicture } from './kept-pictures.ts';
import { setMenu } from './menu.ts';
import { lockDown, originOf } from './security.ts';
import { answerShellCalls } from './shell-calls.ts';
import { makeParts, type ShellParts } from './shell-parts.ts';
import { lookForUpdate } from './updates.ts';
import { windowFunctions } from './window-functions.ts';
import { boundWindowMemory } from './window-memory.ts';

/** When a newer release is looked for, in milliseconds: the start belongs to the person's data. */
const afterStart = 20_000;
/** How long the backend waits at most for a page that draws its rows without it, in milliseconds. */
const longestWait = 2_000;

/** Starts the application: one instance a profile, the backend beside it, a window on top. */
export function startShell(places: Places): void {
  app.setPath('userData', places.window);
  // The system drops this lock with the process, however it ends; the words of a second start reach the first.
  if (!app.requestSingleInstanceLock()) {
    app.exit(0);
    return;
  }
  boundWindowMemory();
  registerAppScheme();
  const development = app.isPackaged ? undefined : process.env.VITE_DEV_SERVER_URL;
  const pageAddress = development ?? 'app://ui/index.html';
  lockDown(originOf(pageAddress), development !== undefined);
  const parts = makeParts(places);
  const { windows } = parts;
  chooseGraphics(parts.settings);
  const show = () => windows.show();
  // Whoever read them may be gone, as a terminal that was closed: the log is written all the same.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {});
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
  void app.whenReady().then(() => {
    nativeTheme.themeSource = parts.settings.read().theme;
    serveAppScheme(path.join(import.meta.dirname, 'renderer'), (window) => pictureFor(window, parts));
    const sayMenu = () => setMenu({ ...parts, words: parts.words() });
    answerShellCalls(windowFunctions(parts, sayMenu), (window) => parts.connect(window), parts.report);
    windows.openKept(pageAddress);
    setTimeout(() => parts.backend.begin(), longestWait);
    // The page is on its way to its own process by then, and is not held up.
    windows.lastUsed()?.webContents.once('did-navigate', sayMenu);
    setTimeout(() => {
      if (parts.settings.read().updates) void lookForUpdate((notice) => parts.notices.add(notice), parts.report);
    }, afterStart);
  });
}

/**
 * What the window left is no beginning for one that is told what to open. The backend begins now, while the page does,
 * unless the page draws its rows without it and asks for it then: on few processors either would hold up the other.
 */
async function pictureFor(window: string, { requests, pictures, backend }: ShellParts): Promise<KeptPicture | null> {
  const picture = requests.waiting ? null : await pictures.read(window);
  if (picture?.frame.rows !== true) backend.begin();
  return picture;
}
