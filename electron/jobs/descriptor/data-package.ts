import { type Static, Type } from 'typebox';
import type { Column } from '#shared/api/column.ts';
import { type RowQuery, rowQueryToParameters } from '#shared/row-query.ts';
import type { ExportRequest } from '#shared/rpc/jobs.ts';
import { exportMediaTypes } from '#shared/source-formats.ts';
import { trimBothEndsOf } from '#shared/text/trim.ts';

/** A column in a Table Schema (https://datapackage.org/standard/table-schema/). */
const Field = Type.Object({
  name: Type.String(),
  type: Type.String(),
  title: Type.Optional(Type.String()),
  description: Type.Optional(Type.String()),
  /** Our own type of the column, if the standard's is less specific. */
  columnType: Type.Optional(Type.String()),
});

/** A file in a Data Package (https://datapackage.org/standard/data-resource/), with our additions. */
export const DataResource = Type.Object({
  name: Type.String(),
  path: Type.String(),
  title: Type.Optional(Type.String()),
  bytes: Type.Optional(Type.Integer()),
  /** `sha256:` and 64 hexadecimal characters. */
  hash: Type.Optional(Type.String()),
  schema: Type.Optional(Type.Object({ fields: Type.Array(Field) })),
  rows: Type.Optional(Type.Integer()),
});
export type DataResource = Static<typeof DataResource>;

/** The part of a descriptor that is used; everything else in it is preserved. */
export const DataPackage = Type.Object({ resources: Type.Array(Type.Unknown()) });

export interface DescribedExport {
  /** Name of the file within its folder. */
  readonly file: string;
  readonly request: ExportRequest;
  readonly label: string;
  readonly description: string;
  /** Absolute address of the dataset; null if nothing will answer there. */
  readonly address: string | null;
  /** Slug of the version; null if the service does not report it. */
  readonly version: string | null;
  readonly licence: string | null;
  /** The origin of the data and whom to contact, as the dataset states them; may be empty. */
  readonly source: string;
  readonly contact: string;
  readonly columns: readonly Column[];
  readonly rows: number;
  readonly bytes: number;
  readonly checksum: string;
  readonly created: Date;
}

function fieldType(type: string): string {
  if (type === 'integer') return 'integer';
  if (type === 'float') return 'number';
  return type === 'geometry' ? 'any' : 'string';
}

function fieldOf({ name, type, label, description }: Column) {
  return {
    name,
    type: fieldType(type),
    ...(label === '' || label === name ? {} : { title: label }),
    ...(description === '' ? {} : { description }),
    columnType: type,
  };
}

/** How a delimited file is written (https://datapackage.org/standard/table-dialect/). */
function dialectOf({ format, spreadsheet }: ExportRequest) {
  if (format !== 'csv' && format !== 'tsv') return {};
  const delimiter = format === 'tsv' ? '\t' : (spreadsheet?.separator ?? ',');
  return { dialect: { delimiter, quoteChar: '"', doubleQuote: true, header: true } };
}

/** A licence is a name from the Open Definition's list, or a text. */
function licenceOf(licence: string) {
  return /^[A-Za-z0-9.+-]+$/.test(licence) ? { name: licence } : { title: licence };
}

/** Names in a Data Package are lower case letters, digits, `.`, `-` and `_`. */
export function packageName(text: string): string {
  const name = trimBothEndsOf(text.toLowerCase().replace(/[^a-z0-9._-]+/g, '-'), '-');
  return name === '' ? 'data' : name;
}

/** The address at which the same rows can be read again. */
function rowsAddress(address: string, query: RowQuery, version: string | null): string {
  const rows = new URL('data/', address);
  for (const [name, value] of rowQueryToParameters({ ...query, version })) rows.searchParams.append(name, value);
  return rows.href;
}

/** The resource that describes an exported file. */
export function describeExport(described: DescribedExport) {
  const { file, request, label, description, address, version, columns, licence, source, contact } = described;
  const { filters, ordering, collation, search, fields } = request.query;
  return {
    name: packageName(file),
    path: file,
    title: label,
    ...(description === '' ? {} : { description }),
    format: request.format,
    mediatype: exportMediaTypes[request.format],
    ...(request.format === 'parquet' || request.format === 'xlsx' ? {} : { encoding: 'utf-8' }),
    bytes: described.bytes,
    hash: `sha256:${described.checksum}`,
    ...dialectOf(request),
    schema: { fields: columns.map(fieldOf), missingValues: [''] },
    sources: [
      { title: label, ...(address === null ? {} : { path: rowsAddress(address, request.query, version) }) },
      ...(source === '' ? [] : [{ title: source }]),
    ],
    ...(licence === null ? {} : { licenses: [licenceOf(licence)] }),
    ...(contact === '' ? {} : { contact }),
    rows: described.rows,
    dataset: address ?? `${request.reference.namespace}/${request.reference.dataset}`,
    version,
    query: { filters, ordering, search, fields, ...(collation && { collation }) },
    ...(request.selection === null ? {} : { selection: request.selection }),
    created: described.created.toISOString(),
  };
}
