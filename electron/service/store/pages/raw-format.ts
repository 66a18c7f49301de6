import { valueSeparator } from './value-text.ts';

/**
 * Options of a COPY that writes one text column unchanged, one row per line. With forced quoting but no quote
 * character, the engine does not scan every text for characters to quote.
 */
export const rawFormat: string = [
  'FORMAT csv, HEADER false',
  `DELIM '${String.fromCharCode(valueSeparator)}'`,
  `QUOTE '', ESCAPE '', FORCE_QUOTE *`,
].join(', ');
