import type { RowQuery } from '#shared/row-query.ts';
import { keepSpareBuffers } from '../../connector/http/spare-buffers.ts';
import type { PageMaker } from '../../connector/paging/whole-page.ts';
import { evidenceColumns } from '../../connector/rows/query-evidence.ts';
import { jsonText, plainText } from './cell-text.ts';
import { bytesOfFields, copyField, copyString, pointForms } from './page/copy-values.ts';
import { type BytesForm, pageCopier } from './page/page-bytes.ts';
import { delimitedField, type EncoderOptions, rowEncoder, separatorOf } from './row-encoder.ts';

/** How pages of rows become the text of a file: what stands before all of them, for each, between two, and behind them. */
export interface PageEncoder extends PageMaker<Buffer> {
  readonly start: string;
  readonly between: string;
  readonly end: string;
  /** To be called with what was made of a page when it was written. */
  release(page: Buffer): void;
}

const encoded = (text: string) => new TextEncoder().encode(text);

/** How the bytes of a delimited file are. */
function delimitedForm(options: EncoderOptions): BytesForm {
  const separator = separatorOf(options);
  const field = delimitedField(separator);
  const kinds = bytesOfFields(separator);
  return {
    before: options.columns.map((_, position) => encoded(position === 0 ? '' : separator)),
    behindRow: encoded('\r\n'),
    betweenRows: encoded(''),
    missing: encoded(''),
    point: pointForms.wellKnownText,
    copyString: (cursor) => copyField(cursor, kinds),
    text: (cell) => field(plainText(cell)),
  };
}

/** How the bytes of lists and lines of JSON objects are. */
function objectForm({ format, columns }: EncoderOptions): BytesForm {
  const lines = format === 'ndjson';
  const kinds = bytesOfFields('\t');
  const keys = columns.map(({ name }, position) =>
    encoded(`${position > 0 ? ',' : lines ? '{' : '\n{'}${JSON.stringify(name)}:`),
  );
  return {
    before: keys,
    behindRow: encoded(lines ? '}\n' : '}'),
    betweenRows: encoded(lines ? '' : ','),
    missing: encoded('null'),
    point: pointForms.json,
    copyString: (cursor) => copyString(cursor, kinds),
    text: jsonText,
  };
}

/** Not out of the pool that small buffers share: these bytes are given back as a whole. */
function ownBytes(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  return bytes;
}

/** Writes the pages of a query: straight from their bytes where that can be. */
export function pageEncoder(options: EncoderOptions, query: RowQuery): PageEncoder {
  const { format, columns } = options;
  const { start, row, between, end } = rowEncoder(options);
  const form = format === 'json' || format === 'ndjson' ? objectForm(options) : delimitedForm(options);
  const spare = keepSpareBuffers();
  const copy = pageCopier(columns, evidenceColumns(query) ?? [], form, spare);
  return {
    start,
    between,
    end,
    // A feature has its geometry in front, wherever it stands in the page.
    ofBytes: format === 'geojson' ? null : copy,
    release: spare.give,
    ofRows: (rows) => ownBytes(rows.map(row).join(between)),
  };
}
