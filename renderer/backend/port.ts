import { type QueryKey, queryOptions } from '@tanstack/react-query';
import type { BackendCallName, ParametersOf, ResultOf } from '#shared/rpc/backend.ts';
import { BackendFailure } from '#shared/rpc/backend-failure.ts';
import { type BackendCaller, createBackendCaller } from '#shared/rpc/port-protocol.ts';
import type { BackendEvent } from '#shared/rpc/shell/events.ts';
import { backendPortMessage } from '#shared/rpc/shell/shell-channels.ts';
import { onShellEvent, shell } from './shell.ts';

let caller: Promise<BackendCaller> | null = null;
const listeners = new Set<(event: BackendEvent) => void>();
const restartListeners = new Set<() => void>();
const connectedListeners = new Set<() => void>();

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

/** Requests a port from the shell and keeps listening: a new port arrives whenever the backend is restarted. */
function connect(): Promise<BackendCaller> {
  return new Promise((resolve) => {
    let current: BackendCaller | null = null;
    const waiting: ((next: BackendCaller) => void)[] = [];
    window.addEventListener('message', (event: MessageEvent<unknown>) => {
      const port = event.ports[0];
      if (!isPortMessage(event) || port === undefined) return;
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
      for (const listener of connectedListeners) listener();
      if (previous !== null) for (const listener of restartListeners) listener();
    });
    // Pending calls fail now; new ones wait for the next port.
    onShellEvent((event) => {
      if (event.kind !== 'backend-lost' || current === null) return;
      current.close();
      caller = new Promise((next) => waiting.push(next));
    });
    shell.connectBackend();
  });
}

/**
 * Calls the backend.
 * @throws {BackendFailure} always of this type; its code is `aborted` if the signal was aborted.
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

interface CallQueryOptions {
  readonly staleTime?: number;
  readonly gcTime?: number;
  readonly enabled?: boolean;
  /** What the answer depends on besides the parameters. */
  readonly dependsOn?: readonly unknown[];
}

function queryOf<Result>(
  queryKey: QueryKey,
  call: (signal: AbortSignal) => Promise<Result>,
  options: Omit<CallQueryOptions, 'dependsOn'>,
) {
  return queryOptions({ queryKey, queryFn: ({ signal }) => call(signal), ...options });
}

/**
 * The key of the answer of a call. With part of its parameters it stands for the answers of all calls that have them:
 * `callKey('readDataset', { connection })` invalidates every dataset of a connection.
 */
export function callKey<Name extends BackendCallName>(
  name: Name,
  parameters: Partial<ParametersOf<Name>> = {},
  dependsOn: readonly unknown[] = [],
): QueryKey {
  return [name, parameters, ...dependsOn];
}

/** A query whose answer is that of a call. */
export function callQuery<Name extends BackendCallName>(
  name: Name,
  parameters: ParametersOf<Name>,
  { dependsOn, ...options }: CallQueryOptions = {},
): ReturnType<typeof queryOf<ResultOf<Name>>> {
  return queryOf(callKey(name, parameters, dependsOn), (signal) => callBackend(name, parameters, signal), options);
}

/** Listens to backend events until the returned function is called. */
export function onBackendEvent(listener: (event: BackendEvent) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Listens for restarts of the backend, after which everything read from it may be out of date. */
export function onBackendRestart(listener: () => void): () => void {
  restartListeners.add(listener);
  return () => void restartListeners.delete(listener);
}

/** Listens for every new connection to the backend, the first one included. */
export function onBackendConnected(listener: () => void): () => void {
  connectedListeners.add(listener);
  return () => void connectedListeners.delete(listener);
}

/** Whether a call was cancelled, so that there is nothing to show. */
export function wasAborted(error: unknown): boolean {
  return error instanceof BackendFailure && error.failure.kind === 'aborted';
}
