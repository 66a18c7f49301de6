/** A file that the engine writes from front to back, on its way to be whole and on the disk. */
export interface OutputFile {
  /** What the engine writes to. */
  readonly writable: string;
  /** Aborted, with the reason, when the file can no longer be written; null if the engine notices that itself. */
  readonly failing: AbortSignal | null;
  /** To be called a few times a second while the file grows. */
  tick(): void;
  /** The engine has finished: resolves when everything is in the file. @throws the write error */
  written(): Promise<void>;
  /** The file is modified after it was written: discard what is known of it. */
  discard(): Promise<void>;
  /** The file is complete: makes it durable. @returns its SHA-256 in hexadecimal */
  complete(signal: AbortSignal | undefined, onBytes: (bytes: number) => void): Promise<string>;
  /** The file comes to nothing. Resolves when it is no longer open. */
  abandon(): Promise<void>;
}
