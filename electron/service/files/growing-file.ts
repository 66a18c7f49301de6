import { allOf } from '../../lib/all-of.ts';
import { syncFile } from '../../lib/durable-file.ts';
import { checksumOf } from './checksum.ts';
import { type FollowedFile, follow } from './following.ts';
import type { readChecksum } from './read-checksum.ts';

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
