import { readFile } from 'node:fs/promises';
import path from 'node:path';
import iconv from 'iconv-lite';
import { hasCoordinates } from '#shared/coordinate-columns.ts';
import { type Explanation, explain } from '#shared/failures.ts';
import { given } from '#shared/given.ts';
import type { Finding, LeftOutLine } from '#shared/rpc/source-file.ts';
import { isWorkbookFormat, type WorkbookFormat } from '#shared/workbook-format.ts';
import type { LongWork } from '../../lib/long-work.ts';
import { findPoint } from './columns/point-columns.ts';
import { describingRows } from './columns/units-row.ts';
import { unpackEntry } from './formats/archive/unpack.ts';
import { unpackedSource } from './formats/archive/unpacked-source.ts';
import { emptyLinesOf, encodingSamples, findingsOf, linesAbove } from './formats/delimited/findings.ts';
import { formatOf } from './formats/file-format.ts';
import { type FileHead, readHead, writeHead } from './formats/file-head.ts';
import { layoutOf } from './formats/json/json-layout.ts';
import { pxEncodingOf, writePxRecords } from './formats/pc-axis/px-records.ts';
import { refuseUnsupportedFormat } from './formats/unsupported-format.ts';
import { writeWorkbookRecords } from './formats/workbook/workbook-records.ts';
import { combinedSources } from './plan-combined.ts';
import {
  IngestError,
  type PreviewRequest,
  type Source,
  type SurveyOptions,
  type TablePreview,
  type TableSurvey,
} from './reading.ts';
import { seenFile } from './seen-file.ts';
import { type DetectedEncoding, detectEncoding } from './values/encoding/detect-encoding.ts';
import { detectFileEncoding } from './values/encoding/file-encoding.ts';
import { guessOf } from './values/encoding/to-utf8.ts';

/** Number of records shown, and of those that detection considers. */
const shownRecords = 200;
const examinedRecords = 1_000;

/** Surveys the first records of a source. */
type SurveyRequest = (source: Source, options: SurveyOptions) => Promise<TableSurvey>;

/**
 * Reads the beginning of a file and detects unspecified options, as `RowStore.preview` describes.
 * @param scratch an empty folder, removed by the caller
 * @throws {IngestError}
 */
export async function previewSource(
  ask: SurveyRequest,
  request: PreviewRequest,
  scratch: string,
  purpose: 'show' | 'take-in',
  work: LongWork,
): Promise<TablePreview> {
  const { combine, entry, ...alone } = request;
  if (combine !== undefined) return previewCombined(ask, { ...request, combine }, scratch, purpose, work);
  if (entry !== undefined) {
    const unpacked = await unpackEntry(scratch, request.path, entry, work);
    const found = await previewSource(ask, { ...alone, path: unpacked }, scratch, purpose, work);
    const seen = await seenFile(request.path);
    return { ...found, source: { ...found.source, path: request.path, entry, ...(seen && { seen }) } };
  }
  const seen = await seenFile(request.path).catch(() => {
    throw new IngestError(explain('file-not-there-or-closed'));
  });
  await refuseUnsupportedFormat(request.path);
  const head = await readHead(request.path);
  const found = await encodingOf(request.path, head);
  const format =
    request.format ??
    head.workbook ??
    formatOf(head.bytes, inUtf8(head.bytes, request.encoding ?? found.name), head.name);
  if (request.leaveOut !== undefined && !isWrittenForPeople(format))
    throw new IngestError(explain('leave-out-not-here'));
  const { point, ...said } = request;
  const source: Source = { ...said, format, ...(point ? { point } : {}), ...(seen && { seen }) };
  const unpacked = hasRecordsWritten(format) ? await unpackedSource(source, scratch, work) : source;
  const encoding = await encodingFor(unpacked, found, work);
  const readable = { ...unpacked, ...(encoding === plainEncoding ? {} : encodingOption(request, encoding)) };
  const known = { ...readable, path: source.path };
  const beginning = await beginningOf(readable, head, scratch, request.encoding ?? encoding.name, work);
  // The beginning was decoded when it was cut off.
  const decoded = {
    path: beginning.path,
    format: beginning.format,
    ...(beginning.decoded ? { encoding: 'utf-8' } : {}),
    ...(beginning.sheet === undefined ? {} : { sheet: beginning.sheet ?? '' }),
    ...(isJson(format) && beginning.decoded && !beginning.whole ? { beginningOnly: true } : {}),
  };
  const survey = ({ leaveOut, ...requested }: Source, most: number, untyped = false) => {
    // Rows of a sheet were omitted when its beginning was written.
    const chosen = format === 'csv' && leaveOut !== undefined ? { leaveOut } : {};
    return ask({ ...requested, ...chosen, ...decoded }, { rows: most, whole: false, untyped });
  };
  // The shown records are surveyed again with types: at first only the layout is needed.
  const texts = format === 'csv' ? await survey(known, purpose === 'show' ? 0 : examinedRecords, true) : null;
  const detected = texts === null ? known : { ...known, ...(texts.dialect ?? eurostatOptions) };
  const settled = purpose === 'take-in' && (point !== undefined || (texts !== null && !hasCoordinates(texts.names)));
  const { completed, last } =
    texts !== null && settled ? { completed: detected, last: texts } : await withPoint(detected, point, survey);
  return {
    source: completed,
    bytes: seen?.bytes ?? 0,
    packing: head.packing,
    byteOrderMark: encoding.mark > 0,
    sheets: beginning.sheets ?? [],
    sheet: beginning.sheet ?? null,
    title: beginning.title ?? '',
    survey: withRows(last, beginning),
    whole: beginning.whole && last.texts.length < shownRecords,
    ...(purpose === 'show' && last.dialect !== null
      ? await describeText(beginning.path, head, request.encoding ?? null, encoding, last)
      : { findings: [], leftOut: beginning.leftOut ?? [], emptyLines: [] }),
    lines: beginning.lines ?? [],
    unitsRows: purpose === 'show' && isWrittenForPeople(format) ? describingRows(last.texts) : 0,
    notices: [...(format === 'px' ? [] : noticesOf(encoding, request)), ...(beginning.notes ?? [])],
  };
}

