import type { RowQuery } from '#shared/row-query.ts';
import { evidenceColumns } from '../../../connector/paging/query-evidence.ts';
import type { TakenPage } from '../../../connector/paging/whole-page.ts';
import { jsonText, plainText } from '../cell-text.ts';
import { delimitedField, type EncoderOptions, isInert, separatorOf } from '../row-encoder.ts';
import { bytesOfFields, copyField, copyString, pointForms } from './copy-values.ts';
import { type BytesForm, pageCopier } from './page-bytes.ts';

/** Converts the rows of a page for a file; null for pages in an unusual form. */
export type CopyPage = (page: Buffer) => TakenPage<Buffer> | null;

const encoded = (text: string) => new TextEncoder().encode(text);

/** The layout of delimited files. */
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

/** The layout of JSON lists and lines. */
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

/** Converts pages of a query directly from their bytes; null for a format without that. */
export function copierFor(options: EncoderOptions, query: RowQuery): CopyPage | null {
  const { format, columns } = options;
  // A feature starts with its geometry, wherever that is in the page. Texts that a spreadsheet would evaluate need to
  // be inspected.
  if (format === 'geojson' || isInert(options)) return null;
  const form = format === 'json' || format === 'ndjson' ? objectForm(options) : delimitedForm(options);
  return pageCopier(columns, evidenceColumns(query) ?? [], form);
}
