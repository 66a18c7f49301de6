import type { JobProgress } from '#shared/rpc/jobs.ts';
import type { Progress } from '../../service/local-service.ts';

interface Mark {
  readonly at: number;
  readonly progress: Progress;
}

/** Rates are those of this many milliseconds: long enough to be calm, short enough to be true. */
const span = 5_000;
const minIntervalMs = 500;

/**
 * Makes rates and the remaining time of the steps that a job reports. A new phase starts the measuring anew, as its
 * rows and bytes are others.
 * @param now milliseconds on any clock that only goes forward.
 */
export function createProgressMeter(now: () => number): (progress: Progress) => JobProgress {
  let marks: Mark[] = [];
  return (progress) => {
    const at = now();
    if (marks.at(-1)?.progress.phase !== progress.phase) marks = [];
    marks.push({ at, progress });
    while (marks.length > 2 && (marks[1]?.at ?? at) <= at - span) marks.shift();
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
