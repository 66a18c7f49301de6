import { type FileResults, runFileTask } from '../../reading/file-task.ts';

/** A file that a thread reads while it grows. */
export interface Following<Result> {
  /** Call when the file is complete: resolves to the result of reading it. */
  complete(signal: AbortSignal | undefined): Promise<Result>;
  /** Resolves when the file is no longer open. */
  abandon(): Promise<void>;
}

type FollowingTask =
  | { readonly kind: 'checksum'; readonly from: string }
  | { readonly kind: 'offsets'; readonly from: string; readonly to: string };

/** Reads a file sequentially, which may not exist yet and only grows. */
export function follow<Kind extends FollowingTask['kind']>(
  task: Extract<FollowingTask, { kind: Kind }>,
): Following<FileResults[Kind]> {
  const complete = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const stop = new AbortController();
  const reading = runFileTask<FollowingTask['kind']>({ ...task, complete }, stop.signal);
  // Errors are checked when the file is complete.
  reading.catch(() => {});
  return {
    async complete(signal) {
      const cancel = () => stop.abort(signal?.reason);
      signal?.addEventListener('abort', cancel, { once: true });
      if (signal?.aborted) cancel();
      Atomics.store(complete, 0, 1);
      Atomics.notify(complete, 0);
      // The thread was given this task.
      return reading.finally(() => signal?.removeEventListener('abort', cancel)) as Promise<FileResults[Kind]>;
    },
    async abandon() {
      stop.abort();
      await reading.catch(() => {});
    },
  };
}
