import { stat } from 'node:fs/promises';
import { type Explanation, explain } from '#shared/failures.ts';
import { given } from '#shared/given.ts';
import { quoteLiteral } from '#shared/text/quoting.ts';
import type { LongWork } from '../../../../lib/long-work.ts';
import { detections } from '../../detections.ts';
import { IngestError, type Plan } from '../../reading.ts';
import type { ValueOptions } from '../../values/column-reading.ts';
import { sampleRecords } from '../../values/infer.ts';
import { presentValue } from '../../values/missing-marks.ts';
import { plainNumbers } from '../../values/text-conversion.ts';
import { bytesAt } from '../file-bytes.ts';
import type { Scratch } from '../format.ts';
import type { Dialect, TextLayout } from '../layouts.ts';
import type { Relation } from '../relation.ts';
import { detectLayout, endOfText } from './detect-layout.ts';
import { isEvidentNote, maxLinesBelow, type NormalisedText, normaliseText } from './normalise-text.ts';
import { isRejectsHeader, rejectColumns } from './reject-columns.ts';
import { bytesOf, fieldsOf, maxRecordBytes, textOfBytes } from './scan-records.ts';

/** A delimited text that the engine can read. */
export interface OpenedText {
  readonly relation: Relation;
  readonly dialect: Dialect;
  /** The problems of some records; null if the engine reads the file itself. */
  readonly normalised: Pick<NormalisedText, 'broken' | 'brokenPath' | 'leftOut'> | null;
}

/** The engine's buffers would be sixteen times the longest record, so their size is set explicitly. */
const bufferBytes = 32 * 2 ** 20;
/** The cells of many records that become rows need the memory of one buffer. */
const longBufferBytes = 16 * 2 ** 20;

/** Number of bytes used to detect the layout; more if they hold less than a few records. */
const beginningBytes = 1 << 18;
const maxBeginningBytes = 4 * 2 ** 20;

/**
 * Opens CSV, TSV and their relatives as text, one relation column per file column. The engine reads the file itself if
 * every reader understands its beginning alike; any other is rewritten for it.
 */
export async function openDelimited(
  plan: Plan,
  layout: TextLayout,
  path: string,
  scratch: Scratch,
): Promise<OpenedText> {
  const dialect = await dialectOf(plan, layout, path);
  if (!dialect.regular) return openNormalised(plan, path, dialect, scratch);
  const relation = relationOf(plan, dialect, readerOf(path, dialect, dialect.names.length), []);
  return { relation, dialect, normalised: null };
}

/** Opens a text with rewritten records, after the engine has failed to read the file itself. */
export async function openNormalised(
  plan: Plan,
  path: string,
  dialect: Dialect,
  { folder, work }: Scratch,
): Promise<OpenedText> {
  const text = await normaliseText(path, dialect, folder, work);
  // By default the engine may mistake a carriage return within quotes for a line end.
  const isLong = plan.decided.rows !== undefined;
  const width = dialect.names.length + 2;
  const bytes = isLong ? longBufferBytes : bufferBytes;
  const reader = readerOf(text.path, normalisedDialect, width, [String.raw`new_line = '\n'`], bytes);
  const relation = relationOf(plan, dialect, reader, text.notes);
  const at = dialect.names.length;
  const place = { line: `CAST(c${at} AS BIGINT)`, record: `CAST(c${at + 1} AS BIGINT)` };
  return { relation: { ...relation, place }, dialect, normalised: text };
}

/** Some columns of a delimited text, rewritten as a separate text. */
export interface TextStrip {
  readonly relation: Relation;
  readonly path: string;
}

/**
 * Opens a text in strips of columns: the engine's planning time grows with the square of the columns. Every strip has
 * all records.
 * @param strips the columns of each strip by position; one may be in several
 * @param names of the columns
 */
