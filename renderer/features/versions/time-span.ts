/** A part of time in milliseconds since 1970; `from` is before `to`. */
export interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

/** The shortest span that is shown: a minute. */
const minSpanMs = 60_000;

/**
 * The span after zooming around a moment, which stays where it is: a factor under 1 zooms in.
 * @returns null when it shows the whole again.
 */
export function zoomed(span: TimeSpan, at: number, factor: number, whole: TimeSpan): TimeSpan | null {
  const length = Math.max(minSpanMs, (span.to - span.from) * factor);
  if (length >= whole.to - whole.from) return null;
  const share = (at - span.from) / (span.to - span.from);
  const from = at - share * length;
  return { from, to: from + length };
}
