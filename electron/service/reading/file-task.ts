import { Worker } from 'node:worker_threads';
import { englishText } from '#shared/english/english-text.ts';
import type { Explanation } from '#shared/failures.ts';
import { workerAddress } from '../../lib/worker-address.ts';
import { type BadValue, IngestError } from '../rows/row-store.ts';
import type { OrderOutcome, RankedOrder } from '../rows/views/ranks/write-order.ts';
import type { CutOptions, CutRecords } from './formats/delimited/cut-records.ts';

/** One pass over a file, in its own thread. */
export type FileTask =
  /** `complete`: as for `growingBytes`. */
  | { readonly kind: 'offsets'; readonly from: string; readonly to: string; readonly complete: Int32Array | null }
  /** Writes the index of a complete row file that is read in ranges: see `writeRowIndex`. */
  | { readonly kind: 'index'; readonly from: string; readonly to: string }
  /** Joins the same rows of several files into complete rows of a new one: see `joinRowFiles`. */
  | { readonly kind: 'join'; readonly from: readonly string[]; readonly to: string }
  /** `gently`: at a rate that leaves disk bandwidth to other work. */
  | {
      readonly kind: 'checksum';
      readonly from: string;
      readonly complete: Int32Array | null;
      readonly gently?: boolean;
    }
  /** `from` and `stopped`: as for `pourPipe`. The first progress is reported when the pipe is open. */
  | { readonly kind: 'pour'; readonly from: string; readonly to: string; readonly stopped: Int32Array }
  | ({ readonly kind: 'cut' } & CutOptions)
  /** Sorts rows by ranks: see `writeOrder`. Progress is in rows. */
  | ({ readonly kind: 'order' } & RankedOrder)
  /** Fails if a file unpacks to more than the limit. */
  | { readonly kind: 'measure'; readonly from: string; readonly packing: 'gzip' | 'zstd' };

/** The result of a task: the number of rows, the SHA-256 in hexadecimal, or the cut parts. */
export interface FileResults {
  readonly offsets: number;
  readonly index: number;
  readonly join: number;
  readonly checksum: string;
  readonly pour: string;
  readonly cut: CutRecords;
  readonly order: OrderOutcome;
  /** Unpacked bytes. */
  readonly measure: number;
}

export type FileAnswer =
  | { readonly kind: 'progress'; readonly bytes: number }
  | { readonly kind: 'done'; readonly result: FileResults[FileTask['kind']] }
  /** `badValues` is null if the failure is not the file's. */
  | { readonly kind: 'failed'; readonly reason: Explanation; readonly badValues: readonly BadValue[] | null };

/** Threads whose task is done, each with the timer that ends it: many small files then start few threads. */
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
  const worker = new Worker(workerAddress('file-worker', import.meta.url));
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

/** Runs a task; an abort terminates the thread immediately and leaves an unfinished target behind. */
export function runFileTask<Kind extends FileTask['kind']>(
  task: Extract<FileTask, { kind: Kind }>,
  signal: AbortSignal | undefined,
  onBytes: (bytes: number) => void = () => {},
): Promise<FileResults[Kind]> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const worker = takeThread();
    const stop = () => {
      leave();
      // The reason is reported after the thread has ended, so that its target can be removed.
      void worker.terminate().then(() => reject(signal?.reason));
    };
    const hear = (answer: FileAnswer) => {
      if (answer.kind === 'progress') return onBytes(answer.bytes);
      leave();
      putBack(worker);
      // The thread was given exactly this task.
      if (answer.kind === 'done') return resolve(answer.result as FileResults[Kind]);
      const { reason, badValues } = answer;
      return reject(badValues === null ? new Error(englishText(reason)) : new IngestError(reason, badValues));
    };
    const fail = (error: unknown) => {
      leave();
      reject(error);
    };
    const end = () => fail(new Error(`The thread for ${task.kind} has ended.`));
    const leave = () => {
      signal?.removeEventListener('abort', stop);
      worker.off('message', hear).off('error', fail).off('exit', end);
    };
    signal?.addEventListener('abort', stop, { once: true });
    worker.on('message', hear).on('error', fail).on('exit', end);
    worker.postMessage(task);
  });
}
