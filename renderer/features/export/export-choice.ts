import { type ExportFormatName, exportFormats } from '#shared/export-formats.ts';
import { everyRow, rowQueryToParameters } from '#shared/row-query.ts';
import type { ExportRequest, RowRange } from '#shared/rpc/jobs.ts';
import type { ExportSubject } from '../../state/dialogs.ts';

/** Which rows and columns are exported. */
export type Scope = 'selection' | 'view' | 'all';

/** The options of an export, except its target. */
export interface ExportChoice {
  readonly scope: Scope;
  readonly format: ExportFormatName;
  /** CSV for spreadsheets. */
  readonly spreadsheet: boolean;
  /** Column names instead of labels as the headings of a workbook. */
  readonly names: boolean;
  readonly descriptor: boolean;
}

/** Total number of rows in the ranges. */
export function countRows(ranges: readonly RowRange[]): number {
  return ranges.reduce((sum, { from, to }) => sum + to - from, 0);
}

/** Whether the tab's view has fewer rows or columns, or another order, than the dataset. */
function isNarrowed({ query }: ExportSubject): boolean {
  return query.filters.length > 0 || query.search !== '' || query.ordering.length > 0 || query.fields !== null;
}

/** The available scopes: a selection only if there is one. */
export function scopesOf(subject: ExportSubject): readonly Scope[] {
  return subject.selection.length > 0 ? ['selection', 'view', 'all'] : ['view', 'all'];
}

/** The initial choice: the narrowest view that the user has made. */
export function firstChoice(subject: ExportSubject): ExportChoice {
  const [narrowest] = scopesOf(subject);
  const scope = narrowest === 'selection' ? narrowest : isNarrowed(subject) ? 'view' : 'all';
  return { scope, format: 'csv', spreadsheet: false, names: false, descriptor: true };
}

/** The available formats: GeoJSON needs a geometry. */
export function formatsOf({ columns, query }: ExportSubject, scope: Scope): readonly ExportFormatName[] {
  const shown = scope === 'all' ? null : query.fields;
  const drawn = columns.some(({ name, type }) => type === 'geometry' && (shown === null || shown.includes(name)));
  return exportFormats.filter((format) => format !== 'geojson' || drawn);
}

/** The list separator of a locale: a comma unless that is the decimal sign. */
export function listSeparator(locale: string): ',' | ';' {
  const parts = new Intl.NumberFormat(locale).formatToParts(1.5);
  return parts.some(({ type, value }) => type === 'decimal' && value === ',') ? ';' : ',';
}

/** Suggested file name. */
export function proposedName({ reference }: ExportSubject, { scope, format }: ExportChoice): string {
  const part = scope === 'all' ? '' : `-${scope}`;
  return `${reference.dataset}${part}.${format}`;
}

/** The parameters of a download of the same rows. */
export function downloadParameters(
  { query }: ExportSubject,
  { scope, format }: ExportChoice,
): readonly (readonly [string, string])[] {
  const rows = scope === 'all' ? { ...everyRow, version: query.version } : query;
  return [['_format', format], ...rowQueryToParameters(rows)];
}

/** The export request. */
export function exportRequest(
  subject: ExportSubject,
  choice: ExportChoice,
  target: string,
  locale: string,
): ExportRequest {
  const { query, reference, selection } = subject;
  const { scope, format, descriptor } = choice;
  const exported = scope === 'all' ? { ...everyRow, version: query.version } : query;
  return {
    kind: 'export',
    reference,
    query: {
      ...exported,
      filters: [...exported.filters],
      ordering: [...exported.ordering],
      fields: exported.fields === null ? null : [...exported.fields],
    },
    selection: scope === 'selection' ? [...selection] : null,
    format,
    ...(format === 'xlsx' && choice.names && { headings: 'names' as const }),
    ...(format === 'csv' && choice.spreadsheet && { spreadsheet: { separator: listSeparator(locale) } }),
    target,
    descriptor,
  };
}
