import { type MessagePort, Worker } from 'node:worker_threads';
import { ExplainedError } from '#shared/english/explained-error.ts';
import type { Explanation } from '#shared/failures.ts';
import { workerAddress } from '../../lib/worker-address.ts';

/**
 * One pass over a file. It may be synchronous: it runs in a thread of its own.
 * @param report called with the bytes or rows that were read so far
 */
export type FilePass<Task, Result> = (task: Task, report: (amount: number) => void) => Result | Promise<Result>;

// biome-ignore lint/suspicious/noExplicitAny: any pass, whatever its task and its result are.
export type AnyPass = FilePass<any, any>;

/** What a thread is asked to do: `kind` is a key of the table in `file-worker.ts`. */
export interface PassRequest {
  readonly kind: string;
  readonly task: unknown;
}

/** Messages of the thread. */
export type PassAnswer =
  | { readonly kind: 'progress'; readonly amount: number }
  | { readonly kind: 'done'; readonly result: unknown }
  | { readonly kind: 'failed'; readonly reason: Explanation; readonly details: unknown };

/** A pass that failed; `details` are those of the error in the thread. */
export class PassError extends ExplainedError {
  override readonly name = 'PassError';
  readonly details: unknown;
  constructor(reason: Explanation, details: unknown) {
    super(reason);
    this.details = details;
  }
}

/** Threads whose pass is done, each with the timer that ends it: many small files then start few threads. */
const idle = new Map<Worker, NodeJS.Timeout>();
const maxIdle = 2;
const maxIdleMs = 5_000;

/** An idle thread, or a new one. */
function takeThread(): Worker {
  for (const [worker, end] of idle) {
    clearTimeout(end);
    idle.delete(worker);
    worker.ref();
    return worker;
  }
  const worker = new Worker(workerAddress('../file-worker', import.meta.url));
  const remove = () => {
    clearTimeout(idle.get(worker));
    idle.delete(worker);
  };
  return worker.once('error', remove).once('exit', remove);
}

function discard(worker: Worker): void {
  idle.delete(worker);
  void worker.terminate();
}

function putBack(worker: Worker): void {
  worker.unref();
  if (idle.size >= maxIdle) discard(worker);
  else idle.set(worker, setTimeout(() => discard(worker), maxIdleMs).unref());
}

/**
 * Runs a pass in a thread; an abort terminates the thread immediately and leaves an unfinished target behind.
 * @param kind the pass in the table of `file-worker.ts`, whose type is `Pass`
 * @param ports of the task, which the thread takes over
 * @throws {PassError} if the pass fails; the signal's reason
 */
export function runFilePass<Pass extends AnyPass>(
  kind: string,
  task: Parameters<Pass>[0],
  signal: AbortSignal | undefined,
  onProgress: (amount: number) => void = () => {},
  ports: readonly MessagePort[] = [],
): Promise<Awaited<ReturnType<Pass>>> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const worker = takeThread();
    const stop = () => {
      leave();
      // The reason is reported after the thread has ended, so that its target can be removed.
      void worker.terminate().then(() => reject(signal?.reason));
    };
    const hear = (answer: PassAnswer) => {
      if (answer.kind === 'progress') return onProgress(answer.amount);
      leave();
      putBack(worker);
      // The thread was given exactly this task.
      if (answer.kind === 'done') return resolve(answer.result as Awaited<ReturnType<Pass>>);
      return reject(new PassError(answer.reason, answer.details));
    };
    const fail = (error: unknown) => {
      leave();
      reject(error);
    };
    const end = () => fail(new Error(`The thread for ${kind} has ended.`));
    const leave = () => {
      signal?.removeEventListener('abort', stop);
      worker.off('message', hear).off('error', fail).off('exit', end);
    };
    signal?.addEventListener('abort', stop, { once: true });
    worker.on('message', hear).on('error', fail).on('exit', end);
    worker.postMessage({ kind, task } satisfies PassRequest, ports);
  });
}
