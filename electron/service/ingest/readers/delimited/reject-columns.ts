/** The columns that a file of rejected records has in front of the record's own. */
export const rejectColumns = ['record', 'column', 'problem', 'text'] as const;

/** Whether a header is that of a file of rejected records. */
export function isRejectsHeader(names: readonly string[]): boolean {
  return names.length > rejectColumns.length && rejectColumns.every((name, position) => names[position] === name);
}