/** Of all delimited texts only a table of Eurostat has no dialect: anything more would make it a text like others. */
const eurostatOptions: Pick<Source, 'delimiter'> = { delimiter: '\t' };

/** The survey of the beginning of a sheet, with the row of each record. */
function withRows(survey: TableSurvey, { lines }: Beginning): TableSurvey {
  if (lines === undefined) return survey;
  const conversions = survey.conversions.map((note) => {
    if (note.code !== 'totals-below') return note;
    const rows = note.values.lines.map((record) => lines[record - 1] ?? record);
    return { ...note, values: { ...note.values, lines: rows } };
  });
  return { ...survey, conversions };
}

/** Several files as one table: the first records of each, as they would be stored. */
async function previewCombined(
  ask: SurveyRequest,
  request: PreviewRequest & Required<Pick<PreviewRequest, 'combine'>>,
  scratch: string,
  purpose: 'show' | 'take-in',
  work: LongWork,
): Promise<TablePreview> {
  const part = (requested: PreviewRequest, folder: string) => previewSource(ask, requested, folder, 'take-in', work);
  const { source, first, bytes, notices } = await combinedSources(request, part, scratch, work);
  const { point } = request;
  const settled = purpose === 'take-in' && (point !== undefined || !hasCoordinates(first.survey.names));
  const survey = (requested: Source, most: number) =>
    ask({ ...requested, beginningOnly: true }, { rows: most, whole: false, untyped: false });
  const { completed, last } = settled
    ? { completed: source, last: first.survey }
    : await withPoint(source, point, survey);
  return {
    source: completed,
    bytes,
    packing: first.source.entry === undefined ? first.packing : 'zip',
    byteOrderMark: first.byteOrderMark,
    sheets: [],
    sheet: null,
    title: '',
    survey: last,
    whole: last.texts.length < shownRecords,
    findings: [],
    leftOut: [],
    emptyLines: [],
    lines: [],
    unitsRows: 0,
    notices,
  };
}

/** The encoding given by the user, or the detected one. */
function encodingOption({ encoding }: PreviewRequest, detected: DetectedEncoding) {
  return encoding === undefined ? guessOf(detected) : { encoding };
}

/** The encoding of a text, which a PC-Axis file states itself; {@link plainEncoding} for a format that has none. */
function encodingFor(source: Source, found: DetectedEncoding, work: LongWork) {
  if (source.format === 'px') return pxEncodingOf(source, work);
  return source.format === 'csv' || isJson(source.format) ? found : plainEncoding;
}

/** Formats whose records our own readers write for the engine. */
function hasRecordsWritten(format: Source['format']): format is WorkbookFormat | 'px' {
  return isWorkbookFormat(format) || format === 'px';
}

type Survey = (requested: Source, most: number) => Promise<TableSurvey>;

/** The first records as they will be stored, with a point if two columns form one. */
async function withPoint(detected: Source, requested: PreviewRequest['point'], survey: Survey) {
  const found = await survey(detected, shownRecords);
  const seen = requested === undefined ? pointIn(found) : null;
  if (seen === null) return { completed: detected, last: found };
  const completed = { ...detected, point: seen };
  return { completed, last: await survey(completed, shownRecords) };
}

interface Beginning {
  readonly path: string;
  readonly format: Source['format'];
  readonly whole: boolean;
  /** Whether it was written by this module, in UTF-8. */
  readonly decoded: boolean;
  /** Notes on what that omitted or changed. */
  readonly notes?: readonly Explanation[];
  /** For a sheet: the rows of its first records, and the omitted rows. */
  readonly lines?: readonly number[];
  readonly leftOut?: readonly LeftOutLine[];
  readonly sheet?: string | null;
  readonly sheets?: readonly string[];
  readonly title?: string;
}

