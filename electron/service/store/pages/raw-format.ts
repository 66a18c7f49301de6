import { valueSeparator } from './value-text.ts';

/**
 * Options of a COPY that writes every row of one text column as it is, a line each. Forced quoting with nothing to
 * quote with: the engine then does not look through every text for what would have to be quoted.
 */
export const rawFormat: string = [
  'FORMAT csv, HEADER false',
  `DELIM '${String.fromCharCode(valueSeparator)}'`,
  `QUOTE '', ESCAPE '', FORCE_QUOTE *`,
].join(', ');
