import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { englishText } from '#shared/english/english-text.ts';
import { type Explanation, explain } from '#shared/failures.ts';
import type { BadValue } from '#shared/rpc/backend-failure.ts';
import type { LeftOutLine } from '#shared/rpc/source-file.ts';
import type { LongWork } from '../../../../lib/long-work.ts';
import { IngestError } from '../../reading.ts';
import { GatheredFile } from '../file-bytes.ts';
import type { Dialect } from '../layouts.ts';
import { endOfText } from './detect-layout.ts';
import { areDistinctive, isNumberText } from './header-names.ts';
import { fieldsAsRead, isRejectsHeader, rejectColumns, uncorrectedRecord } from './reject-columns.ts';
import {
  bytesOf,
  type Field,
  fieldsOf,
  isAppendedHeader,
  lineText,
  plainText,
  RecordScanner,
  type ScannedRecord,
  textOfBytes,
} from './scan-records.ts';

/** Number of broken records described individually; the rest is counted. */
export const shownBrokenRecords = 1000;

/** If the beginning up to here has only broken records, the rest is not read. */
const hopelessBytes = 8 * 2 ** 20;

/** Maximum number of lines below the last record that may be notes. */
export const maxLinesBelow = 20;

/** Number of records that show of what kind the values are. */
const judgedRecords = 1000;

/** Maximum number of omitted lines that are shown. */
const maxShownLines = 50;

/** A text with the records of another one, written unambiguously. */
export interface NormalisedText {
  /**
   * RFC 4180 in UTF-8 with line feeds, without a header. After its fields, each record has the line on which it begins
   * and its number in the file, both from 1, counting broken records but not the header.
   */
  readonly path: string;
  /** If the fields are split into parts: such a text for each, with line and number in every part. */
  readonly parts: readonly string[];
  /** `record,line,column,problem,text` and the fields of each broken record, with a header, in file order. */
  readonly brokenPath: string;
  readonly broken: BrokenRecords;
  /** Number of records without the broken ones. */
  readonly records: number;
  /** The first comments and notes below the records. */
  readonly leftOut: readonly LeftOutLine[];
  /** Notes for the user on what was omitted. */
  readonly notes: readonly Explanation[];
}

export interface BrokenRecords {
  readonly count: number;
  readonly first: readonly BadValue[];
  /** Whether reading stopped because the first records were all broken. */
  readonly hopeless: boolean;
}

/**
 * Rewrites the records of a delimited text, whatever its line ends, comments and surrounding notes; records with too
 * few or too many fields, or an unclosed quote, are rejected.
 * @param scratch folder for all files
 * @param parts the positions of the fields in each of several texts, if they are split; a field may be in several
 */
export async function normaliseText(
  path: string,
  dialect: Dialect,
  scratch: string,
  work: LongWork,
  parts: readonly (readonly number[])[] = [],
): Promise<NormalisedText> {
  const target = join(scratch, 'records.csv');
  const brokenPath = join(scratch, 'broken.csv');
  const paths = parts.map((_, at) => join(scratch, `records-${at}.csv`));
  const files: GatheredFile[] = [];
  const scanner = new RecordScanner(dialect);
  let bytes = 0;
  try {
    for (const file of [brokenPath, ...(parts.length === 0 ? [target] : paths)])
      files.push(await GatheredFile.create(file));
    const [broken, ...records] = files as [GatheredFile, ...GatheredFile[]];
    const sorter = new Sorter(dialect, records, broken, parts);
    for await (const piece of createReadStream(path, { highWaterMark: 1 << 18 })) {
      work.signal?.throwIfAborted();
      bytes += (piece as Buffer).length;
      for (const record of scanner.feed((piece as Buffer).toString('latin1'))) sorter.take(record);
      if (bytes > hopelessBytes && sorter.hopeless()) break;
      work.onProgress?.({ phase: 'reading-file', rows: sorter.good, bytes, fraction: null });
      for (const file of files) await file.flush();
    }
    const hopeless = bytes > hopelessBytes && sorter.hopeless();
    if (!hopeless) for (const record of scanner.end()) sorter.take(record);
    const notes = sorter.finish(hopeless);
    for (const file of files) await file.flush(0);
    const { count, first, leftOut, good } = sorter;
    const unreadable = { count, first, hopeless };
    return { path: target, parts: paths, brokenPath, broken: unreadable, records: good, leftOut, notes };
  } finally {
    for (const file of files) await file.close();
  }
}