/** Formats whose rows may be titles, units or remarks. */
function isWrittenForPeople(format: Source['format']): boolean {
  return format === 'csv' || isWorkbookFormat(format);
}

function isJson(format: Source['format']): boolean {
  return format === 'json' || format === 'ndjson' || format === 'geojson';
}

/** Bytes of a text in UTF-8, to detect its format. */
function inUtf8(bytes: Buffer, encoding: string): Buffer {
  if (encoding === 'utf-8' || !iconv.encodingExists(encoding)) return bytes;
  return Buffer.from(iconv.decode(bytes, encoding), 'utf8');
}

/** A file with the first records, in a form that is read like the whole. */
async function beginningOf(
  source: Source,
  head: FileHead,
  scratch: string,
  encoding: string,
  work: LongWork,
): Promise<Beginning> {
  const target = path.join(scratch, 'head');
  if (source.format === 'parquet') return { path: source.path, format: 'parquet', whole: false, decoded: false };
  if (hasRecordsWritten(source.format)) {
    const options = { most: examinedRecords };
    const { records, names, ...shown } = await (source.format === 'px'
      ? writePxRecords(source, scratch, target, work, options)
      : writeWorkbookRecords(source, target, work, options));
    if (names.length === 0) throw new IngestError(explain('sheet-empty'));
    // Without records only the file itself names the columns.
    if (records === 0) return { ...shown, path: source.path, format: source.format, whole: true, decoded: false };
    return { ...shown, path: target, format: 'ndjson', whole: records < examinedRecords, decoded: true };
  }
  const isPart = isJson(source.format) && !head.whole;
  if (isPart && isJsonTable(inUtf8(head.bytes, encoding), source)) {
    // A table in a form other than a list of records cannot be read partially.
    return { path: source.path, format: source.format, whole: true, decoded: false };
  }
  await writeHead(head, source.format, encoding, source.quote ?? '"', target);
  return { path: target, format: source.format, whole: head.whole, decoded: true };
}

function isJsonTable(beginning: Buffer, { format, records }: Source): boolean {
  const request = { format: format as 'json' | 'ndjson' | 'geojson', ...given({ records }) };
  return layoutOf(beginning, false, request).kind === 'table';
}

const plainEncoding: DetectedEncoding = { name: 'utf-8', mark: 0, unsure: false, alternatives: [] };

function encodingOf(file: string, { packing, bytes, whole }: FileHead): Promise<DetectedEncoding> | DetectedEncoding {
  return whole || packing !== 'none' ? detectEncoding(bytes) : detectFileEncoding(file, 'none');
}

/** How a delimited text is read, and the omitted lines. */
async function describeText(
  beginning: string,
  head: FileHead,
  said: string | null,
  detected: DetectedEncoding,
  { dialect, leftOut, names }: TableSurvey,
) {
  if (dialect === null) return { findings: [], leftOut: [], emptyLines: [] };
  const text = await readFile(beginning, 'utf8');
  const { lines } = detected;
  const chosen = said ?? detected.name;
  const others = [detected.name, ...detected.alternatives].filter((name) => name !== chosen);
  const samples = encodingSamples(
    lines === undefined || !iconv.encodingExists(chosen) ? text : iconv.decode(lines, chosen),
    others.map((name) => iconv.decode(lines ?? head.bytes, name)),
  );
  const encoding: Finding = {
    option: 'encoding',
    value: chosen,
    unsure: said === null && detected.unsure && samples.others.some((sample) => sample.length > 0),
    alternatives: others.map((value, at) => ({ value, sample: samples.others[at] ?? [] })),
    sample: samples.chosen,
  };
  return {
    findings: findingsOf(text, dialect, encoding),
    leftOut: [...linesAbove(text, dialect), ...leftOut],
    // In a text of one column an empty line is a missing value.
    emptyLines: names.length > 1 ? emptyLinesOf(text) : [],
  };
}

/** A pair of coordinate columns that could become a point column, if there is no geometry yet. */
function pointIn(survey: TableSurvey): NonNullable<Source['point']> | null {
  if (survey.columns.some(({ type }) => type === 'geometry')) return null;
  const numbers = survey.columns.flatMap(({ source: name, type }, position) => {
    if (type !== 'float' && type !== 'integer') return [];
    return [{ name, values: survey.rows.flatMap((row) => (row[position] ? [Number(row[position])] : [])) }];
  });
  return findPoint(numbers, survey.names) ?? null;
}

function noticesOf({ name, unsure, alternatives }: DetectedEncoding, request: PreviewRequest): Explanation[] {
  if (request.encoding !== undefined || name.startsWith('utf-')) return [];
  const encodings = [name, ...alternatives.slice(0, 2)].join(', ');
  return [unsure ? explain('encoding-unsure', { encodings }) : explain('no-utf8', { encoding: name })];
}
