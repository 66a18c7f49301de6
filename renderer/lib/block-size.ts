/** Number of rows to read at once: fewer for wide tables, so that their values do not block drawing. */
export function blockSizeFor(columns: number): number {
  return Math.min(200, Math.max(50, Math.ceil(10_000 / Math.max(1, columns))));
}
