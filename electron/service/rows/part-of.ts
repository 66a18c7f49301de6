import type { LongWork } from '../../lib/long-work.ts';

/** Work whose progress is a part of a whole, which begins at `from` and is `share` of it. */
export function partOf(work: LongWork, from: number, share: number): LongWork {
  const { onProgress } = work;
  if (onProgress === undefined) return work;
  return {
    ...work,
    onProgress: (progress) =>
      onProgress({ ...progress, fraction: progress.fraction === null ? null : from + progress.fraction * share }),
  };
}
