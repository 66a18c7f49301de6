import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { FailureSchema } from '../failures/schemas.ts';
import { explain, type Failure, failure } from '../failures.ts';
import type { Immutable } from '../immutable.ts';
import { type BackendCallName, backendCalls, type CallSignal, type ParametersOf, type ResultOf } from './backend.ts';
import { BackendFailure } from './backend-failure.ts';
import { BackendEvent } from './shell/events.ts';

/** Messages from the window to the backend: a call, or the cancellation of one. */
export const PortRequest = Type.Union([
  Type.Object({
    kind: Type.Literal('call'),
    /** Chosen by the window, never used twice on one port. */
    id: Type.Integer(),
    name: Type.String(),
    parameters: Type.Unknown(),
  }),
  Type.Object({ kind: Type.Literal('abort'), id: Type.Integer() }),
]);
export type PortRequest = Immutable<Static<typeof PortRequest>>;

/** Messages from the backend to the window. An aborted call gets no response. */
export const PortAnswer = Type.Union([
  Type.Object({ kind: Type.Literal('result'), id: Type.Integer(), result: Type.Optional(Type.Unknown()) }),
  Type.Object({ kind: Type.Literal('failure'), id: Type.Integer(), failure: FailureSchema }),
  Type.Object({ kind: Type.Literal('event'), event: BackendEvent }),
]);
export type PortAnswer = Immutable<Static<typeof PortAnswer>>;

/** The window's end of one port. */
export interface BackendCaller {
  /**
   * Calls the backend.
   * @param signal aborting it fails the call immediately with the code `aborted`, and the backend stops working on it
   * @throws {BackendFailure} always of this kind
   */
  call<Name extends BackendCallName>(
    name: Name,
    parameters: ParametersOf<Name>,
    signal?: CallSignal,
  ): Promise<ResultOf<Name>>;
  /** Call this with the data of every message from the port. */
  receive(message: unknown): void;
  /** Fails every open call, and all later ones, because the port is closed. */
  close(): void;
}

interface OpenCall {
  readonly name: BackendCallName;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: BackendFailure) => void;
  readonly removeListener: () => void;
}

const aborted = failure('aborted', explain('not-needed'));
const backendStoppedFailure = failure('backend-gone', explain('backend-gone'), { retry: true });

function misunderstood(name: string): Failure {
  return failure('protocol', explain('answer-unexpected', { call: name }), { where: name });
}

function answer(call: OpenCall, message: Exclude<PortAnswer, { kind: 'event' }>): void {
  if (message.kind === 'failure') call.reject(new BackendFailure(message.failure));
  else if (Value.Check(backendCalls[call.name].result, message.result)) call.resolve(message.result);
  else call.reject(new BackendFailure(misunderstood(call.name)));
}

/**
 * Creates the window's end of a port.
 * @param post posts one message to the backend (`port.postMessage`)
 * @param onEvent called with the events of the backend
 */
export function createBackendCaller(
  post: (message: PortRequest) => void,
  onEvent: (event: BackendEvent) => void,
): BackendCaller {
  const open = new Map<number, OpenCall>();
  let lastId = 0;
  let closed = false;

  function settle(id: number, act: (call: OpenCall) => void): void {
    const call = open.get(id);
    if (call === undefined) return;
    open.delete(id);
    call.removeListener();
    act(call);
  }

  function start(name: BackendCallName, parameters: unknown, signal?: CallSignal): Promise<unknown> {
    if (closed) return Promise.reject(new BackendFailure(backendStoppedFailure));
    if (signal?.aborted) return Promise.reject(new BackendFailure(aborted));
    const id = ++lastId;
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        settle(id, (call) => call.reject(new BackendFailure(aborted)));
        post({ kind: 'abort', id });
      };
      signal?.addEventListener('abort', onAbort);
      open.set(id, { name, resolve, reject, removeListener: () => signal?.removeEventListener('abort', onAbort) });
      post({ kind: 'call', id, name, parameters });
    });
  }

  function receive(message: unknown): void {
    if (!Value.Check(PortAnswer, message)) return;
    if (message.kind === 'event') onEvent(message.event);
    else settle(message.id, (call) => answer(call, message));
  }

  function close(): void {
    closed = true;
    for (const id of [...open.keys()]) settle(id, (call) => call.reject(new BackendFailure(backendStoppedFailure)));
  }

  return {
    // The result was validated with this call's schema before the promise was resolved.
    call: (name, parameters, signal) => start(name, parameters, signal) as Promise<never>,
    receive,
    close,
  };
}
