import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { app, BrowserWindow, dialog, nativeTheme, powerMonitor, protocol, session, type WebContents } from 'electron';
import type { Places } from '../lib/app-paths.ts';
import type { QuitQuestion } from './app/quit-question.ts';
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

/**
 * Denies every page what it does not need: navigation, new windows, embedding, permissions, downloads, and any request
 * beyond its own origin.
 * @param pageOrigin the origin that the application's page is served from
 * @param development allows the hot-reload connection of the development server
 */
function lockDown(pageOrigin: string, development: boolean): void {
  app.on('web-contents-created', (_event, contents) => keepInPlace(contents, pageOrigin));
  void app.whenReady().then(() => {
    const own = session.defaultSession;
    own.setPermissionRequestHandler((_contents, _permission, decide) => decide(false));
    own.setPermissionCheckHandler(() => false);
    own.setDevicePermissionHandler(() => false);
    own.on('will-download', (event) => event.preventDefault());
    own.webRequest.onBeforeRequest((request, decide) => {
      decide({ cancel: !isOwn(request.url, pageOrigin, development) });
    });
  });
}

function keepInPlace(contents: WebContents, pageOrigin: string): void {
  const refuse = (event: { preventDefault(): void; url?: string }) => {
    // The development server reloads its own page; no other navigation is allowed.
    if (event.url === undefined || originOf(event.url) !== pageOrigin) event.preventDefault();
  };
  contents.on('will-navigate', refuse);
  contents.on('will-frame-navigate', refuse);
  contents.on('will-redirect', refuse);
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
}

function isOwn(address: string, pageOrigin: string, development: boolean): boolean {
  if (originOf(address) === pageOrigin || /^(data|blob|devtools|chrome-extension):/.test(address)) return true;
  return development && /^(ws|http):\/\/(127\.0\.0\.1|localhost):/.test(address);
}

/** `scheme://host` of an address; Node's own `origin` is "null" for schemes of an application. */
function originOf(address: string): string {
  try {
    const { protocol, host } = new URL(address);
    return `${protocol}//${host}`;
  } catch {
    return '';
  }
}

const scheme = 'app';
const host = 'ui';

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

/** The page's complete policy: its own resources, styles with the nonce of this load, and images that it creates. */
function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/**
 * Registers `app:` as a scheme with its own origin, for whose scripts Chromium keeps a code cache. Must run before the
 * application is ready.
 */
function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ]);
}

/** Serves the built renderer, and nothing else, at `app://ui/`. */
function serveAppScheme(folder: string): void {
  protocol.handle(scheme, async (request) => {
    const address = new URL(request.url);
    const file = path.join(folder, path.normalize(decodeURIComponent(address.pathname)));
    if (address.host !== host || !file.startsWith(folder + path.sep)) return new Response(null, { status: 404 });
    try {
      return await answer(file);
    } catch {
      return new Response(null, { status: 404 });
    }
  });
}

async function answer(file: string): Promise<Response> {
  const extension = path.extname(file);
  const headers = new Headers({
    'content-type': contentTypes[extension] ?? 'application/octet-stream',
    'x-content-type-options': 'nosniff',
  });
  if (extension !== '.html') return new Response(await readFile(file), { headers });
  const nonce = randomBytes(16).toString('base64');
  headers.set('content-security-policy', contentSecurityPolicy(nonce));
  headers.set('cache-control', 'no-store');
  const page = await readFile(file, 'utf8');
  return new Response(page.replaceAll('__CSP_NONCE__', nonce), { headers });
}
