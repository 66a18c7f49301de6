import type { FileColumnOptions, FileOptions } from '#shared/rpc/source-file.ts';
import { isWorkbookFormat } from '#shared/source-formats.ts';
import { formatOfAddress, formatOfFile, formatOption, type KnownFormat } from '../common/formats.ts';
import {
  asRecord,
  asText,
  countOf,
  firstText,
  isJsonRecord,
  listOf,
  proseOf,
  recordsOf,
  separators,
} from '../common/values.ts';
import type { ListedColumn } from '../data-source.ts';

/** A resource of a Data Package, in one form for both versions of the standard. */
export interface PackageResource {
  readonly name: string;
  readonly title: string | null;
  readonly description: string | null;
  /** Paths as written: relative to the descriptor, or absolute; several are parts of one table. */
  readonly paths: readonly string[];
  /** Inline data; undefined if there are none. */
  readonly data: unknown;
  readonly format: KnownFormat | null;
  readonly formatName: string | null;
  readonly bytes: number | null;
  readonly hash: string | null;
  readonly licence: string | null;
  readonly rows: number | null;
  readonly options: FileOptions;
  readonly columns: readonly ListedColumn[];
}

export interface Descriptor {
  readonly name: string;
  readonly title: string | null;
  readonly description: string | null;
  readonly licence: string | null;
  readonly publisher: string | null;
  readonly contact: string | null;
  readonly homepage: string | null;
  readonly modified: string | null;
  readonly resources: readonly unknown[];
}

/** `licenses` of both versions: name (from the Open Definition), title and path; v1 also allowed one object or a text. */
export function licenceOf(value: unknown): string | null {
  const names = listOf(value).flatMap((one) => {
    const name = isJsonRecord(one) ? firstText(one, 'name', 'title', 'path', 'type', 'url') : asText(one);
    return name === null ? [] : [name];
  });
  return names.length === 0 ? null : names.join(', ');
}

function personOf(people: readonly Readonly<Record<string, unknown>>[], ...roles: readonly string[]): string | null {
  const hasRole = (one: Readonly<Record<string, unknown>>) =>
    [...listOf(one.role), ...listOf(one.roles)].some((role) => roles.includes(String(role).toLowerCase()));
  const found = people.find(hasRole);
  return found === undefined ? null : firstText(found, 'title', 'name', 'organization');
}

/** Reads a descriptor; null for JSON that is none. */
export function readDescriptor(json: unknown): Descriptor | null {
  if (!isJsonRecord(json) || !Array.isArray(json.resources)) return null;
  if (!json.resources.some((one) => isJsonRecord(one) && ('path' in one || 'data' in one || 'url' in one))) return null;
  const people = recordsOf(json.contributors);
  const contacts = [...people, ...recordsOf(json.author), ...recordsOf(json.maintainers)];
  const name = asText(json.name) ?? 'datapackage';
  return {
    name,
    title: asText(json.title),
    description: proseOf(json.description),
    licence: licenceOf(json.licenses ?? json.license),
    publisher:
      personOf(people, 'publisher') ??
      personOf(people, 'author', 'creator', 'rightsholder') ??
      firstText(json, 'publisher', 'author'),
    contact: contacts.map((one) => asText(one.email)).find((email) => email !== null) ?? null,
    homepage: asText(json.homepage),
    modified: firstText(json, 'last_modified', 'modified', 'created'),
    resources: json.resources,
  };
}

/** Column types of the Table Schema that have one of ours; the others are detected from the values. */
const types: Readonly<Record<string, FileColumnOptions['type']>> = {
  integer: 'integer',
  number: 'float',
  string: 'text',
  year: 'integer',
};

/** `missingValues` may also be `{ value, label }`, per schema or (version 2) per field. */
function marksOf(value: unknown): string[] {
  return listOf(value).flatMap((one) => {
    const mark = isJsonRecord(one) ? one.value : one;
    return typeof mark === 'string' && mark !== '' ? [mark] : [];
  });
}

function columnOf(field: Readonly<Record<string, unknown>>): ListedColumn {
  const unit = asText(field.unit) ?? asText(asRecord(field.constraints).unit);
  return {
    name: String(field.name),
    title: asText(field.title),
    description: proseOf(field.description),
    unit,
  };
}

