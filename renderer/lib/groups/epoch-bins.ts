import type { Dimension } from '#shared/chart.ts';

const hourMs = 3_600_000;

/**
 * Milliseconds in a unit of a dimension of times that are stored as numbers since 1970; null for other numbers. Their bins
 * are whole hours, and no width that is chosen for other numbers is a multiple of one.
 */
export function epochUnitMs({ function: by, step }: Dimension): 1 | 1000 | null {
  if (by !== 'Bin' || step === 0) return null;
  if (step % hourMs === 0) return 1;
  return step % (hourMs / 1000) === 0 ? 1000 : null;
}

/** Milliseconds of a bin of such times; null for other numbers. */
export function periodStepMs(dimension: Dimension): number | null {
  const unitMs = epochUnitMs(dimension);
  return unitMs === null ? null : dimension.step * unitMs;
}
