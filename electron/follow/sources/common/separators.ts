import type { FileOptions } from '#shared/rpc/source-file.ts';

/**
 * Delimiter and quote of a dialect, where they are ones that can be read. A quote of null means none ("CSV Dialect",
 * "Table Dialect"; "Metadata Vocabulary for Tabular Data", 5.9).
 */
export function separators(delimiter: unknown, quoteChar: unknown): Pick<FileOptions, 'delimiter' | 'quote'> {
  const quote = quoteChar === null ? '' : quoteChar;
  return {
    ...(typeof delimiter === 'string' && delimiter.length >= 1 && delimiter.length <= 4 ? { delimiter } : {}),
    ...(typeof quote === 'string' && quote.length <= 1 ? { quote } : {}),
  };
}
