/** `1 account`, `1,204 accounts`. */
export function counted(count: number, one: string, several = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : several}`;
}

/** `1 row`, `1,204 rows`. */
export function rowCount(rows: number): string {
  return counted(rows, 'row');
}
