import type { JobProgress } from '#shared/rpc/jobs.ts';
import type { Progress } from '../../service/service.ts';

interface Mark {
  readonly at: number;
  readonly progress: Progress;
}

/** Rates are averages over this time: long enough to be stable, short enough to be current. */
const rateWindowMs = 5_000;
const minIntervalMs = 500;

/**
 * Calculates rates and the remaining time from the steps that a job reports. A new phase restarts the measurement, as
 * its rows and bytes are different ones.
 * @param now milliseconds of a monotonic clock
 */
export function createProgressMeter(now: () => number): (progress: Progress) => JobProgress {
  let marks: Mark[] = [];
  return (progress) => {
    const at = now();
    if (marks.at(-1)?.progress.phase !== progress.phase) marks = [];
    marks.push({ at, progress });
    while (marks.length > 2 && (marks[1]?.at ?? at) <= at - rateWindowMs) marks.shift();
    const first = marks[0] ?? { at, progress };
    const seconds = (at - first.at) / 1000;
    const rate = (grown: number) => (seconds * 1000 < minIntervalMs || grown <= 0 ? null : grown / seconds);
    const { phase, rows, bytes } = progress;
    const fraction = progress.fraction === null ? null : Math.min(1, Math.max(0, progress.fraction));
    const share = fraction === null ? null : rate(fraction - (first.progress.fraction ?? 0));
    return {
      phase,
      rows,
      bytes,
      fraction,
      rowsPerSecond: rate(rows - first.progress.rows),
      bytesPerSecond: rate(bytes - first.progress.bytes),
      remainingSeconds: share === null || fraction === null ? null : (1 - fraction) / share,
    };
  };
}