export async function openStrips(
  plan: Plan,
  { path, dialect }: { readonly path: string; readonly dialect: Dialect },
  strips: readonly (readonly number[])[],
  names: readonly string[],
  scratch: string,
  work: LongWork,
): Promise<{ readonly strips: readonly TextStrip[]; readonly text: NormalisedText }> {
  // The columns of a corrected file of rejected records follow its own.
  const before = dialect.names.length - names.length;
  const parts = strips.map((positions) => positions.map((position) => position + before));
  const text = await normaliseText(path, dialect, scratch, work, parts);
  const values = {
    numbers: plainNumbers,
    valueOptions: valueOptionsOf(plan),
    delimiter: textOfBytes(dialect.delimiter),
  };
  const opened = strips.map((positions, at): TextStrip => {
    const part = text.parts[at] ?? '';
    const width = positions.length;
    const from = readerOf(part, normalisedDialect, width + 2, [String.raw`new_line = '\n'`]);
    const columns = positions.map((position, own) => ({
      form: 'text' as const,
      name: names[position] ?? '',
      reference: presentValue(`c${own}`, plan.missing ?? []),
      kind: 'guess' as const,
    }));
    const place = { line: `CAST(c${width} AS BIGINT)`, record: `CAST(c${width + 1} AS BIGINT)` };
    const isExamined = text.records <= sampleRecords;
    return {
      path: part,
      relation: { from, columns, form: 'delimited', ...values, conversions: [], place, isExamined },
    };
  });
  return { strips: opened, text };
}

const normalisedDialect = {
  delimiter: ',',
  quote: '"',
  escaping: '"',
  newline: '\n',
  header: false,
  skip: 0,
} as const;

function relationOf(plan: Plan, dialect: Dialect, from: string, notes: readonly Explanation[]): Relation {
  const all = dialect.names.map((name, position) => ({
    form: 'text' as const,
    name,
    reference: presentValue(`c${position}`, plan.missing ?? []),
    kind: 'guess' as const,
  }));
  const mended = dialect.header && isRejectsHeader(dialect.names);
  const columns = mended ? all.slice(rejectColumns.length) : all;
  const above = dialect.skip === 0 ? [] : [explain('lines-above-left-out', { count: dialect.skip })];
  return {
    from,
    columns,
    form: 'delimited',
    numbers: plainNumbers,
    valueOptions: valueOptionsOf(plan),
    delimiter: textOfBytes(dialect.delimiter),
    conversions: [
      ...unseparatedNotes(dialect),
      ...otherTableNotes(dialect, notes),
      ...above,
      ...headerNotes(dialect),
      ...notes,
    ],
  };
}

function headerNotes({ headerRows, unnamed, names }: Dialect): Explanation[] {
  return [
    ...(headerRows === 1 ? [] : [explain('header-joined', { count: headerRows })]),
    ...(unnamed === 'first' ? [explain('header-without-first', { column: names[0] ?? '' })] : []),
    ...(unnamed === 'last' ? [explain('header-without-last', { column: names.at(-1) ?? '' })] : []),
  ];
}

function unseparatedNotes({ unseparated }: Dialect): Explanation[] {
  switch (unseparated?.kind) {
    case 'sign':
      return [explain('unseparated-sign', { sign: textOfBytes(unseparated.sign) })];
    case 'fixed-width':
      return [explain('unseparated-fixed-width', { starts: unseparated.starts.join(',') })];
    case 'drawn':
      return [explain('table-drawn')];
    case 'log-fields':
      return [explain('log-of-server')];
    case 'log-lines':
      return [explain('log-lines')];
    default:
      return [];
  }
}

/** @param notes of the records: a short table below them may have been left out */
function otherTableNotes({ otherTable }: Dialect, notes: readonly Explanation[]): Explanation[] {
  switch (otherTable?.kind) {
    case 'below':
      if (notes.some(({ code, values }) => code === 'lines-below-left-out' && Number(values.line) <= otherTable.line))
        return [];
      return [explain('table-below', { line: otherTable.line, above: otherTable.line - 1 })];
    case 'beside':
      return [explain('table-beside', { column: otherTable.column })];
    default:
      return [];
  }
}

function valueOptionsOf({ decimalComma, thousands, dates, missing }: Plan): ValueOptions {
  return {
    ...given({ decimalComma, thousands, dates }),
    findMissing: missing === undefined,
  };
}

/** The reader of a file in a dialect. */
function readerOf(
  path: string,
  dialect: Pick<Dialect, 'delimiter' | 'quote' | 'escaping' | 'header' | 'skip'>,
  width: number,
  extra: readonly string[] = [],
  buffer: number = bufferBytes,
): string {
  const columns = Array.from({ length: width }, (_, position) => `c${position}: 'VARCHAR'`).join(', ');
  const options = [
    'auto_detect = false',
    `header = ${dialect.header}`,
    `skip = ${dialect.skip}`,
    `delim = ${quoteLiteral(textOfBytes(dialect.delimiter))}`,
    `quote = ${quoteLiteral(textOfBytes(dialect.quote))}`,
    `escape = ${quoteLiteral(textOfBytes(dialect.escaping))}`,
    "nullstr = ['']",
    // A pair of quotes is an empty text, an empty field a missing value.
    'allow_quoted_nulls = false',
    "compression = 'none'",
    `max_line_size = ${maxRecordBytes}`,
    `buffer_size = ${buffer}`,
    `columns = {${columns}}`,
    ...extra,
  ];
  return `read_csv(${quoteLiteral(path)}, ${options.join(', ')})`;
}

