/** A file that the engine writes sequentially, until it is complete and durable. */
export interface OutputFile {
  /** Path that the engine writes to. */
  readonly writable: string;
  /** Aborted, with the reason, when the file can no longer be written; null if the engine notices that itself. */
  readonly failing: AbortSignal | null;
  /** Call a few times a second while the file grows. */
  tick(): void;
  /** Call when the engine has finished: resolves when everything is in the file. @throws the write error */
  written(): Promise<void>;
  /** Call if the file is modified after it was written: discards its checksum. */
  discard(): Promise<void>;
  /** Call when the file is complete: makes it durable. @returns its SHA-256 in hexadecimal */
  complete(signal: AbortSignal | undefined, onBytes: (bytes: number) => void): Promise<string>;
  /** Abandons the file. Resolves when it is no longer open. */
  abandon(): Promise<void>;
}
