import { stat } from 'node:fs/promises';
import path from 'node:path';
import { say } from '#shared/sentences/say.ts';
import {
  IngestError,
  type LongWork,
  type PreviewRequest,
  type Source,
  type SourcePreview,
  type SourceSurvey,
  type SurveyOptions,
} from '../../rows/row-store.ts';
import { refuseForeignFormat } from '../foreign-format.ts';
import { sheetNames, writeWorkbookRecords } from '../workbook/workbook-records.ts';
import { formatOf } from './file-format.ts';
import { type FileHead, readHead, writeHead } from './file-head.ts';
import { findMissingMarks } from './missing-marks.ts';
import { findSpelling } from './number-spelling.ts';
import { findPoint, mayBePoint } from './point-columns.ts';
import { encodingOf } from './text-encoding.ts';

/** Records that are shown, and those that a detection looks at. */
const shownRecords = 200;
const examinedRecords = 1_000;

/** Surveys the first records of a source. */
type AskSurvey = (source: Source, options: SurveyOptions) => Promise<SourceSurvey>;

/**
 * Reads the beginning of a file and finds out what is not said of it, as `RowStore.preview` describes it.
 * @param scratch an empty folder, removed by the caller
 * @throws {IngestError}
 */
export async function previewSource(
  ask: AskSurvey,
  request: PreviewRequest,
  scratch: string,
  purpose: 'show' | 'take-in',
  work: LongWork,
): Promise<SourcePreview> {
  const { size } = await stat(request.path).catch(() => {
    throw new IngestError(say('file-not-there-or-closed'));
  });
  await refuseForeignFormat(request.path);
  const head = await readHead(request.path);
  const format = request.format ?? formatOf(head.bytes, head.name);
  const { point, ...said } = request;
  const source: Source = { ...said, format, ...(point ? { point } : {}) };
  const text = format === 'csv' || format === 'ndjson' || format === 'json' || format === 'geojson';
  const encoding = text ? encodingOf(head.bytes) : { name: 'utf-8', mark: 0 };
  const known = { ...source, ...(format === 'csv' ? { encoding: request.encoding ?? encoding.name } : {}) };
  const beginning = await beginningOf(known, head, scratch, request.encoding ?? encoding.name, work);
  // The beginning was decoded when it was cut off.
  const decoded = { path: beginning.path, format: beginning.format, encoding: 'utf-8' };
  const survey = (asked: Source, most: number, untyped = false) =>
    ask({ ...asked, ...decoded }, { rows: most, whole: false, untyped });
  const texts = format === 'csv' ? await survey(known, examinedRecords, true) : null;
  const detected = texts === null ? known : { ...known, ...detectedOptions(request, texts) };
  const settled = purpose === 'take-in' && (point !== undefined || !mayBePoint(texts?.names ?? null));
  const { completed, last } =
    texts !== null && settled ? { completed: detected, last: texts } : await withPoint(detected, point, survey);
  return {
    source: completed,
    bytes: size,
    packing: head.packing,
    byteOrderMark: encoding.mark > 0,
    sheets: format === 'xlsx' ? await sheetNames(request.path) : [],
    survey: last,
    whole: beginning.whole && last.texts.length < shownRecords,
    notices: noticesOf(encoding.name, request),
  };
}

type Survey = (asked: Source, most: number) => Promise<SourceSurvey>;

/** The first records as they are going to be stored, with a point where two columns make one. */
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
  if (source.format === 'parquet') return { path: source.path, format: 'parquet', whole: false };
  if (source.format === 'xlsx') {
    const records = await writeWorkbookRecords(source, target, work, examinedRecords);
    if (records === 0) throw new IngestError(say('sheet-empty'));
    return { path: target, format: 'ndjson', whole: records < examinedRecords };
  }
  await writeHead(head, source.format, encoding, source.quote ?? '"', target);
  return { path: target, format: source.format, whole: head.whole };
}

/** What the texts of the first records say of how they are written. */
function detectedOptions(request: PreviewRequest, survey: SourceSurvey): Partial<Source> {
  const { dialect } = survey;
  if (dialect === null) return {};
  const columns = survey.columns.map((_, position) => survey.texts.flatMap((row) => row[position] || []));
  const missing = request.missing ?? findMissingMarks(columns);
  const marks = new Set(missing);
  const present = columns.map((column) => column.filter((text) => !marks.has(text)));
  const spelling = findSpelling(present, dialect.delimiter);
  return {
    ...dialect,
    missing,
    decimalComma: request.decimalComma ?? spelling.decimalComma,
    thousands: request.thousands ?? spelling.thousands,
  };
}

/** A pair of columns of degrees that would make a point column, where there is no geometry yet. */
function pointIn(survey: SourceSurvey): NonNullable<Source['point']> | null {
  if (survey.columns.some(({ type }) => type === 'geometry')) return null;
  const numbers = survey.columns.flatMap(({ source: name, type }, position) => {
    if (type !== 'float' && type !== 'integer') return [];
    return [{ name, values: survey.rows.flatMap((row) => (row[position] ? [Number(row[position])] : [])) }];
  });
  return findPoint(numbers, survey.names) ?? null;
}

function noticesOf(encoding: string, request: PreviewRequest): string[] {
  const guessed = request.encoding === undefined && !encoding.startsWith('utf-');
  return guessed ? [say('no-utf8', { encoding })] : [];
}