class Sorter {
  good = 0;
  count = 0;
  readonly first: BadValue[] = [];
  readonly leftOut: LeftOutLine[] = [];
  readonly #dialect: Dialect;
  readonly #records: readonly GatheredFile[];
  readonly #parts: readonly (readonly number[])[];
  readonly #broken: GatheredFile;
  readonly #width: number;
  #number = 0;
  #comments = 0;
  /** Number of records of delimiters and spaces alone, with another number of fields, and the line of the first. */
  #empty = { count: 0, line: 0 };
  /** In a text of one column, empty lines since the last value: they count if another one follows. */
  #blank = { count: 0, line: 0 };
  /** Lines that the user omits, until a record is found on them. */
  readonly #chosen: Set<number>;
  #chosenCount = 0;
  /** Columns before the records' own ones. */
  readonly #before: number;
  #lastLine = 0;
  /** Records of the header that are still to come. */
  #headerRows: number;
  /** The records of the header, and how many repeat it: on a new page, or where another file was appended. */
  readonly #header: string[] = [];
  #repeated = 0;
  readonly #isRepeatable: boolean;
  /** Whether some of the first records have numbers: a table of texts may contain any text. */
  #hasNumbers = false;
  /** Whether some of them have names that look like notes: `1) Industry`. */
  #hasNotes = false;
  /** Whether an empty line is between the last record and what follows. */
  #isParted = false;
  /** A record that differs from the others, and may turn out to be below the last of them. */
  #pending: (ScannedRecord & { readonly number: number })[] = [];

