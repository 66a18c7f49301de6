import type { MapClasses } from '#shared/chart.ts';

/** Where classes of values end: each but the last at a break, which belongs to the class above it. */
export function breaksOf(values: readonly number[], classes: MapClasses): number[] {
  const sorted = Float64Array.from(values).sort();
  const [min, max] = [sorted[0], sorted.at(-1)];
  if (min === undefined || max === undefined || min === max) return [];
  const within = (breaks: readonly number[]) =>
    [...new Set(breaks)].sort((one, other) => one - other).filter((one) => one > min && one <= max);
  if (classes.kind === 'own') return within(classes.breaks);
  const parts = Array.from({ length: classes.count - 1 }, (_, at) => (at + 1) / classes.count);
  return within(
    parts.map((part) => {
      if (classes.kind === 'equal') return rounded(min + part * (max - min), (max - min) / classes.count);
      const at = Math.ceil(part * sorted.length);
      const [before = min, after = max] = [sorted[at - 1], sorted[at]];
      // The roundest number that divides the same values.
      return roundBetween(before, after);
    }),
  );
}

/** A number with no more digits than its distance from others asks for. */
function rounded(value: number, distance: number): number {
  const digits = Math.max(1, 2 + Math.ceil(Math.log10(Math.abs(value || 1))) - Math.floor(Math.log10(distance)));
  return Number(value.toPrecision(Math.min(15, digits)));
}

/** Significant digits of a break: where values are closer, one or two of them are in the class beside. */
const breakDigits = 3;

/** The classes that breaks make, from the lowest: each from a value inclusive to one exclusive; missing ends are open. */
export function classesBetween(breaks: readonly number[]) {
  return Array.from({ length: breaks.length + 1 }, (_, at) => {
    const [from, to] = [breaks[at - 1], breaks[at]];
    return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
  });
}

/** A class as a legend has it: "< 10", "10 – 20", "≥ 20". */
export function classText(
  { from, to }: { readonly from?: number; readonly to?: number },
  figure: (value: number, digits: number) => string,
): string {
  if (from === undefined) return to === undefined ? '' : `< ${figure(to, breakDigits)}`;
  return to === undefined
    ? `≥ ${figure(from, breakDigits)}`
    : `${figure(from, breakDigits)} – ${figure(to, breakDigits)}`;
}

function roundBetween(before: number, after: number): number {
  for (let digits = 1; digits < breakDigits && before !== after; digits += 1) {
    const middle = Number(((before + after) / 2).toPrecision(digits));
    if (middle > before && middle <= after) return middle;
  }
  return Number(after.toPrecision(breakDigits));
}
