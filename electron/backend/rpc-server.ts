import { Value } from 'typebox/value';
import { failureOf } from '#shared/english/explained-error.ts';
import { explain, type Failure, failure } from '#shared/failures.ts';
import { type BackendCallName, type BackendFunctions, backendCalls } from '#shared/rpc/backend.ts';
import { type PortAnswer, PortRequest } from '#shared/rpc/port-protocol.ts';
import type { BackendEvent } from '#shared/rpc/shell/events.ts';
import { explainSystemError } from '../lib/errors/system-error.ts';

/**
 * The part of a port that is used. A `MessagePort` of `node:worker_threads` fits as it is, and so does Electron's
 * `MessagePortMain`, whose messages are wrapped in an event.
 */
export interface CallPort {
  on(type: 'message', listener: (message: unknown) => void): unknown;
  on(type: 'close', listener: () => void): unknown;
  postMessage(message: unknown): void;
  start(): void;
}

/** The backend's end of one port. */
export interface ServedPort {
  /** Announces something to the window behind this port. */
  announce(event: BackendEvent): void;
}

type Functions = Partial<BackendFunctions<AbortSignal>>;
/** Logs an unexpected error; never gets parameters, which may contain a password. */
type Report = (call: string, error: unknown) => void;

/** Electron wraps messages in an event; `data` of anything else is not a request. */
function unwrapped(message: unknown): unknown {
  return typeof message === 'object' && message !== null && 'data' in message && 'ports' in message
    ? message.data
    : message;
}

function isCallName(name: string): name is BackendCallName {
  return Object.hasOwn(backendCalls, name);
}

async function run(functions: Functions, name: string, parameters: unknown, signal: AbortSignal): Promise<unknown> {
  const act = isCallName(name) ? functions[name] : undefined;
  if (!isCallName(name) || act === undefined) {
    throw failure('unknown-call', explain('call-unknown', { call: name }), { where: name });
  }
  if (!Value.Check(backendCalls[name].parameters, parameters)) {
    throw failure('protocol', explain('call-misused', { call: name }), { where: name });
  }
  // The parameters were checked against the schema that the function's type is derived from.
  return (act as (parameters: unknown, signal: AbortSignal) => Promise<unknown>)(parameters, signal);
}

function asFailure(error: unknown, name: string, report: Report): Failure {
  if (typeof error === 'object' && error !== null && 'code' in error && 'retry' in error && !(error instanceof Error)) {
    return error as Failure;
  }
  const found = failureOf(explainSystemError(error));
  if (found.kind === 'internal') report(name, error);
  return found;
}

/** Answers the calls from a port until it closes; calls still running then are aborted. */
export function serveBackendCalls(port: CallPort, functions: Functions, report: Report): ServedPort {
  const running = new Map<number, AbortController>();
  const post = (answer: PortAnswer) => port.postMessage(answer);

  async function answer(id: number, name: string, parameters: unknown): Promise<void> {
    const controller = new AbortController();
    running.set(id, controller);
    try {
      const result = await run(functions, name, parameters, controller.signal);
      if (!controller.signal.aborted) post({ kind: 'result', id, result });
    } catch (error) {
      if (!controller.signal.aborted) post({ kind: 'failure', id, failure: asFailure(error, name, report) });
    } finally {
      running.delete(id);
    }
  }

  port.on('message', (message) => {
    const request = unwrapped(message);
    if (!Value.Check(PortRequest, request)) return;
    if (request.kind === 'abort') running.get(request.id)?.abort();
    else void answer(request.id, request.name, request.parameters);
  });
  port.on('close', () => {
    for (const controller of running.values()) controller.abort();
  });
  port.start();
  return { announce: (event) => post({ kind: 'event', event }) };
}
