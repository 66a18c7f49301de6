import { stat } from 'node:fs/promises';
import path from 'node:path';
import { columnTypes } from '#shared/api/column.ts';
import { given } from '#shared/given.ts';
import type { FileColumnOptions, FileOptions, FilePreview } from '#shared/rpc/source-file.ts';
import { linesOfRows } from '#shared/text/row-lines.ts';
import type { Plan, ReadingOptions, SourceFiles, TablePreview, TableSurvey } from '../../service/user-files.ts';
import { findDescription } from '../descriptor/descriptor-file.ts';

type Schema = NonNullable<NonNullable<Awaited<ReturnType<typeof findDescription>>>['schema']>;

/** The columns of one of our files, by the descriptor beside it; null if it does not match the file. */
async function describedSchema(file: string): Promise<Schema | null> {
  const description = await findDescription(file);
  if (description?.schema === undefined) return null;
  const { size } = await stat(file);
  return description.bytes === size ? description.schema : null;
}

/** What a descriptor says of the columns that a file has. */
function describedColumns({ fields }: Schema, { plan, survey }: TablePreview): FileColumnOptions[] {
  const known: ReadonlySet<string> = new Set(columnTypes);
  // GeoJSON has no name for the geometry of a feature.
  const geometry =
    plan.format === 'geojson' ? fields.find(({ columnType }) => columnType === 'geometry')?.name : undefined;
  // JSON without records has no column names except the geometry of features.
  const namesNone = survey.names.every((name) => name === 'geometry');
  const described = fields.flatMap(({ name, title, description: words, columnType }): FileColumnOptions[] => {
    const from = name === geometry ? 'geometry' : name;
    if (!namesNone && !survey.names.includes(from)) return [];
    const type = columnTypes.find((one) => one === columnType && known.has(one));
    return [{ source: from, name, ...given({ type, label: title, description: words }) }];
  });
  // Features have a geometry even if it is null in each of them, because the rows have none.
  const hasNone = plan.format === 'geojson' && !described.some((column) => column.source === 'geometry');
  return hasNone && described.length > 0 ? [...described, { source: 'geometry', drop: true }] : described;
}

/** What was said about a file in the window or on the command line. */
function askedOf(file: string, { plan, ...options }: FileOptions): ReadingOptions {
  const { columns = [] } = options;
  if (plan === undefined) return { ...options, path: file, columns };
  // The plan was made for these options; names and descriptions of columns may have been added since.
  const kept = plan as Plan;
  const said = new Map([...(kept.columns ?? []), ...columns].map((column) => [column.source, column]));
  return { ...kept, path: file, columns: [...said.values()] };
}

/** What a descriptor adds to the options: our own files contain neither marks of missing values nor separators. */
function describedOptions(options: FileOptions, columns: readonly FileColumnOptions[]) {
  return { missing: [], decimalComma: false, thousands: '', ...options, point: null, columns };
}

/**
 * Reads the first records of a file, with what the descriptor beside it says.
 * @param purpose `show` for display to a user, `take-in` if only the plan is needed
 * @throws {IngestError} if it cannot be read
 */
export async function previewFile(
  files: Pick<SourceFiles, 'preview'>,
  { path: file, options }: { readonly path: string; readonly options: FileOptions },
  scratch: string,
  purpose: 'show' | 'take-in',
  signal?: AbortSignal,
): Promise<TablePreview> {
  const whole = path.resolve(file);
  // A descriptor is about a single file.
  const isOpen = options.columns === undefined && options.combine === undefined && options.entry === undefined;
  const schema = isOpen ? await describedSchema(whole) : null;
  if (schema === null) return files.preview(askedOf(whole, options), purpose, scratch, signal);
  // It names the columns that the file has.
  const asked = askedOf(whole, { rowsFrom: null, marks: null, ...options });
  const preview = await files.preview(asked, purpose, scratch, signal);
  const columns = describedColumns(schema, preview);
  if (columns.length === 0) return preview;
  const described = describedOptions({ rowsFrom: null, marks: null, ...options }, columns);
  // It only affects values, which are read again if they are shown.
  if (purpose === 'take-in')
    return { ...preview, plan: { ...preview.plan, ...described, format: preview.plan.format } };
  return files.preview(askedOf(whole, described), purpose, scratch, signal);
}

/** How a file is read: as it was previewed, or else planned now. @throws {IngestError} if it cannot be read */
export async function planFileOf(
  files: Pick<SourceFiles, 'preview'>,
  file: string,
  options: FileOptions,
  scratch: string,
  signal?: AbortSignal,
): Promise<ReadingOptions> {
  if (options.plan !== undefined) return askedOf(path.resolve(file), options);
  return (await previewFile(files, { path: file, options }, scratch, 'take-in', signal)).plan;
}

/** Labels and descriptions of columns, by their names in the version. */
export function columnNotes({ columns = [] }: ReadingOptions) {
  return columns.flatMap(({ source, name, label, description, drop }) =>
    drop || (label === undefined && description === undefined)
      ? []
      : [{ name: name ?? source, ...given({ label, description }) }],
  );
}

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

function marksIn({ plan, marks }: TablePreview): NonNullable<FilePreview['marks']> {
  const decided = plan.decided.marks;
  const { columns = [], meanings = [] } = marks ?? {};
  return { applied: decided !== undefined, kept: decided?.keep === true, columns: [...columns], marks: [...meanings] };
}

/** What a user sees of a file before publishing it. */
export function previewOf(preview: TablePreview): FilePreview {
  const { plan, options, survey, sheet, title, packing: compression, bytes, byteOrderMark, sheets, whole } = preview;
  const { path: file, name: _name, columns = [], ...stated } = options;
  const { missing = foundMarks(survey), ...rest } = { ...foundSpelling(survey), ...stated };
  const hasMarks = plan.missing !== undefined || missing.length > 0 || survey.dialect !== null;
  const shown = {
    path: file,
    name: path.posix.basename(plan.entry ?? path.basename(file)),
    bytes,
    format: plan.format,
    compression,
    sheets,
    ...(title !== '' && { title }),
    options: {
      ...rest,
      ...(sheet !== null && { sheet }),
      ...(hasMarks && { missing }),
      point: plan.point ?? null,
      ...(columns.length > 0 && { columns }),
    },
    plan,
    byteOrderMark,
    columns: survey.columns,
    rows: survey.rows,
    whole,
    ...(preview.periods !== null && { periods: preview.periods }),
    ...(preview.marks !== null && { marks: marksIn(preview) }),
    broken: survey.broken,
    findings: preview.findings,
    leftOut: preview.leftOut,
    ...(preview.uncut.length > 0 && { uncut: [...preview.uncut] }),
    ...(survey.totals !== undefined && survey.totals.length > 0 && { totals: [...survey.totals] }),
    ...(preview.tables.length > 0 && { tables: [...preview.tables] }),
    ...(preview.notes !== null && { notes: preview.notes }),
    notices: [...preview.notices, ...survey.conversions],
  };
  // In a table of Eurostat several records begin on one line.
  const textLines = survey.dialect === null ? [] : linesOfRows(shown, preview.emptyLines);
  const ofRows = survey.lines?.map((line) => line ?? 0);
  const lines = ofRows ?? (preview.lines.length > 0 ? preview.lines.slice(0, shown.rows.length) : textLines);
  return { ...shown, lines, unitsLines: lines.slice(0, preview.unitsRows) };
}
