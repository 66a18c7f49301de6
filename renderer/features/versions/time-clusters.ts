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
