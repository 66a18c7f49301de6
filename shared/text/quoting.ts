/** Quotes a name; the only way to insert one into a statement. */
export function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A text literal: for statements that people read, and for places (targets and options of COPY, options of readers) without bound values. */
export function quoteLiteral(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
