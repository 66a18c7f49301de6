import { embedParameters, embedPath } from '#shared/embed.ts';
import type { ShellCapabilities } from '#shared/rpc/shell/capabilities.ts';
import type { ShellBridge } from '#shared/rpc/shell/shell.ts';
import { pageCalls } from './page-calls.ts';
import { sendFile } from './send-file.ts';
import { connectThroughSocket } from './socket-port.ts';

/** Whether this page is embedded in another one. */
const embedded = location.pathname.endsWith(`/${embedPath}`);
if (embedded) isolateStorage();

/** Without an account one can only read. */
const isSignedIn = !embedded && document.querySelector('meta[name="signed-in"]') !== null;

/** A page reads and changes what its service has, and works on nothing else. */
const capabilities: ShellCapabilities = {
  files: false,
  publish: isSignedIn,
  sql: !embedded,
  jobs: isSignedIn,
  connections: false,
  follow: false,
  localService: false,
  program: false,
  pdf: false,
  addresses: true,
  embedded,
};

/** How long the tabs of a closed browser tab are kept, in milliseconds. */
const keepSessionMs = 30 * 24 * 3600 * 1000;

/** Ids sort by the time at which their browser tab was opened. */
function idOf(time: number): string {
  return time.toString(36).padStart(9, '0');
}

/** The id of this browser tab, which survives reloading it. */
function ownId(): string {
  const key = 'almanac-tab';
  const id = sessionStorage.getItem(key) ?? `${idOf(Date.now())}${crypto.getRandomValues(new Uint32Array(1))[0]}`;
  sessionStorage.setItem(key, id);
  return id;
}

function platform(): ShellBridge['platform'] {
  if (/mac|iphone|ipad/i.test(navigator.userAgent)) return 'darwin';
  return /windows/i.test(navigator.userAgent) ? 'win32' : 'linux';
}

function portAddress(): URL {
  const address = new URL('port', import.meta.url);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  // Nothing of an account appears in a page of another site.
  if (embedded) address.search = '?anonymous';
  return address;
}

const listeners = new Set<(event: unknown) => void>();
const id = ownId();

/** Connected while the window is still being loaded. */
const connectBackend = connectThroughSocket(portAddress(), () => {
  for (const listener of listeners) listener({ kind: 'backend-lost', reason: 'ended' });
});

const bridge: ShellBridge = {
  platform: platform(),
  version: document.querySelector<HTMLMetaElement>('meta[name="generator"]')?.content.replace(/^\D+/, '') ?? '',
  languages: navigator.languages,
  capabilities,
  window: id,
  windows: [id],
  opened: idOf(Date.now() - keepSessionMs),
  async call(name, parameters) {
    const act = pageCalls[name];
    if (act === undefined) return { kind: 'refused', reason: { code: 'call-unknown', values: { call: name } } };
    // The parameters are those of the name.
    return { kind: 'done', result: await (act as (parameters: unknown) => unknown)(parameters) };
  },
  onEvent(listener) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  takeFile: (file, onProgress, cancelled) =>
    sendFile(new URL('files', import.meta.url), file as File, onProgress, cancelled),
  connectBackend,
};

Object.defineProperty(window, 'almanac', { value: bridge });

/**
 * Gives an embedded page a storage of its own, which neither reads nor keeps anything of the reader: browsers may refuse
 * theirs to it. Theme and language are those of the address.
 */
function isolateStorage(): void {
  const parameters = new URLSearchParams(location.search);
  const wanted = {
    theme: parameters.get(embedParameters.theme) ?? 'system',
    language: parameters.get(embedParameters.language) ?? 'system',
  };
  const kept = new Map(['almanac-settings', 'almanac-shell'].map((key) => [key, JSON.stringify(wanted)]));
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { value: storage });
}
