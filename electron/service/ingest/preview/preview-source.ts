import { mkdtemp, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { say } from '#shared/sentences/say.ts';
import { IngestError, type RowStore, type Source, type SourceSurvey } from '../../rows/row-store.ts';
import type { Packing } from '../archive/unpack.ts';
import { refuseForeignFormat } from '../foreign-format.ts';
import { sheetNames, writeWorkbookRecords } from '../workbook/workbook-records.ts';
import { formatOf } from './file-format.ts';
import { type FileHead, readHead, writeHead } from './file-head.ts';
import { findMissingMarks } from './missing-marks.ts';
import { findSpelling } from './number-spelling.ts';
import { findPoint, mayBePoint } from './point-columns.ts';
import { encodingOf } from './text-encoding.ts';

/** How a person wants a file to be read; what is left out is detected. A point of null means: none, whatever it looks like. */
export type SourceWish = Omit<Source, 'path' | 'format' | 'point'> & {
  readonly path: string;
  readonly format?: Source['format'];
  readonly point?: Source['point'] | null;
};

/** The beginning of a file, and how all of it is to be read. */
export interface SourcePreview {
  /** What was wished for, completed by what was detected: fit to be taken in. */
  readonly source: Source;
  readonly bytes: number;
  readonly packing: Packing;
  readonly byteOrderMark: boolean;
  readonly sheets: readonly string[];
  /** Without types and values where only the source was asked for and these say nothing of it. */
  readonly survey: SourceSurvey;
  /** Whether the records of the survey are all of the file's. */
  readonly whole: boolean;
  readonly notices: readonly string[];
}

/** Records that are shown, and those that a detection looks at. */
const shownRecords = 200;
const examinedRecords = 1_000;

/**
 * Reads the beginning of a file and finds out what is not said of it: its cost does not grow with the file.
 * @param scratchParent folder in which one is made for the time of the work, named by this process's number.
 * @param purpose what is to be shown to nobody is looked at no further than it says how the file is to be read
 * @throws {IngestError}
 */
export async function previewSource(
  rows: RowStore,
  wish: SourceWish,
  scratchParent: string,
  purpose: 'show' | 'take-in',
  signal?: AbortSignal,
): Promise<SourcePreview> {
  const scratch = await mkdtemp(path.join(scratchParent, `preview-${process.pid}-`));
  try {
    return await preview(rows, wish, scratch, purpose, signal);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function preview(
  rows: RowStore,
  wish: SourceWish,
  scratch: string,
  purpose: 'show' | 'take-in',
  signal: AbortSignal | undefined,
): Promise<SourcePreview> {
  const { size } = await stat(wish.path).catch(() => {
    throw new IngestError(say('file-not-there-or-closed'));
  });
  await refuseForeignFormat(wish.path);
  const head = await readHead(wish.path);
  const format = wish.format ?? formatOf(head.bytes, head.name);
  const { point, ...said } = wish;
  const source: Source = { ...said, format, ...(point ? { point } : {}) };
  const work = signal === undefined ? {} : { signal };
  const text = format === 'csv' || format === 'ndjson' || format === 'json' || format === 'geojson';
  const encoding = text ? encodingOf(head.bytes) : { name: 'utf-8', mark: 0 };
  const known = { ...source, ...(format === 'csv' ? { encoding: wish.encoding ?? encoding.name } : {}) };
  const beginning = await beginningOf(known, head, scratch, wish.encoding ?? encoding.name);
  // The beginning was decoded when it was cut off.
  const decoded = { path: beginning.path, format: beginning.format, encoding: 'utf-8' };
  const survey = (asked: Source, most: number, untyped = false) =>
    rows.survey({ ...asked, ...decoded }, { rows: most, whole: false, untyped }, work);
  const texts = format === 'csv' ? await survey(known, examinedRecords, true) : null;
  const detected = texts === null ? known : { ...known, ...detectedOptions(wish, texts) };
  const settled = purpose === 'take-in' && (point !== undefined || !mayBePoint(texts?.names ?? null));
  const { completed, last } =
    texts !== null && settled ? { completed: detected, last: texts } : await withPoint(detected, point, survey);
  return {
    source: completed,
    bytes: size,
    packing: head.packing,
    byteOrderMark: encoding.mark > 0,
    sheets: format === 'xlsx' ? await sheetNames(wish.path) : [],
    survey: last,
    whole: beginning.whole && last.texts.length < shownRecords,
    notices: noticesOf(encoding.name, wish),
  };
}

type Survey = (asked: Source, most: number) => Promise<SourceSurvey>;

/** The first records as they are going to be stored, with a point where two columns make one. */
async function withPoint(detected: Source, wished: SourceWish['point'], survey: Survey) {
  const found = await survey(detected, shownRecords);
  const seen = wished === undefined ? pointIn(found) : null;
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
async function beginningOf(source: Source, head: FileHead, scratch: string, encoding: string): Promise<Beginning> {
  const target = path.join(scratch, 'head');
  if (source.format === 'parquet') return { path: source.path, format: 'parquet', whole: false };
  if (source.format === 'xlsx') {
    const records = await writeWorkbookRecords(source, target, {}, examinedRecords);
    if (records === 0) throw new IngestError(say('sheet-empty'));
    return { path: target, format: 'ndjson', whole: records < examinedRecords };
  }
  await writeHead(head, source.format, encoding, source.quote ?? '"', target);
  return { path: target, format: source.format, whole: head.whole };
}

/** What the texts of the first records say of how they are written. */
function detectedOptions(wish: SourceWish, survey: SourceSurvey): Partial<Source> {
  const { dialect } = survey;
  if (dialect === null) return {};
  const columns = survey.columns.map((_, position) => survey.texts.flatMap((row) => row[position] || []));
  const missing = wish.missing ?? findMissingMarks(columns);
  const marks = new Set(missing);
  const present = columns.map((column) => column.filter((text) => !marks.has(text)));
  const spelling = findSpelling(present, dialect.delimiter);
  return {
    ...dialect,
    missing,
    decimalComma: wish.decimalComma ?? spelling.decimalComma,
    thousands: wish.thousands ?? spelling.thousands,
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

function noticesOf(encoding: string, wish: SourceWish): string[] {
  const guessed = wish.encoding === undefined && !encoding.startsWith('utf-');
  return guessed ? [say('no-utf8', { encoding })] : [];
}
