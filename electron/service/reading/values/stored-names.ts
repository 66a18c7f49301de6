/** Names that the engine's Parquet reader reserves. */
const reserved: ReadonlySet<string> = new Set(['file_row_number', 'file_index', 'filename']);

/**
 * Names for the columns inside a Parquet file: their own, if the engine can read them. Columns are read by position;
 * the names are for other programs that open the file.
 */
export function storedNames(names: readonly string[]): string[] {
  return distinctNames(names, (name) => name);
}

/** Names for the engine's statements, in which names are distinct without regard to case. */
export function engineNames(names: readonly string[]): string[] {
  return distinctNames(names, (name) => name.toLowerCase());
}

function distinctNames(names: readonly string[], identity: (name: string) => string): string[] {
  const taken = new Set<string>();
  return names.map((name, position) => {
    let stored = name === '' || reserved.has(name.toLowerCase()) ? `${name || 'column'}_${position + 1}` : name;
    while (taken.has(identity(stored))) stored = `${stored}_${position + 1}`;
    taken.add(identity(stored));
    return stored;
  });
}
