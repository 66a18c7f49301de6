import { createHash } from 'node:crypto';
import type { RowQuery } from '#shared/row-query.ts';
import type { PageComparison, PageMaker } from '../../connector/paging/whole-page.ts';
import { type CopyPage, copierFor } from './page/copier.ts';
import { type EncoderOptions, rowEncoder } from './row-encoder.ts';

/** Encodes pages of rows as the text of a file: the start, each page, separators between pages, and the end. */
export interface PageEncoder extends PageMaker<Buffer> {
  readonly ofBytes: CopyPage | null;
  readonly start: string;
  readonly between: string;
  readonly end: string;
  readonly comparison: PageComparison<Buffer>;
}

/** @param between separator between rows, in addition to their own ends */
export function comparePages(between: string): PageComparison<Buffer> {
  return {
    digest: (page) => createHash('sha1').update(page).digest('base64'),
    isPeriodic(page) {
      const rows = Buffer.concat([page, Buffer.from(between)]);
      // A text is periodic if it occurs in its own doubling before the second half.
      return Buffer.concat([rows, rows]).indexOf(rows, 1) < rows.length;
    },
  };
}

/** Encodes the pages of a query: directly from their bytes if possible. */
export function pageEncoder(options: EncoderOptions, query: RowQuery): PageEncoder {
  const { start, row, between, end } = rowEncoder(options);
  return {
    start,
    between,
    end,
    comparison: comparePages(between),
    ofBytes: copierFor(options, query),
    ofRows: (rows) => Buffer.from(rows.map(row).join(between), 'utf8'),
  };
}
