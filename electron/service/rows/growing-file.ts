import { runFileTask } from '../ingest/file-task.ts';
import { allOf } from './all-of.ts';
import { checksumOf, syncFile } from './durable-file.ts';

/**
 * A large file that the engine writes from front to back. It is sent to the disk and read for its checksum while it
 * grows, so that little is left to do when it is whole.
 */
export class GrowingFile {
  readonly #path: string;
  #syncing: Promise<void> | null = null;
  #following: Following | null = null;

  constructor(path: string) {
    this.#path = path;
  }

  /** To be called a few times a second while the file grows: one that is there before the first call is small. */
  tick(): void {
    this.#following ??= follow(this.#path);
    // That it does not work yet is no harm: the last sync counts.
    this.#syncing ??= syncFile(this.#path)
      .catch(() => {})
      .finally(() => {
        this.#syncing = null;
      });
  }

  /** The file is whole: makes sure that it is on the disk. @returns its SHA-256 in hexadecimal */
  async complete(signal: AbortSignal | undefined, onBytes: (bytes: number) => void): Promise<string> {
    await this.#syncing;
    const following = this.#following;
    const checksum = following === null ? checksumOf(this.#path, signal, onBytes) : following.complete(signal);
    const [found] = await allOf([checksum, syncFile(this.#path)]);
    return found;
  }

  /** What has been read of the file is of no use, since it did not only grow. Resolves when it is no longer open. */
  async forget(): Promise<void> {
    await this.#syncing;
    await this.#following?.abandon();
    this.#following = null;
  }
}

interface Following {
  complete(signal: AbortSignal | undefined): Promise<string>;
  abandon(): Promise<void>;
}

/** Reads a file, which need not be there yet, in a thread while it grows. */
function follow(path: string): Following {
  const complete = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const stop = new AbortController();
  const reading = runFileTask({ kind: 'checksum', from: path, complete }, stop.signal);
  // Whether it went wrong is asked when the file is whole.
  reading.catch(() => {});
  return {
    async complete(signal) {
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
