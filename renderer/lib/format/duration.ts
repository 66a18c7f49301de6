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
