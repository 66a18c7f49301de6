import { app, session, type WebContents } from 'electron';

/**
 * Denies every page what it does not need: navigation, new windows, embedding, permissions, downloads, and any request
 * beyond its own origin.
 * @param pageOrigin the origin that the application's page is served from
 * @param development allows the hot-reload connection of the development server
 */
export function lockDown(pageOrigin: string, development: boolean): void {
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
export function originOf(address: string): string {
  try {
    const { protocol, host } = new URL(address);
    return `${protocol}//${host}`;
  } catch {
    return '';
  }
}
