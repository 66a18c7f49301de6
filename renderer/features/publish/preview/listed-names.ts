/** Number of names that a question lists. */
const maxNames = 8;

/** Names of columns in one line, however many there are. */
export function listedNames(names: readonly string[]): string {
  const shown = names.slice(0, maxNames).join(', ');
  return names.length > maxNames ? `${shown}, … (${names.length})` : shown;
}
