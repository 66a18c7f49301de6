import { allOf } from '../../lib/all-of.ts';
import { syncFile } from '../../lib/durable-file.ts';
import { checksumOf } from './checksum.ts';
import { type FollowedFile, follow } from './following.ts';
import type { OutputFile } from './output-file.ts';
import type { readChecksum } from './read-checksum.ts';

/**
 * A large file that the engine writes sequentially. It is flushed to disk and hashed while it grows, so that little is
 * left to do when it is complete.
 */
export class GrowingFile implements OutputFile {
  readonly writable: string;
  readonly failing = null;
  #syncing: Promise<void> | null = null;
  #following: FollowedFile<string> | null = null;

  constructor(path: string) {
    this.writable = path;
  }

  /** Starts to read the file with the first call: one that is complete before that is small. */
  tick(): void {
    this.#following ??= follow<typeof readChecksum>('checksum', { from: this.writable });
    // A failure here is harmless: the last sync counts.
    this.#syncing ??= syncFile(this.writable)
      .catch(() => {})
      .finally(() => {
        this.#syncing = null;
      });
  }

  /** The engine writes the file itself. */
  async written(): Promise<void> {}

  async complete(signal: AbortSignal | undefined, onBytes: (bytes: number) => void): Promise<string> {
    await this.#syncing;
    const following = this.#following;
    const checksum = following === null ? checksumOf(this.writable, signal, onBytes) : following.complete(signal);
    const [found] = await allOf([checksum, syncFile(this.writable)]);
    return found;
  }

  /** Resolves when the file is no longer open. */
  async discard(): Promise<void> {
    await this.#syncing;
    await this.#following?.abandon();
    this.#following = null;
  }

  async abandon(): Promise<void> {
    await this.discard();
  }
}
