import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ExplainedError } from '#shared/english/explained-error.ts';
import { explain } from '#shared/failures.ts';
import { everyRow } from '#shared/row-query.ts';
import type { BackendFunctions } from '#shared/rpc/backend.ts';
import { type BackendCaller, createBackendCaller } from '#shared/rpc/port-protocol.ts';
import type { BackendEvent } from '#shared/rpc/shell/events.ts';
import { ServiceError } from '../connector/errors.ts';
import { type CallPort, type ServedPort, serveBackendCalls } from './rpc-server.ts';

type Functions = Partial<BackendFunctions<AbortSignal>>;

let near: MessagePort;
let served: ServedPort;
let caller: BackendCaller;
let events: BackendEvent[];
let reported: unknown[];

function connect(functions: Functions, wrap: (port: MessagePort) => CallPort = (port) => port): void {
  const { port1, port2 } = new MessageChannel();
  near = port1;
  served = serveBackendCalls(wrap(port2), functions, (call, error) => reported.push([call, String(error)]));
  caller = createBackendCaller(
    (message) => port1.postMessage(message),
    (event) => events.push(event),
  );
  port1.on('message', (message) => caller.receive(message));
}

beforeEach(() => {
  events = [];
  reported = [];
});
afterEach(() => near.close());

const reference = { connection: 'local', namespace: 'n', dataset: 'd' };
const rows = { reference, query: everyRow, offset: 0, limit: 10 };
const page = {
  offset: 0,
  rows: [[1, 2n ** 70n, null, 'x', { type: 'Point', coordinates: [1, 2] }]],
  count: 1,
  last: true,
  version: null,
} as const;

describe('calls over a port', () => {
  it('are answered, with integers of any length', async () => {
    connect({ readRows: async () => page });
    expect(await caller.call('readRows', rows)).toEqual(page);
  });

  it('are answered over a port that wraps its messages, as Electron does', async () => {
    const wrap = (port: MessagePort): CallPort => ({
      on: (type: string, listener: (message?: unknown) => void) =>
        port.on(type as 'message', (data: unknown) => listener({ data, ports: [] })),
      postMessage: (message) => port.postMessage(message),
      start: () => port.start(),
    });
    connect({ readRows: async () => page }, wrap);
    expect(await caller.call('readRows', rows)).toEqual(page);
  });

  it('fail with what happened, where, and whether a retry makes sense', async () => {
    const reason = explain('busy', { host: 'a.example' });
    connect({
      readRows: () =>
        Promise.reject(new ServiceError('throttled', reason, 'http://s/', { retry: true, retryAfter: 9 })),
    });
    const failure = { ...reason, kind: 'throttled', where: 'http://s/', retry: true, retryAfter: 9 };
    await expect(caller.call('readRows', rows)).rejects.toMatchObject({ failure });
    expect(reported).toEqual([]);
  });

  it('fail without the reason of an error that is no failure of its own', async () => {
    connect({ readRows: () => Promise.reject(new ExplainedError(explain('program-said', { text: '/home/ada' }))) });
    const failed = caller.call('readRows', rows);
    await expect(failed).rejects.toMatchObject({ failure: { kind: 'internal', code: 'something-wrong' } });
    expect(reported).toHaveLength(1);
  });

  it('fail without internal details when something breaks, which is logged', async () => {
    connect({ readRows: () => Promise.reject(new TypeError('secret path /home/ada')) });
    const failure = await caller.call('readRows', rows).catch((error: unknown) => error);
    expect(failure).toMatchObject({ failure: { kind: 'internal', retry: false } });
    expect(JSON.stringify(failure)).not.toContain('ada');
    expect(reported).toEqual([['readRows', 'TypeError: secret path /home/ada']]);
  });

  it.each([
    ['a limit that is none', { ...rows, limit: 0 }],
    ['no query', { reference, offset: 0, limit: 1 }],
    ['nothing', null],
  ])('are refused with %s', async (_name, parameters) => {
    const readRows = vi.fn(async () => page);
    connect({ readRows });
    await expect(caller.call('readRows', parameters as never)).rejects.toMatchObject({ failure: { kind: 'protocol' } });
    expect(readRows).not.toHaveBeenCalled();
  });

  it.each(['toString', '__proto__', 'listJobs'])('are refused for the unknown name %s', async (name) => {
    connect({});
    await expect(caller.call(name as 'readRows', rows)).rejects.toMatchObject({ failure: { kind: 'unknown-call' } });
  });

  it('fail if the answer has another form', async () => {
    connect({ readRows: async () => ({ rows: 'none' }) as never });
    await expect(caller.call('readRows', rows)).rejects.toMatchObject({ failure: { kind: 'protocol' } });
  });

  it('stop when they are no longer needed', async () => {
    let seen: AbortSignal | undefined;
    connect({
      readRows: (_parameters, signal) => {
        seen = signal;
        return new Promise(() => {});
      },
    });
    const controller = new AbortController();
    const reading = caller.call('readRows', rows, controller.signal);
    await vi.waitFor(() => expect(seen).toBeDefined(), { timeout: 60_000 });
    controller.abort();
    await expect(reading).rejects.toMatchObject({ failure: { kind: 'aborted' } });
    await vi.waitFor(() => expect(seen?.aborted).toBe(true), { timeout: 60_000 });
  });

  it('stop when the window has closed', async () => {
    let seen: AbortSignal | undefined;
    connect({
      readRows: (_parameters, signal) => {
        seen = signal;
        return new Promise(() => {});
      },
    });
    const reading = caller.call('readRows', rows);
    await vi.waitFor(() => expect(seen).toBeDefined(), { timeout: 60_000 });
    near.close();
    await vi.waitFor(() => expect(seen?.aborted).toBe(true), { timeout: 60_000 });
    caller.close();
    await expect(reading).rejects.toMatchObject({ failure: { kind: 'backend-gone', retry: true } });
    await expect(caller.call('readRows', rows)).rejects.toMatchObject({ failure: { kind: 'backend-gone' } });
  });

  it('ignore foreign messages', async () => {
    connect({ readRows: async () => page });
    for (const message of [null, 1, 'x', {}, { kind: 'call' }, { kind: 'call', id: 'a', name: 'readRows' }])
      near.postMessage(message);
    for (const message of [null, { kind: 'result', id: 99, result: 1 }, { kind: 'event', event: {} }])
      caller.receive(message);
    expect(await caller.call('readRows', rows)).toEqual(page);
  });
});

it('events reach the window', async () => {
  connect({});
  served.announce({ kind: 'connections-changed' });
  served.announce({ kind: 'dataset-changed', reference });
  await vi.waitFor(
    () => expect(events).toEqual([{ kind: 'connections-changed' }, { kind: 'dataset-changed', reference }]),
    { timeout: 60_000 },
  );
});
