/** The system's code of an error, such as `ENOSPC`; empty if it has none. SQLite's own codes say at what a disk failed. */
export function systemCodeOf(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : '';
  if (typeof code !== 'string') return '';
  return code.startsWith('SQLITE_IOERR') ? 'EIO' : code;
}
