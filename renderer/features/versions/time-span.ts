/** A time range in milliseconds since 1970; `from` is before `to`. */
export interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

/** The shortest range that is shown: a minute. */
const minSpanMs = 60_000;

/**
 * The range after zooming around a time, which keeps its position: a factor below 1 zooms in.
 * @returns null if it shows everything again
 */
export function zoomed(span: TimeSpan, at: number, factor: number, whole: TimeSpan): TimeSpan | null {
  const length = Math.max(minSpanMs, (span.to - span.from) * factor);
  if (length >= whole.to - whole.from) return null;
  const share = (at - span.from) / (span.to - span.from);
  const from = at - share * length;
  return { from, to: from + length };
}
