import { createHash } from 'node:crypto';
import type { PageMaker } from '../../connector/rows/whole-rows.ts';
import { type EncoderOptions, rowEncoder } from './row-encoder.ts';

/** Encodes pages of rows as the text of a file: the start, each page, separators between pages, and the end. */
export interface PageEncoder extends PageMaker<Buffer> {
  readonly start: string;
  readonly between: string;
  readonly end: string;
}

/** Encodes the pages of a query. */
export function pageEncoder(options: EncoderOptions): PageEncoder {
  const { start, row, between, end } = rowEncoder(options);
  return {
    start,
    between,
    end,
    ofRows: (rows) => Buffer.from(rows.map(row).join(between), 'utf8'),
    comparison: {
      digest: (page) => createHash('sha1').update(page).digest('base64'),
      isPeriodic(page) {
        const rows = Buffer.concat([page, Buffer.from(between)]);
        // A text is periodic if it occurs in its own doubling before the second half.
        return Buffer.concat([rows, rows]).indexOf(rows, 1) < rows.length;
      },
    },
  };
}
