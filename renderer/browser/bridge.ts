import { embedParameters, embedPath } from '#shared/embed.ts';
import { portText, readPortText } from '#shared/rpc/port-text.ts';
import type { ShellCapabilities } from '#shared/rpc/shell/capabilities.ts';
import type { ShellAnswer, ShellBridge } from '#shared/rpc/shell/shell.ts';
import { backendPortMessage } from '#shared/rpc/shell/shell-channels.ts';
import { pageCalls } from './page-calls.ts';

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

/** Delays before connecting again, in milliseconds; the last one is repeated. */
const retryMs = [250, 1000, 2000, 5000, 10_000];

/**
 * Connects the page to the service through a WebSocket, at once and again after each loss. Each connection reaches the
 * window as a new port, like one of a restarted backend.
 * @param onLost called when a connection was lost, or the first one could not be made
 * @returns a function to call once the window listens for ports
 */
function connectThroughSocket(address: URL, onLost: () => void): () => void {
  let attempts = 0;
  let isListening = false;
  let offer = () => {};

  function connect(): void {
    const socket = new WebSocket(address);
    let port: MessagePort | null = null;
    offer = () => {
      if (isListening && socket.readyState === WebSocket.OPEN) port ??= offerPort(socket);
    };
    socket.addEventListener('open', () => {
      attempts = 0;
      offer();
    });
    socket.addEventListener('message', ({ data }: MessageEvent<string>) => port?.postMessage(readPortText(data)));
    socket.addEventListener('close', () => {
      if (port !== null || attempts === 0) onLost();
      const delay = retryMs[Math.min(attempts, retryMs.length - 1)];
      attempts += 1;
      const timer = setTimeout(retry, delay);
      function retry(): void {
        clearTimeout(timer);
        window.removeEventListener('online', retry);
        connect();
      }
      window.addEventListener('online', retry);
    });
  }

  connect();
  return () => {
    isListening = true;
    offer();
  };
}

/** Gives the window its end of a new port. */
function offerPort(socket: WebSocket): MessagePort {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }: MessageEvent<unknown>) => {
    // What was called on a lost connection has failed already.
    if (socket.readyState === WebSocket.OPEN) socket.send(portText(data));
  };
  window.postMessage({ type: backendPortMessage }, location.origin, [port2]);
  return port1;
}

/**
 * Sends a file to the service, which keeps it for a while for the calls of this account.
 * @returns its path there; empty if it was cancelled
 */
function sendFile(
  address: URL,
  file: File,
  onProgress: (fraction: number) => void,
  cancelled: Promise<void>,
): Promise<ShellAnswer> {
  // `fetch` does not report how much was sent.
  const request = new XMLHttpRequest();
  void cancelled.then(() => request.abort());
  return new Promise((resolve) => {
    const refuse = (said: string) => resolve({ kind: 'refused', reason: { code: 'not-sent', values: { said } } });
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total === 0 ? 1 : loaded / total));
    request.addEventListener('abort', () => resolve({ kind: 'done', result: '' }));
    request.addEventListener('error', () => refuse(request.statusText));
    request.addEventListener('load', () => {
      const { path, detail, file: [wrong] = [] } = answerOf(request.responseText);
      if (path === undefined) refuse(detail ?? wrong ?? request.statusText);
      else resolve({ kind: 'done', result: path });
    });
    const named = new URL(address);
    named.searchParams.set('filename', file.name);
    request.open('POST', named);
    request.setRequestHeader('content-type', 'application/octet-stream');
    request.send(file);
  });
}

/** The path of the file, or why the service does not take it. */
interface Answer {
  readonly path?: string;
  readonly detail?: string;
  readonly file?: readonly string[];
}

function answerOf(text: string): Answer {
  try {
    // The service answers so.
    return JSON.parse(text) as Answer;
  } catch {
    // A proxy in front may answer with a page.
    return {};
  }
}