function typedColumn(field: Readonly<Record<string, unknown>>): FileColumnOptions[] {
  const type = types[String(field.type)];
  // `bareNumber: false` means that units or signs stand around the digits: the text is kept.
  return type === undefined || field.bareNumber === false ? [] : [{ source: String(field.name), type }];
}

/** Options of delimited text from the dialect (version 1: CSV Dialect, version 2: Table Dialect). */
export function dialectOptions(dialect: Readonly<Record<string, unknown>>): FileOptions {
  const { delimiter, quoteChar, header, commentChar, headerRows, sheetName, property } = dialect;
  const first = Math.min(...listOf(headerRows).flatMap((row) => countOf(row) ?? []), Number.MAX_SAFE_INTEGER);
  return {
    ...separators(delimiter, quoteChar),
    ...(typeof header === 'boolean' ? { header } : {}),
    ...(typeof commentChar === 'string' && commentChar.length <= 8 ? { comment: commentChar } : {}),
    ...(first > 1 && first < 1_000_000 ? { skip: first - 1 } : {}),
    ...(typeof sheetName === 'string' ? { sheet: sheetName } : {}),
    ...(typeof property === 'string' ? { records: property.replaceAll('.', '/') } : {}),
  };
}

function numberOptions(fields: readonly Readonly<Record<string, unknown>>[]): FileOptions {
  const numbers = fields.filter(({ type }) => type === 'number' || type === 'integer');
  const decimal = numbers.map((field) => field.decimalChar).find((one) => typeof one === 'string');
  const groups = numbers.map((field) => field.groupChar).find((one) => typeof one === 'string');
  return {
    ...(decimal === ',' ? { decimalComma: true } : {}),
    ...(typeof groups === 'string' && groups.length <= 1 ? { thousands: groups } : {}),
  };
}

function optionsOf(
  resource: Readonly<Record<string, unknown>>,
  format: KnownFormat | null,
  schema: Readonly<Record<string, unknown>>,
  dialect: Readonly<Record<string, unknown>>,
): FileOptions {
  const fields = recordsOf(schema.fields).filter((field) => typeof field.name === 'string');
  const isText = format === null || format.read === 'csv';
  const marks = [...marksOf(schema.missingValues), ...fields.flatMap((field) => marksOf(field.missingValues))];
  const columns = fields.flatMap(typedColumn);
  const encoding = asText(resource.encoding);
  const { sheet, records, ...textual } = dialectOptions(dialect);
  return {
    ...formatOption(format),
    ...(isText && format?.delimiter !== undefined ? { delimiter: format.delimiter } : {}),
    ...(isText
      ? { ...textual, ...numberOptions(fields), ...(encoding === null ? {} : { encoding: encoding.toLowerCase() }) }
      : {}),
    ...(format?.read != null && isWorkbookFormat(format.read) && sheet !== undefined ? { sheet } : {}),
    ...(format?.read === 'json' && records !== undefined ? { records } : {}),
    ...(marks.length === 0 ? {} : { missing: [...new Set(marks)] }),
    ...(columns.length === 0 || !isText ? {} : { columns }),
  };
}

/**
 * Reads a resource whose schema and dialect are at hand.
 * @param position names one without a name
 */
export function readResource(
  value: unknown,
  position: number,
  schema: Readonly<Record<string, unknown>>,
  dialect: Readonly<Record<string, unknown>>,
): PackageResource {
  const resource = asRecord(value);
  const paths = listOf(resource.path ?? resource.url).filter((one) => typeof one === 'string');
  const formatName = firstText(resource, 'format', 'mediatype');
  const format =
    formatOfFile(asText(resource.format)) ??
    formatOfFile(asText(resource.mediatype)) ??
    formatOfAddress(paths[0] ?? '');
  const fields = recordsOf(schema.fields).filter((field) => typeof field.name === 'string');
  return {
    name: asText(resource.name) ?? `resource-${position + 1}`,
    title: asText(resource.title),
    description: proseOf(resource.description),
    paths,
    data: paths.length > 0 ? undefined : (resource.data ?? undefined),
    format,
    formatName: format?.label ?? formatName,
    bytes: countOf(resource.bytes),
    hash: asText(resource.hash),
    licence: licenceOf(resource.licenses),
    rows: countOf(resource.rows ?? asRecord(resource.stats).rows),
    options: optionsOf(resource, format, schema, dialect),
    columns: fields.map(columnOf),
  };
}
