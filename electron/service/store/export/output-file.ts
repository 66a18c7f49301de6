/** A file that the engine writes from front to back, on its way to be whole and on the disk. */
export interface OutputFile {
  /** What the engine is to write to. */
  readonly writable: string;
  /** Aborted, with the reason, when the file cannot be written any more; null where the engine notices that by itself. */
  readonly failing: AbortSignal | null;
  /** To be called a few times a second while the file grows. */
  tick(): void;
  /** The engine has written all: resolves when the file has it. @throws what kept it from being written */
  written(): Promise<void>;
  /** The file is altered by other means after it was written: what is known of it so far is of no use. */
  discard(): Promise<void>;
  /** The file is whole: makes sure that it is on the disk. @returns its SHA-256 in hexadecimal */
  complete(signal: AbortSignal | undefined, onBytes: (bytes: number) => void): Promise<string>;
  /** The file comes to nothing. Resolves when it is no longer open. */
  abandon(): Promise<void>;
}
