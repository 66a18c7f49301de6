import type { RowQuery } from '#shared/row-query.ts';
import { keepSpareBuffers } from '../../connector/http/spare-buffers.ts';
import type { PageMaker } from '../../connector/paging/whole-page.ts';
import { type CopyPage, copierFor } from './page/copier.ts';
import { type EncoderOptions, rowEncoder } from './row-encoder.ts';

/** How pages of rows become the text of a file: what stands before all of them, for each, between two, and behind them. */
export interface PageEncoder extends PageMaker<Buffer> {
  readonly ofBytes: CopyPage | null;
  readonly start: string;
  readonly between: string;
  readonly end: string;
  /** To be called with what was made of a page when it was written. */
  release(page: Buffer): void;
}

/** Not out of the pool that small buffers share: these bytes are given back as a whole. */
function ownBytes(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  return bytes;
}

/** Writes the pages of a query: straight from their bytes where that can be. */
export function pageEncoder(options: EncoderOptions, query: RowQuery): PageEncoder {
  const { start, row, between, end } = rowEncoder(options);
  const spare = keepSpareBuffers();
  return {
    start,
    between,
    end,
    ofBytes: copierFor(options, query, spare),
    release: spare.give,
    ofRows: (rows) => ownBytes(rows.map(row).join(between)),
  };
}
