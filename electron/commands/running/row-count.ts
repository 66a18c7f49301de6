/** `1 account`, `1,204 accounts`. */
export function counted(count: number, one: string, several = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : several}`;
}

/** Names under a title, one a line; nothing without names. */
export function listed(title: string, names: readonly string[]): string[] {
  return names.length === 0 ? [] : [`${title}:`, ...names.map((name) => `  ${name}`)];
}

/** `1 row`, `1,204 rows`. */
export function rowCount(rows: number): string {
  return counted(rows, 'row');
}
