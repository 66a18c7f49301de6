import { stat } from 'node:fs/promises';
import path from 'node:path';
import { columnTypes } from '#shared/api/column.ts';
import { given } from '#shared/given.ts';
import type { FileColumnOptions, FileOptions, FilePreview } from '#shared/rpc/source-file.ts';
import { linesOfRows } from '#shared/text/row-lines.ts';
import type {
  ColumnOverride,
  PreviewRequest,
  Source,
  SourceFiles,
  TablePreview,
  TableSurvey,
} from '../../service/local-service.ts';
import { findDescription } from '../descriptor/descriptor-file.ts';

/** A file with everything needed to publish it. */
export interface FileSource {
  readonly source: Source;
  /** Labels and descriptions of columns, by their names in the version. */
  readonly notes: readonly { readonly name: string; readonly label?: string; readonly description?: string }[];
  readonly preview: TablePreview;
  readonly columns: readonly FileColumnOptions[];
}

function overrideOf({ source, name, type, drop }: FileColumnOptions): ColumnOverride {
  return { source, ...given({ name, type, drop }) };
}

function requestOf(file: string, options: FileOptions, columns: readonly FileColumnOptions[]): PreviewRequest {
  const { columns: _, ...rest } = options;
  return { ...rest, path: file, columns: columns.map(overrideOf) };
}

/** What the descriptor beside one of our files says of its columns; nothing if it does not match the file. */
async function describedColumns(file: string, { source, survey }: TablePreview): Promise<FileColumnOptions[]> {
  const description = await findDescription(file);
  const { size } = await stat(file);
  if (description?.schema === undefined || description.bytes !== size) return [];
  const known: ReadonlySet<string> = new Set(columnTypes);
  const { fields } = description.schema;
  // GeoJSON has no name for the geometry of a feature.
  const geometry =
    source.format === 'geojson' ? fields.find(({ columnType }) => columnType === 'geometry')?.name : undefined;
  // JSON without records has no column names except the geometry of features.
  const namesNone = survey.names.every((name) => name === 'geometry');
  const described = fields.flatMap(({ name, title, description: words, columnType }): FileColumnOptions[] => {
    const from = name === geometry ? 'geometry' : name;
    if (!namesNone && !survey.names.includes(from)) return [];
    const type = columnTypes.find((one) => one === columnType && known.has(one));
    return [{ source: from, name, ...given({ type, label: title, description: words }) }];
  });
  // Features have a geometry even if it is null in each of them, because the rows have none.
  const hasNone = source.format === 'geojson' && !described.some((column) => column.source === 'geometry');
  return hasNone && described.length > 0 ? [...described, { source: 'geometry', drop: true }] : described;
}

/**
 * Completes the user's options with what the file itself and the descriptor beside it say.
 * @param purpose `show` for display to a user, `take-in` if only the source itself is needed
 * @throws {IngestError} if it cannot be read
 */
export async function readFileSource(
  files: Pick<SourceFiles, 'preview'>,
  file: string,
  options: FileOptions,
  scratch: string,
  purpose: 'show' | 'take-in',
  signal?: AbortSignal,
): Promise<FileSource> {
  const whole = path.resolve(file);
  const givenColumns = options.columns ?? [];
  let columns: readonly FileColumnOptions[] = givenColumns;
  let preview = await files.preview(requestOf(whole, options, givenColumns), purpose, scratch, signal);
  // A descriptor is about a single file.
  if (options.columns === undefined && options.combine === undefined && options.entry === undefined) {
    columns = await describedColumns(whole, preview);
    // Files that we wrote contain neither marks of missing values nor thousands separators, so do not detect any.
    const described = { missing: [], decimalComma: false, thousands: '', ...options, point: null };
    if (columns.length > 0)
      preview = await files.preview(requestOf(whole, described, columns), purpose, scratch, signal);
  }
  const notes = columns.flatMap(({ source, name, label, description, drop }) =>
    drop || (label === undefined && description === undefined)
      ? []
      : [{ name: name ?? source, ...given({ label, description }) }],
  );
  return { source: preview.source, notes, preview, columns };
}

/** Marks of missing values found in any column. */
function foundMarks({ columns }: TableSurvey): string[] {
  return [...new Set(columns.flatMap(({ evidence }) => evidence?.missing.map(({ text }) => text) ?? []))];
}

/** The number format of a delimited text, as far as its columns agree. */
function foundSpelling({ dialect, columns }: TableSurvey): { decimalComma?: boolean; thousands?: string } {
  if (dialect === null) return {};
  const numbers = columns.flatMap(({ evidence }) => evidence?.numbers ?? []);
  return {
    decimalComma: numbers.some(({ decimalComma }) => decimalComma),
    thousands: numbers.find(({ thousands }) => thousands !== '')?.thousands ?? '',
  };
}

/** What a user sees of a file before publishing it. */
export function previewOf({ preview, columns }: FileSource): FilePreview {
  const { source, survey, sheet, title, packing: compression, bytes, byteOrderMark, sheets, whole } = preview;
  const { path: file, columns: _, encodingGuessed: _guessed, encodingSecond: _second, ...all } = source;
  const { parts: _parts, fileColumn: _fileColumn, beginningOnly: _beginning, ...found } = all;
  const { missing = foundMarks(survey), ...rest } = { ...foundSpelling(survey), ...found };
  const hasMarks = source.missing !== undefined || missing.length > 0 || survey.dialect !== null;
  const shown = {
    path: file,
    name: path.posix.basename(source.entry ?? path.basename(file)),
    bytes,
    format: source.format,
    compression,
    sheets,
    ...(title !== '' && { title }),
    options: {
      ...rest,
      ...(sheet !== null && { sheet }),
      ...(hasMarks && { missing }),
      point: source.point ?? null,
      ...(columns.length > 0 && { columns }),
    },
    byteOrderMark,
    columns: survey.columns,
    rows: survey.rows,
    whole,
    broken: survey.broken,
    findings: preview.findings,
    leftOut: preview.leftOut,
    notices: [...preview.notices, ...survey.conversions],
  };
  // In a table of Eurostat several records begin on one line.
  const textLines = survey.dialect === null ? [] : linesOfRows(shown, preview.emptyLines);
  const lines = preview.lines.length > 0 ? preview.lines.slice(0, shown.rows.length) : textLines;
  return { ...shown, lines, unitsLines: lines.slice(0, preview.unitsRows) };
}
