import type { Phase } from '#shared/phases.ts';

/** Progress of long work. `total` is null while it is unknown. */
export interface Progress {
  readonly phase: Phase;
  readonly rows: number;
  readonly bytes: number;
  /** 0 to 1, or null if unknown. */
  readonly fraction: number | null;
}

/** Options of every long call: aborting rejects with the signal's reason and leaves nothing behind. */
export interface LongWork {
  readonly signal?: AbortSignal;
  /** The caller: callers take turns, so that the work of one does not delay another. */
  readonly caller?: string;
  readonly onProgress?: (progress: Progress) => void;
}