  /** @param records a file for each part, or one for all fields */
  constructor(
    dialect: Dialect,
    records: readonly GatheredFile[],
    broken: GatheredFile,
    parts: readonly (readonly number[])[],
  ) {
    this.#dialect = dialect;
    this.#parts = parts;
    this.#records = records;
    this.#broken = broken;
    this.#width = dialect.names.length;
    this.#headerRows = dialect.header ? dialect.headerRows : 0;
    this.#isRepeatable = dialect.otherTable?.kind !== 'below' && areDistinctive(dialect.names);
    this.#before = dialect.header && isRejectsHeader(dialect.names) ? rejectColumns.length : 0;
    const own = dialect.names.slice(this.#before).map((_, at) => `f${at}`);
    broken.write(`${['record', 'line', 'column', 'problem', 'text', ...own].join(',')}\n`);
    this.#chosen = new Set(dialect.leaveOut);
  }

  take(scanned: ScannedRecord): void {
    const { skip, comment } = this.#dialect;
    this.#lastLine = scanned.line;
    if (scanned.line <= skip) return;
    const record = scanned.text.endsWith(endOfText) ? withoutEndOfText(scanned) : scanned;
    const isComment = comment !== '' && record.text.startsWith(comment);
    const { headerRows } = this.#dialect;
    if (this.#header[0] !== undefined && isAppendedHeader(record.text, this.#header[0])) {
      this.#repeated += 1;
      this.#headerRows = headerRows;
    }
    // The header itself may be in a comment, but not what continues it.
    if (this.#headerRows > 0 && record.fields > 0 && (this.#headerRows === headerRows || !isComment)) {
      if (this.#header.length < headerRows) this.#header.push(record.text);
      this.#headerRows -= 1;
      return;
    }
    if (this.#chosen.has(record.line)) {
      this.#chosen.delete(record.line);
      this.#chosenCount += 1;
      this.#leaveOut(record, 'chosen');
      return;
    }
    if (this.#repeatsHeader(record)) return;
    if (isComment) {
      this.#comments += 1;
      this.#leaveOut(record, 'comment');
      return;
    }
    if (record.fields === 0) {
      // In a text of one column an empty line is a missing value; otherwise it is ignored.
      if (this.#width === 1) this.#blank = { count: this.#blank.count + 1, line: this.#blank.line || record.line };
      this.#isParted ||= this.#pending.length === 0;
      return;
    }
    this.#keepBlank();
    const fields = record.problem === null ? this.#fitting(record) : null;
    if (fields === null) {
      // Only delimiters or spaces, but not as many as records have, also make an empty line.
      if (!this.#isEmpty(record)) this.#hold(record);
      else if (record.text !== '')
        this.#empty = { count: this.#empty.count + 1, line: this.#empty.line || record.line };
      return;
    }
    if (this.good > 0 && this.#mayBeNote(fields)) {
      this.#hold(record);
      return;
    }
    this.#settlePending();
    this.#isParted = false;
    this.#number += 1;
    this.#keep(fields, record.line, this.#number);
  }

  /** Whether a record is an empty row, an evident note, or has nothing but its first cell below one of these. */
  #mayBeNote(fields: readonly Field[]): boolean {
    if (isPaddedNote(fields, this.#pending.length > 0)) return true;
    const isBelow = this.#pending.length > 0 || this.#isParted;
    return isPadded(fields) && (isBelow || this.#isEvident(fields));
  }

  #isEvident(fields: readonly Field[]): boolean {
    return this.#hasNumbers && !this.#hasNotes && isPadded(fields) && isEvidentNote(fields[0]?.text);
  }

  #repeatsHeader({ text }: ScannedRecord): boolean {
    const isRepeated = this.#isRepeatable && this.#hasNumbers && this.#header.includes(text);
    if (isRepeated) this.#repeated += 1;
    return isRepeated;
  }

  #leaveOut({ line, text }: ScannedRecord, why: LeftOutLine['why']): void {
    if (this.leftOut.length === maxShownLines) return;
    const said = why === 'comment' ? textOfBytes(text) : lineText(text, this.#dialect);
    this.leftOut.push({ line, text: said.slice(0, 500), why });
  }

  /** Whether there have been many unreadable records and no readable one. */
  hopeless(): boolean {
    return this.good === 0 && this.count + this.#pending.length > 0;
  }

  finish(hopeless: boolean): Explanation[] {
    const notes: Explanation[] = [];
    const below = this.#pending;
    const isBelowGap = (record: ScannedRecord) =>
      this.#isParted && this.#width > 2 && record.problem === null && record.fields < this.#width;
    const rows = below.map((record) => (record.problem === null ? (this.#fitting(record) ?? []) : []));
    const isEvident = rows.some((fields) => this.#isEvident(fields));
    const isPaddedOne = (fields: readonly Field[]) =>
      isPaddedNote(fields, rows[0]?.[0]?.text.trim() === '') || (isEvident && isPadded(fields));
    const areNotes =
      below.length <= maxLinesBelow &&
      below.some((record) => !this.#isEmpty(record)) &&
      below.every((record, at) => this.#isNote(record) || isBelowGap(record) || isPaddedOne(rows[at] ?? []));
    if (!hopeless && below.length > 0 && areNotes && this.good > 0) {
      notes.push(explain('lines-below-left-out', { count: below.length, line: below[0]?.line ?? 0 }));
      for (const record of below) this.#leaveOut(record, 'below');
      this.#pending = [];
    }
    this.#settlePending();
    // If this is the beginning of a longer text, more records may follow below the last one.
    const wrong = [...this.#chosen].filter((line) => line < this.#lastLine);
    if (wrong.length > 0) throw new IngestError(explain('no-record-on-line', { lines: wrong.slice(0, 10).join(', ') }));
    if (this.#chosenCount > 0) notes.push(explain('chosen-left-out', { count: this.#chosenCount }));
    if (this.#empty.count > 0) notes.push(explain('empty-records-left-out', { ...this.#empty }));
    if (this.#repeated > 0) notes.push(explain('headers-repeated', { count: this.#repeated }));
    if (this.#comments > 0) notes.push(explain('comments-left-out', { count: this.#comments }));
    return notes;
  }

  #keepBlank(): void {
    const { count, line } = this.#blank;
    if (count === 0) return;
    this.#blank = { count: 0, line: 0 };
    this.#settlePending();
    for (let at = 0; at < count; at += 1) {
      this.#number += 1;
      this.#keep([{ text: '', quoted: false }], line + at, this.#number);
    }
  }

  #hold(record: ScannedRecord): void {
    this.#number += 1;
    this.#pending.push({ ...record, number: this.#number });
    if (this.#pending.length > maxLinesBelow * 50) this.#settlePending();
  }

  /** Another record follows, so the held-back records are not notes below the table. */
  #settlePending(): void {
    for (const record of this.#pending) {
      const fields = record.problem === null ? this.#fitting(record) : null;
      if (fields === null) this.#putAside(record);
      else this.#keep(fields, record.line, record.number);
    }
    this.#pending = [];
  }

  /** The fields of a record with as many as there are columns, not counting trailing empty ones. */
  #fitting(record: ScannedRecord): Field[] | null {
    const { emptyFields } = this.#dialect;
    if (record.fields < this.#width || record.fields > this.#width + emptyFields) return null;
    const fields = record.text === '' ? [{ text: '', quoted: false }] : fieldsOf(record.text, this.#dialect);
    if (fields.slice(this.#width).some(({ text }) => text !== '')) return null;
    if (this.#before > 0 && uncorrectedRecord(fields, this.#dialect) !== null) return null;
    return fields.slice(0, this.#width);
  }

  #isEmpty(record: ScannedRecord): boolean {
    return record.problem === null && fieldsOf(record.text, this.#dialect).every(({ text }) => text.trim() === '');
  }

  /** A line without any delimiter below a table of several columns: a source, a remark, a row count. */
  #isNote({ fields, problem, text }: ScannedRecord): boolean {
    if (problem !== null || this.#width < 2) return false;
    if (fields === 1) return this.#width > 2 || /^[\W_]|\s/.test(text);
    const present = fieldsOf(text, this.#dialect).filter((field) => field.text.trim() !== '');
    return fields !== this.#width && present.length === 1 && text.startsWith(present[0]?.text.slice(0, 1) ?? '');
  }

  #keep(fields: readonly Field[], line: number, number: number): void {
    this.good += 1;
    if (this.good <= judgedRecords) {
      this.#hasNumbers ||= fields.some(({ text }) => isNumberText(text));
      this.#hasNotes ||= !isPadded(fields) && isEvidentNote(fields[0]?.text);
    }
    const written = fields.map(plainField);
    for (const [at, file] of this.#records.entries()) {
      const own = this.#parts[at]?.map((position) => written[position]) ?? written;
      file.write(`${own.join(',')},${line},${number}\n`);
    }
  }

  #putAside(found: ScannedRecord & { readonly number: number }): void {
    this.count += 1;
    const { names } = this.#dialect;
    const own = names.slice(this.#before);
    const { record, fields, reason } = this.#ownPart(found, own.length);
    const column = record.problem === null && record.fields < own.length ? (own[record.fields] ?? null) : null;
    const value = textOfBytes(record.text);
    if (this.first.length < shownBrokenRecords) {
      this.first.push({ row: found.number, line: found.line, column, value: value.slice(0, 1000), reason });
    }
    const cells = [
      String(found.number),
      String(found.line),
      bytesOf(column ?? ''),
      bytesOf(englishText(reason)),
      record.text,
    ];
    const written = own.map((_, at) => plainField(fields[at] ?? { text: '', quoted: false }));
    this.#broken.write(`${[...cells.map(quotedText), ...written].join(',')}\n`);
  }

  /** For a row of a file of rejected records, the record that it represents; any other record unchanged. */
  #ownPart(found: ScannedRecord, width: number): OwnPart {
    const fields = fieldsAsRead(found, this.#dialect);
    const uncorrected = this.#before === 0 ? null : uncorrectedRecord(fields, this.#dialect);
    if (uncorrected !== null) {
      const reason = explain('too-many-values-uncorrected');
      return { record: uncorrected, fields: fieldsAsRead(uncorrected, this.#dialect), reason };
    }
    const record = { ...found, fields: found.fields - this.#before };
    return { record, fields: fields.slice(this.#before), reason: problemOf(record, width) };
  }
}

/** Whether nothing but the first cell of a record has a value. */
function isPadded([first, ...others]: readonly Field[]): boolean {
  return first !== undefined && others.length > 0 && others.every(({ text }) => text.trim() === '');
}

/**
 * Whether a record with as many fields as there are columns may be a note below the table, as a spreadsheet exports it:
 * an empty row, or after one a row with words in its first cell only.
 */
export function isPaddedNote(fields: readonly Field[], isAfterGap: boolean): boolean {
  const [first, ...others] = fields;
  if (first === undefined || !isPadded(fields)) return false;
  if (first.text.trim() === '') return true;
  // Beside a single column of values, a name without one is usual.
  if (others.length === 1) return isAfterGap && labelled.test(plainText(first.text));
  const finished = first.text.split(/[\s:]/).slice(0, -1);
  return isAfterGap && (isEvidentNote(first.text) || finished.some((word) => /[A-Za-z\x80-\xff]/.test(word)));
}

/** A source, licence or note, in six languages. */
const labelled =
  /^\s*(?:sources?|notes?|legende?|licen[cs]e|(?:daten)?quellen?|anmerkung(?:en)?|hinweise?|(?:daten)?lizenz|légende|remarques?|champ|lecture|fuentes?|notas?|leyenda|licencia|fonti?|fontes?|legenda|licenza|licença|nota)\s*:/iu;

/** A line, a mark or symbol with its meaning, an owner, or a sentence of several words. */
const noteForms = [
  /^[_=–—-]{3,}$/u,
  /^(?:\*+|†|‡|\(?\d{1,2}\)|[¹²³⁴⁵⁶⁷⁸⁹⁰]+\)?|\([a-z]\)|\[[a-z]{1,3}\])\s*(?:[:=]\s*)?\p{L}{2}/u,
  /^(?:\S{1,6}\s?=|[^\p{L}\d\s]{1,3}\s?:|[a-z]\s:)\s*\p{L}{2}/u,
  /^(?:©|\(c\)|copyright\b)/iu,
  // super-linear: a word begins after a space.
  /^(?:\S+\s+){3,}\S*\p{L}{3}\.$/u,
];

/** Whether a text is the note below a table, whatever is above it. */
export function isEvidentNote(bytes = ''): boolean {
  const text = plainText(bytes).trim();
  return labelled.test(text) || noteForms.some((form) => form.test(text));
}

/** The part of a record that is rejected, and why. */
interface OwnPart {
  readonly record: Pick<ScannedRecord, 'text' | 'fields' | 'problem'>;
  readonly fields: readonly Field[];
  readonly reason: Explanation;
}

function withoutEndOfText(record: ScannedRecord): ScannedRecord {
  const text = record.text.slice(0, -endOfText.length);
  return { ...record, text, fields: text === '' ? 0 : record.fields };
}

function problemOf({ problem, fields }: Pick<ScannedRecord, 'problem' | 'fields'>, width: number): Explanation {
  if (problem === 'quote') return explain('quote-not-closed');
  if (problem === 'length') return explain('record-too-long');
  return fields < width ? explain('too-few-values') : explain('too-many-values');
}

/** An empty field is a missing value, a pair of quotes an empty text: the difference is preserved. */
function plainField({ text, quoted }: Field): string {
  return quoted || /[",\n\r]/.test(text) || text.startsWith(' ') || text.endsWith(' ') ? quotedText(text) : text;
}

function quotedText(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
