import { type ChildProcess, fork } from 'node:child_process';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';

/** Requests to the process of the service. */
export type ServiceCommand =
  | { readonly kind: 'sort'; readonly column: string; readonly descending: boolean }
  | { readonly kind: 'export' }
  | { readonly kind: 'state' }
  | { readonly kind: 'stop' };

export interface ServiceState {
  readonly memory: { readonly now: number; readonly peak: number };
  /** Longest stall of its event loop since the last request, in milliseconds. */
  readonly stall: number;
  /** Processor time of all its threads since it started, in milliseconds. */
  readonly processor: number;
}

export interface BenchService {
  /** The rows of the table, without parameters. */
  readonly rows: string;
  /** The service's root. */
  readonly root: string;
  /** The bare server beside it, without a trailing slash. */
  readonly bare: string;
  ask(command: ServiceCommand): Promise<unknown>;
  state(): Promise<ServiceState>;
  stop(): Promise<void>;
}

/** Starts the service over the table in its own process. */
export async function startBenchService(): Promise<BenchService> {
  const child = fork(join(import.meta.dirname, 'service-process.ts'), {
    env: { ...process.env, UV_THREADPOOL_SIZE: '16' },
  });
  let next = 0;
  const ask = (command: ServiceCommand) => {
    next += 1;
    const id = next;
    const answered = answerOf(child, id);
    child.send({ id, command });
    return answered;
  };
  const started = (await answerOf(child, -1)) as { service: string; discovery: string; bare: string };
  return {
    rows: started.service,
    root: started.discovery,
    bare: started.bare,
    ask,
    state: async () => (await ask({ kind: 'state' })) as ServiceState,
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve());
        child.send({ id: 0, command: { kind: 'stop' } });
      }),
  };
}

/** What a forked process answers to the request with this id. */
export function answerOf(child: ChildProcess, id: number): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const listen = (message: { id: number; answer: unknown }) => {
      if (message.id !== id) return;
      child.off('message', listen);
      child.off('exit', fail);
      resolve(message.answer);
    };
    const fail = (code: number | null) => reject(new Error(`The service's process ended (${code}).`));
    child.on('message', listen);
    child.once('exit', fail);
  });
}

const agent = new Agent({ keepAlive: true, maxSockets: 128 });

/** Reads a response completely and returns the duration in milliseconds. @throws unless the status is 200 */
export function read(address: string): Promise<{ readonly time: number; readonly bytes: number }> {
  const start = performance.now();
  return new Promise((resolve, reject) => {
    request(address, { agent, headers: { accept: 'application/json' } }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.on('end', () => {
        if (response.statusCode === 200) resolve({ time: performance.now() - start, bytes });
        else reject(new Error(`${address} answered ${response.statusCode}.`));
      });
      response.on('error', reject);
    })
      .on('error', reject)
      .end();
  });
}

/** Durations in milliseconds of reading addresses in sequence. */
export async function readInTurn(count: number, address: (at: number) => string): Promise<number[]> {
  const times: number[] = [];
  for (let at = 0; at < count; at += 1) times.push((await read(address(at))).time);
  return times;
}

/** Requests per second with this many concurrent readers, over this many milliseconds; and the numbers of answers and failures. */
export async function throughput(readers: number, milliseconds: number, address: () => string) {
  const end = performance.now() + milliseconds;
  let done = 0;
  let failed = 0;
  const one = async () => {
    while (performance.now() < end) {
      await read(address()).then(
        () => {
          done += 1;
        },
        () => {
          failed += 1;
        },
      );
    }
  };
  const time = performance.now();
  await Promise.all(Array.from({ length: readers }, one));
  return { perSecond: (done * 1000) / (performance.now() - time), done, failed };
}
