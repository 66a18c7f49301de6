import type { BackendCallName, ParametersOf, ResultOf } from '#shared/rpc/backend.ts';
import type { BackendEvent } from '#shared/rpc/events.ts';
import { type BackendCaller, BackendFailure, createBackendCaller } from '#shared/rpc/port-protocol.ts';
import { backendPortMessage } from '#shared/rpc/shell-channels.ts';
import { shell } from './shell.ts';
import { onShellEvent } from './shell-events.ts';

let caller: Promise<BackendCaller> | null = null;
/** What the backend waits for, so that its own start does not hold up something nearer to the person. */
let before: Promise<unknown> = Promise.resolve();
const listeners = new Set<(event: BackendEvent) => void>();
const restartListeners = new Set<() => void>();

function isPortMessage(event: MessageEvent<unknown>): boolean {
  const { data } = event;
  return (
    event.source === window &&
    event.origin === location.origin &&
    typeof data === 'object' &&
    data !== null &&
    'type' in data &&
    data.type === backendPortMessage &&
    event.ports.length === 1
  );
}

/** Asks the shell for a port and keeps listening: a new one comes whenever the backend was started again. */
function connect(): Promise<BackendCaller> {
  return new Promise((resolve) => {
    let current: BackendCaller | null = null;
    const waiting: ((next: BackendCaller) => void)[] = [];
    window.addEventListener('message', (event: MessageEvent<unknown>) => {
      const port = event.ports[0];
      if (!isPortMessage(event) || port === undefined) return;
      // A moment of the start, by the browser's own account.
      performance.mark('backend-port');
      const previous = current;
      const made = createBackendCaller(
        (message) => port.postMessage(message),
        (announced) => {
          for (const listener of listeners) listener(announced);
        },
      );
      port.onmessage = (message: MessageEvent<unknown>) => made.receive(message.data);
      current = made;
      caller = Promise.resolve(made);
      previous?.close();
      resolve(made);
      for (const next of waiting.splice(0)) next(made);
      if (previous !== null) for (const listener of restartListeners) listener();
    });
    // What is still being asked fails now; what is asked from now on waits for the next port.
    onShellEvent((event) => {
      if (event.kind !== 'backend-lost' || current === null) return;
      current.close();
      caller = new Promise((next) => waiting.push(next));
    });
    void before.then(() => shell.connectBackend());
  });
}

/** Lets the backend wait until then; whatever is asked of it meanwhile waits with it. */
export function connectAfter(work: Promise<unknown>): void {
  before = work;
}

/** Settles when there is a port to the backend, which may still be starting behind it. */
export async function connected(): Promise<void> {
  caller ??= connect();
  await caller;
}

/**
 * Asks the backend.
 * @throws {BackendFailure} always of this kind; its code is `aborted` after the signal was aborted.
 */
export async function callBackend<Name extends BackendCallName>(
  name: Name,
  parameters: ParametersOf<Name>,
  signal?: AbortSignal,
): Promise<ResultOf<Name>> {
  caller ??= connect();
  const backend = await caller;
  return backend.call(name, parameters, signal);
}

/** Hears what the backend announces until the returned function is called. */
export function onBackendEvent(listener: (event: BackendEvent) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Hears that the backend was started again: everything known of it may be out of date. */
export function onBackendRestart(listener: () => void): () => void {
  restartListeners.add(listener);
  return () => void restartListeners.delete(listener);
}

/** Whether a call ended because nobody wanted its answer any more: nothing to show then. */
export function wasAborted(error: unknown): boolean {
  return error instanceof BackendFailure && error.failure.code === 'aborted';
}
