import type { RowQuery } from '#shared/row-query.ts';
import type { TakenPage } from '../../../connector/paging/whole-page.ts';
import { evidenceColumns } from '../../../connector/rows/query-evidence.ts';
import { jsonText, plainText } from '../cell-text.ts';
import { delimitedField, type EncoderOptions, isInert, separatorOf } from '../row-encoder.ts';
import { bytesOfFields, copyField, copyString, pointForms } from './copy-values.ts';
import { type BytesForm, pageCopier } from './page-bytes.ts';

/** Writes the rows of a page as a file has them; null for pages of another form than the usual one. */
export type CopyPage = (page: Buffer) => TakenPage<Buffer> | null;

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

/** What writes pages of a query straight from their bytes; null for a format where that cannot be. */
export function copierFor(options: EncoderOptions, query: RowQuery): CopyPage | null {
  const { format, columns } = options;
  // A feature has its geometry in front, wherever it stands in the page.
  // Texts that a spreadsheet would calculate have to be looked at.
  if (format === 'geojson' || isInert(options)) return null;
  const form = format === 'json' || format === 'ndjson' ? objectForm(options) : delimitedForm(options);
  return pageCopier(columns, evidenceColumns(query) ?? [], form);
}
