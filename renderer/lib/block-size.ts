/** Rows that are read at once: of a wide table fewer, so that their values do not keep the window from drawing. */
export function blockSizeFor(columns: number): number {
  return Math.min(200, Math.max(50, Math.ceil(10_000 / Math.max(1, columns))));
}
