/**
 * What the texts of a column are if all of them are dates or times in ISO 8601: `date-time-zone` means that each has
 * its offset from UTC, `date-time` that at least one has none.
 */
export const momentKinds = ['date', 'date-time', 'date-time-zone', 'time', 'month', 'quarter', 'week'] as const;
export type MomentKind = (typeof momentKinds)[number];

function isMomentKind(value: unknown): value is MomentKind {
  return momentKinds.some((kind) => kind === value);
}

/**
 * The date and time columns by name, from the metadata of a version of Almanac's own service: `{"columns":
 * [{"name": "day", "type": "char", "format": "date"}, …], …}`.
 */
export function momentsIn(metadata: unknown): ReadonlyMap<string, MomentKind> {
  const found = new Map<string, MomentKind>();
  if (typeof metadata !== 'object' || metadata === null || !('columns' in metadata)) return found;
  const columns: readonly unknown[] = Array.isArray(metadata.columns) ? metadata.columns : [];
  for (const column of columns) {
    if (typeof column !== 'object' || column === null || !('name' in column) || !('format' in column)) continue;
    if (typeof column.name === 'string' && isMomentKind(column.format)) found.set(column.name, column.format);
  }
  return found;
}
