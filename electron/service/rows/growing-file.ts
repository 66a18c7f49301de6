import { allOf } from './all-of.ts';
import { checksumOf, syncFile } from './durable-file.ts';
import { type Following, follow } from './following.ts';

/**
 * A large file that the engine writes from front to back. It is sent to the disk and read for its checksum while it
 * grows, so that little is left to do when it is whole.
 */
export class GrowingFile {
  readonly #path: string;
  #syncing: Promise<void> | null = null;
  #following: Following<string> | null = null;

  constructor(path: string) {
    this.#path = path;
  }

  /** To be called a few times a second while the file grows: one that is there before the first call is small. */
  tick(): void {
    this.#following ??= follow({ kind: 'checksum', from: this.#path });
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
