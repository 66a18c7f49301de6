import { createHash } from 'node:crypto';
import type { RowQuery } from '#shared/row-query.ts';
import type { PageComparison, PageMaker } from '../../connector/paging/whole-page.ts';
import { type CopyPage, copierFor } from './page/copier.ts';
import { type EncoderOptions, rowEncoder } from './row-encoder.ts';

/** How pages of rows become the text of a file: what stands before all of them, for each, between two, and behind them. */
export interface PageEncoder extends PageMaker<Buffer> {
  readonly ofBytes: CopyPage | null;
  readonly start: string;
  readonly between: string;
  readonly end: string;
  readonly comparison: PageComparison<Buffer>;
}

/** @param between what stands between two rows beside the ends of their own. */
export function comparePages(between: string): PageComparison<Buffer> {
  return {
    digest: (page) => createHash('sha1').update(page).digest('base64'),
    isPeriodic(page) {
      const rows = Buffer.concat([page, Buffer.from(between)]);
      // A text that stands in its own doubling before the end of it is made of one part, repeated.
      return Buffer.concat([rows, rows]).indexOf(rows, 1) < rows.length;
    },
  };
}

/** Writes the pages of a query: straight from their bytes where that can be. */
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
