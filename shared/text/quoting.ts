/** Quotes a name; the only way to insert one into a statement. */
export function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A text literal, for the few places (targets and options of COPY, options of readers) that accept no bound value. */
export function quoteLiteral(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
