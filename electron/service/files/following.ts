import { type AnyPass, runFilePass } from '../work/file-pass.ts';

/** A file that a thread reads while it grows. */
export interface FollowedFile<Result> {
  /** Call when the file is complete: resolves to the result of reading it. */
  complete(signal: AbortSignal | undefined): Promise<Result>;
  /** Resolves when the file is no longer open. */
  abandon(): Promise<void>;
}

/** Reads a file sequentially, which may not exist yet and only grows. @param kind as for {@link runFilePass} */
export function follow<Pass extends AnyPass>(
  kind: string,
  task: Omit<Parameters<Pass>[0], 'complete'>,
): FollowedFile<Awaited<ReturnType<Pass>>> {
  const complete = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const stop = new AbortController();
  const reading = runFilePass<Pass>(kind, { ...task, complete }, stop.signal);
  // Errors are checked when the file is complete.
  reading.catch(() => {});
  return {
    complete(signal) {
      const cancel = () => stop.abort(signal?.reason);
      signal?.addEventListener('abort', cancel, { once: true });
      if (signal?.aborted) cancel();
      Atomics.store(complete, 0, 1);
      Atomics.notify(complete, 0);
      return reading.finally(() => signal?.removeEventListener('abort', cancel));
    },
    async abandon() {
      stop.abort();
      await reading.catch(() => {});
    },
  };
}
