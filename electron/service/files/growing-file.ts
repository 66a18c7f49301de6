import { allOf } from '../../lib/all-of.ts';
import { syncFile } from '../../lib/durable-file.ts';
import { type AnyPass, runFilePass } from '../work/file-pass.ts';
import { checksumOf, type readChecksum } from './checksum.ts';

/**
 * A large file that the engine writes sequentially. It is flushed to disk and hashed while it grows, so that little is
 * left to do when it is complete.
 */
export class GrowingFile {
  readonly #path: string;
  #syncing: Promise<void> | null = null;
  #following: FollowedFile<string> | null = null;

  constructor(path: string) {
    this.#path = path;
  }

  /** Call a few times a second. The first call starts to read the file: one that is complete before that is small. */
  tick(): void {
    this.#following ??= follow<typeof readChecksum>('checksum', { from: this.#path });
    // A failure here is harmless: the last sync counts.
    this.#syncing ??= syncFile(this.#path)
      .catch(() => {})
      .finally(() => {
        this.#syncing = null;
      });
  }

  /** Call when the file is complete: makes it durable. @returns its SHA-256 in hexadecimal */
  async complete(signal: AbortSignal | undefined, onBytes: (bytes: number) => void): Promise<string> {
    await this.#syncing;
    const following = this.#following;
    const checksum = following === null ? checksumOf(this.#path, signal, onBytes) : following.complete(signal);
    const [found] = await allOf([checksum, syncFile(this.#path)]);
    return found;
  }

  /** Discards the checksum of a file that was modified otherwise, or is abandoned. Resolves when it is no longer open. */
  async discard(): Promise<void> {
    await this.#syncing;
    await this.#following?.abandon();
    this.#following = null;
  }
}

/** A file that a thread reads while it grows. */
interface FollowedFile<Result> {
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