/** What a person or program says about the layout of a text. */
type LayoutWords = Pick<Plan, 'delimiter' | 'quote' | 'header' | 'headerRows' | 'skip' | 'comment'>;

/**
 * Detects the layout of a text from its beginning.
 * @param read returns at least that many of its first bytes, if it has them, and whether they are all
 * @throws {IngestError} if there is no record
 */
export async function findLayout(
  { delimiter, quote, header, headerRows, skip, comment }: LayoutWords,
  read: (bytes: number) => Promise<{ readonly bytes: Buffer; readonly whole: boolean }>,
): Promise<TextLayout> {
  detections.publish('layout');
  const asBytes = (text: string | undefined) => (text === undefined ? undefined : bytesOf(text));
  const options = given({
    delimiter: asBytes(delimiter),
    quote: asBytes(quote),
    ...{ header, headerRows, skip },
    comment: asBytes(comment),
  });
  for (let maxBytes = beginningBytes; ; maxBytes *= 4) {
    const { bytes, whole } = await read(maxBytes);
    const text = bytes.toString('latin1');
    const few = !whole && maxBytes < maxBeginningBytes && text.split('\n', 8).length < 8;
    const layout = few ? null : detectLayout(text, whole, options);
    if (layout !== null) return layout;
    if (!few) throw new IngestError(explain('no-records'));
  }
}

/** The names of the columns of a text. */
export function namesOf({ names }: TextLayout): string[] {
  return names.map(columnName);
}

/** How a file with this layout is read: the engine reads it by itself only if nothing in it needs more. */
async function dialectOf({ leaveOut = [], totals, decided }: Plan, layout: TextLayout, path: string): Promise<Dialect> {
  const names = namesOf(layout);
  const isOfRejects = layout.header && isRejectsHeader(names);
  // Totals, and columns that become rows, need the place of each record.
  const needsPlaces = totals !== undefined || decided.rows !== undefined;
  const plain = layout.regular && leaveOut.length === 0 && !isOfRejects && !needsPlaces;
  const regular = plain && !(await endsOddly(path, layout));
  return { ...layout, regular, names, leaveOut };
}

/** Bytes at the end of a text that may contain notes. */
const notesBytes = 16 * 1024;

/** Whether the last record may be a note below the table: an evident one, or a row of empty cells, is near. */
function endsWithNotes(tail: string, layout: TextLayout): boolean {
  const { delimiter, newline, names } = layout;
  const lines = tail.split(newline).map((line) => line.replace(/\r$/, ''));
  const last = lines.findLast((line) => line !== '');
  const gap = delimiter.repeat(names.length - 1);
  if (last === undefined || names.length < 2 || !last.endsWith(gap)) return false;
  const padded = lines.slice(-maxLinesBelow).filter((line) => line.endsWith(gap));
  return padded.some((line) => line === gap || isEvidentNote(fieldsOf(line, layout)[0]?.text));
}

/**
 * Whether a text ends with DOS's end-of-file character, or with a line that is too long: the engine silently ignores a
 * last line that does not fit into its buffer.
 */
async function endsOddly(path: string, layout: TextLayout): Promise<boolean> {
  const { size } = await stat(path);
  const length = Math.min(size, maxRecordBytes + 1);
  const tail = await bytesAt(path, size - length, length);
  if (tail.subarray(-1).toString('latin1') === endOfText) return true;
  // Empty lines below a single column are no records, which the engine does not know.
  if (layout.names.length === 1 && /(?:\n\r?\n|\r\r)$/.test(tail.subarray(-4).toString('latin1'))) return true;
  if (endsWithNotes(tail.subarray(-notesBytes).toString('latin1'), layout)) return true;
  // The end of the last line does not start another one.
  const within = tail.subarray(0, -2);
  return size > maxRecordBytes && !within.includes('\n') && !within.includes('\r');
}

/** A column without a name in the header is named by its number. */
function columnName(bytes: string, position: number): string {
  return textOfBytes(bytes) || `column${position + 1}`;
}
