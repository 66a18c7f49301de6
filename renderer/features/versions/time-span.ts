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

/** Times too close to be drawn separately; usually one. */
export interface TimeCluster<Item> {
  /** Pixels from the left. */
  readonly x: number;
  readonly items: readonly Item[];
}

/**
 * Groups times that would overlap when drawn.
 * @param items in the order of `x`
 * @param least minimum distance in pixels between the first items of adjacent clusters
 */
export function timeClusters<Item>(
  items: readonly Item[],
  xOf: (item: Item) => number,
  least: number,
): TimeCluster<Item>[] {
  const clusters: { x: number; start: number; items: Item[] }[] = [];
  for (const item of items) {
    const x = xOf(item);
    const last = clusters.at(-1);
    if (last === undefined || x - last.start >= least) clusters.push({ x, start: x, items: [item] });
    else {
      last.items.push(item);
      last.x = (last.start + x) / 2;
    }
  }
  return clusters.map(({ x, items: gathered }) => ({ x, items: gathered }));
}
