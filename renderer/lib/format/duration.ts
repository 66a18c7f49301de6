/** The largest unit of which the duration has at least two, with its length in seconds. */
const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

/** An approximate duration in one unit: "45 sec", "12 min". At least one second. */
export function formatDuration(seconds: number, locale: string): string {
  const [unit, length] = units.find(([, each]) => seconds >= each * 2) ?? ['second', 1];
  const amount = Math.max(1, Math.round(seconds / length));
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(amount);
}

/** Work that has taken less is not worth its progress. */
export const shownFromSeconds = 0.5;

/** After so much time the remaining time can be estimated; less than this of it is not worth stating. */
const estimateSeconds = 2;

/**
 * The remaining seconds of work by what is done of it.
 * @param fraction 0 to 1, or null while unknown
 * @returns null if it is too early for an estimate, or the work ends soon
 */
export function remainingSeconds(seconds: number, fraction: number | null): number | null {
  if (fraction === null || fraction === 0 || seconds < estimateSeconds) return null;
  const remaining = (seconds * (1 - fraction)) / fraction;
  return remaining >= estimateSeconds ? remaining : null;
}

/** A measured duration in seconds, to the hundredth: "0.35 sec". */
export function formatSeconds(seconds: number, locale: string): string {
  const format = { style: 'unit', unit: 'second', unitDisplay: 'short', maximumFractionDigits: 2 } as const;
  return new Intl.NumberFormat(locale, format).format(seconds);
}
