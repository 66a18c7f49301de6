import type { ProfileProgress } from '#shared/api/profile.ts';
import type { LongWork } from '../../../lib/long-work.ts';
import type { VersionKey } from '../../files/stored-version.ts';

interface Profiled {
  readonly version: VersionKey;
  /** Identity of the selected rows; null for all rows. */
  readonly selection: string | null;
  readonly column: string;
  readonly rows: number;
}

interface Running extends Profiled {
  readonly startedAt: number;
  fraction: number | null;
}

/** The profiles that are being calculated, and how far each of them is. */
export class RunningProfiles {
  readonly #running = new Set<Running>();

  /** Calculates a profile, whose progress is known meanwhile. */
  async follow<Result>(
    profiled: Profiled,
    work: LongWork,
    calculate: (work: LongWork) => Promise<Result>,
  ): Promise<Result> {
    const running: Running = { ...profiled, startedAt: performance.now(), fraction: null };
    this.#running.add(running);
    try {
      return await calculate({
        ...work,
        onProgress: (progress) => {
          running.fraction = progress.fraction;
          work.onProgress?.(progress);
        },
      });
    } finally {
      this.#running.delete(running);
    }
  }

  /** The profiles of some rows that are being calculated. */
  progress(version: VersionKey, selection: string | null): ProfileProgress[] {
    const now = performance.now();
    return [...this.#running]
      .filter((one) => one.version === version && one.selection === selection)
      .map(({ column, rows, fraction, startedAt }) => ({
        column,
        rows,
        fraction,
        seconds: (now - startedAt) / 1000,
      }));
  }
}
