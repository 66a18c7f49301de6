/** Names that the engine's Parquet reader reserves. */
const reserved: ReadonlySet<string> = new Set(['file_row_number', 'file_index', 'filename']);

/**
 * Names for the columns inside the stored file, which the engine requires to be non-empty and distinct without regard
 * to case. Columns are read by position; the names are for other programs that open the file.
 */
export function storedNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name, position) => {
    let stored = name === '' || reserved.has(name.toLowerCase()) ? `${name || 'column'}_${position + 1}` : name;
    while (taken.has(stored.toLowerCase())) stored = `${stored}_${position + 1}`;
    taken.add(stored.toLowerCase());
    return stored;
  });
}
