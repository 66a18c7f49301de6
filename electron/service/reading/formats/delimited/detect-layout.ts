import { explain } from '#shared/failures.ts';
import { IngestError } from '../../reading.ts';
import type { Quoting, TextLayout } from '../layouts.ts';
import { isNumberText, looksLikeHeader } from './header-names.ts';
import { headerRowsOf, joinedNames, typicalFill } from './header-rows.ts';
import { type CutRecord, findOtherTable } from './other-table.ts';
import {
  byteOrderMark,
  type Field,
  fieldsOf,
  isAppendedHeader,
  mayForceText,
  RecordScanner,
  type ScannedRecord,
} from './scan-records.ts';
import { findUnseparated, type LogFormat, logFormatOf } from './unseparated.ts';

/** What the user specifies about a delimited text; the rest is detected from its beginning. */
export interface LayoutOptions {
  readonly delimiter?: string;
  readonly quote?: string;
  readonly header?: boolean;
  /** Number of records that contain the names of the columns. */
  readonly headerRows?: number;
  /** Lines above the header, or above the first record if there is no header. */
  readonly skip?: number;
  /** Prefix of comment lines; empty for none. */
  readonly comment?: string;
}

/** Maximum number of records of the beginning that are considered. */
const examinedRecords = 2_000;
/** Number of records that are compared with a sentence above them. */
const comparedRecords = 200;
/** Maximum number of title, note and source lines above a header. */
const maxLinesAbove = 50;

const usualDelimiters = [',', ';', '\t', '|'];
const rareDelimiters = ['^', '~', ':', ' ', '  ', '\x1f', '\x01', '\x02'];
/** The rare delimiters that also stand between words. */
const wordDelimiters = [':', ' ', '  '];

/**
 * Detects the layout of a text: delimiter, quotes, header, lines above it, comments.
 * @param beginning the first bytes
 * @param whole whether that is all of the text
 * @returns null if there is no record
 * @throws {IngestError} if a quote in the header, or in the first record, is never closed
 */
export function detectLayout(beginning: string, whole: boolean, options: LayoutOptions): TextLayout | null {
  if (whole && /^[ \r\n]*$/.test(beginning.replaceAll(byteOrderMark, '').replaceAll(endOfText, ''))) return null;
  const newline = newlineOf(beginning);
  const declared =
    options.delimiter === undefined ? /^(?:\xef\xbb\xbf)*"?sep=([^\r\n"])"?\r?\n/i.exec(beginning) : null;
  const skipped = Math.max(options.skip ?? 0, declared === null ? 0 : 1);
  const text = { beginning, whole, newline, skipped } as const;
  const log = logFormatOf(linesOf(beginning));
  const ofLog = log === null ? undefined : log.kind === 'fields' ? ' ' : unusedDelimiter(beginning);
  const chosen = chooseQuoting(text, options, declared?.[1] ?? options.delimiter ?? ofLog);
  const longer = options.delimiter !== undefined || log !== null ? null : longerDelimiter(chosen);
  return layOut(text, longer === null ? chosen : readingOf(text, longer, options.quote), options, log);
}

interface DelimiterReading {
  readonly delimiter: string;
  /** Whether it counts as a delimiter only if the user says so. */
  readonly unusual: boolean;
  readonly share: number;
  readonly records: readonly (readonly string[])[];
}

/** The records of a beginning as split by each candidate delimiter. */
export function delimiterReadings(beginning: string, skipped: number): DelimiterReading[] {
  const newline = newlineOf(beginning);
  const text = { beginning, whole: false, newline, skipped } as const;
  const lines = beginning.split(/\r?\n|\r/).slice(skipped);
  const hint = findUnseparated(lines, 1);
  const unusual = hint?.kind === 'sign' ? [hint.sign] : [];
  return [...usualDelimiters, ...rareDelimiters, ...unusual].flatMap((delimiter) => {
    const reading = readingOf(text, delimiter, undefined);
    if (reading.width < 2 || reading.share < 0.5) return [];
    const whole = reading.records.filter(({ problem, fields }) => problem === null && fields > 0);
    const records = whole.slice(0, 20).map((record) => fieldsOf(record.text, reading.quoting).map(({ text }) => text));
    return [{ delimiter, unusual: unusual.includes(delimiter), share: reading.share, records }];
  });
}

function linesOf(beginning: string): string[] {
  return beginning.split(/\r\n|\n|\r/, 1000);
}

/** A lone carriage return ends records if there are more of them than line feeds outside quotes. */
function newlineOf(beginning: string): Quoting['newline'] {
  if (!/\r(?!\n)/.test(beginning)) return '\n';
  let quoted = false;
  let lineFeeds = 0;
  let carriageReturns = 0;
  for (let at = 0; at < beginning.length; at += 1) {
    const character = beginning[at];
    if (character === '"') quoted = !quoted;
    else if (!quoted && character === '\n') lineFeeds += 1;
    else if (!quoted && character === '\r' && beginning[at + 1] !== '\n') carriageReturns += 1;
  }
  return carriageReturns > lineFeeds ? '\r' : '\n';
}

interface Beginning {
  readonly beginning: string;
  readonly whole: boolean;
  readonly newline: Quoting['newline'];
  readonly skipped: number;
}

interface Reading {
  readonly quoting: Quoting;
  readonly records: readonly ScannedRecord[];
  readonly width: number;
  /** Share of the records with the usual number of fields. */
  readonly share: number;
  readonly problems: number;
}

function read(text: Beginning, quoting: Quoting): Reading {
  const scanner = new RecordScanner(quoting);
  const records: ScannedRecord[] = [];
  const take = (found: Iterable<ScannedRecord>) => {
    for (const record of found) {
      if (record.line <= text.skipped) continue;
      records.push(record);
      if (records.length === examinedRecords) return;
    }
  };
  take(scanner.feed(text.beginning));
  if (text.whole && records.length < examinedRecords) take(scanner.end());
  // A long first record is better considered incomplete than not at all.
  if (records.length === 0) take(scanner.end());
  const widths = new Map<number, number>();
  const filled = records.filter(({ fields, text: line }) => fields > 0 && line !== endOfText);
  const plain = filled.filter(({ text: line }) => !line.startsWith('#'));
  const judged = plain.length > 0 ? plain : filled;
  for (const { fields } of judged) widths.set(fields, (widths.get(fields) ?? 0) + 1);
  // The first of equally frequent widths, but three columns or more are preferred to lines without any delimiter.
  const isMore = ([width, count]: readonly [number, number], [other, most]: readonly [number, number]) =>
    count > most || (count === most && other === 1 && width > 2);
  const [width, count] = [...widths].reduce((best, next) => (isMore(next, best) ? next : best), [1, 0]);
  const problems = records.filter(({ problem }) => problem !== null).length;
  return { quoting, records, width, share: count / Math.max(1, judged.length), problems };
}

/** The character that DOS appends to the last line (Ctrl-Z). */
export const endOfText = '\x1a';

type Quotes = Pick<Quoting, 'quote' | 'escaping'>;

/** The quotings to try, the most common first. */
function quotingsOf(quote: string | undefined): readonly [Quotes, ...Quotes[]] {
  if (quote !== undefined) {
    return [
      { quote, escaping: quote },
      { quote, escaping: '\\' },
    ];
  }
  return [
    { quote: '"', escaping: '"' },
    { quote: '"', escaping: '\\' },
    { quote: "'", escaping: "'" },
    { quote: '', escaping: '\\' },
    { quote: '', escaping: '' },
  ];
}

function chooseQuoting(text: Beginning, options: LayoutOptions, delimiter: string | undefined): Reading {
  const of = (candidates: readonly string[]) =>
    candidates.map((candidate) => readingOf(text, candidate, options.quote));
  if (delimiter !== undefined) return readingOf(text, delimiter, options.quote);
  const usual = best(of(usualDelimiters).filter(plausible));
  if (usual !== null && areDecimalCommas(usual)) return readingOf(text, unusedDelimiter(text.beginning), options.quote);
  const torn = usual !== null && hasStrayQuotes(usual);
  if (usual !== null && usual.share === 1 && !torn) return usual;
  const rare = best(
    of(rareDelimiters).filter((reading) => {
      const quoted = torn ? hasQuoted(reading) : isMostlyQuoted(reading) || areTextsQuoted(reading);
      const least = wordDelimiters.includes(reading.quoting.delimiter) && !quoted ? 3 : 2;
      return isEven(reading) && reading.width >= least && reading.records.length > 1 && (!torn || quoted);
    }),
  );
  // Word delimiters occur equally often in every record only as delimiters.
  const isEvident = (reading: Reading) =>
    !wordDelimiters.includes(reading.quoting.delimiter) || isMostlyQuoted(reading) || areTextsQuoted(reading);
  const evident = rare !== null && rare.records.length > 2 && isEvident(rare);
  if (rare !== null && (usual === null || usual.share < 0.5 || torn || evident)) return rare;
  return usual ?? readingOf(text, unusedDelimiter(text.beginning), options.quote);
}

/** Maximum length of a text between two delimiters that turns them into one. */
const maxBetween = 3;

/** `||` or `|~|`: every second field of all records, including the header, is the same short text. */
function longerDelimiter({ records, quoting, width, problems }: Reading): string | null {
  const filled = records.filter(({ fields }) => fields > 0).slice(0, 200);
  if (problems > 0 || width < 3 || width % 2 === 0 || filled.length < 2) return null;
  const { delimiter } = quoting;
  const rows = filled.map(({ text }) => fieldsOf(text, quoting));
  const between = rows[0]?.[1]?.text ?? '';
  if (between.length > maxBetween || /[A-Za-z0-9]/.test(between)) return null;
  const isBetween = (field: Field, at: number) => at % 2 === 0 || (!field.quoted && field.text === between);
  return rows.every((row) => row.length === width && row.every(isBetween)) ? delimiter + between + delimiter : null;
}

/** Whether `1,5` below one name are numbers of one column. */
function areDecimalCommas({ records }: Reading): boolean {
  const [first, ...others] = records.filter(({ fields }) => fields > 0);
  return (
    first?.fields === 1 && !isNumberText(first.text) && others.every(({ text }) => /^ *[-+]?\d+(?:,\d+)? *$/.test(text))
  );
}

function cellsOf({ records, quoting }: Reading): Field[] {
  return records
    .slice(0, 200)
    .filter(({ problem }) => problem === null)
    .flatMap(({ text }) => fieldsOf(text, quoting));
}

/** All records have the same number of fields, except the first if R omits the name of the row names. */
function isEven({ records, width, share, problems }: Reading): boolean {
  if (share === 1) return true;
  const [first, ...others] = records.filter(({ fields }) => fields > 0);
  return (
    problems === 0 && others.length > 1 && first?.fields === width - 1 && others.every(({ fields }) => fields === width)
  );
}

function isMostlyQuoted(reading: Reading): boolean {
  const cells = cellsOf(reading);
  return cells.filter(({ quoted }) => quoted).length * 2 > cells.length;
}

function hasQuoted(reading: Reading): boolean {
  return cellsOf(reading).some(({ quoted }) => quoted);
}

/** Quotes that begin inside an apparent field follow another delimiter. */
function hasStrayQuotes(reading: Reading): boolean {
  const { quote } = reading.quoting;
  const opening = quote === '' ? '"' : quote;
  const isStray = ({ text, quoted }: Field) =>
    !quoted && rareDelimiters.includes(text[text.indexOf(opening) - 1] ?? '');
  return reading.problems * 2 > reading.records.length || cellsOf(reading).some(isStray);
}

/** Text with an occasional comma is not a table. */
function plausible({ width, share, records }: Reading): boolean {
  if (width < 2) return false;
  const first = records.find(({ fields }) => fields > 0);
  return share >= 0.5 || (share >= 0.3 && first?.fields === width);
}

/** A delimiter for a text of one column: one that splits nothing. */
function unusedDelimiter(beginning: string): string {
  return [',', ';', '\t', '|', '\x1f'].find((delimiter) => !beginning.includes(delimiter)) ?? '\x1f';
}

/** The quoting with which a delimiter's records are most uniform; the first candidates are the most common. */
function readingOf(text: Beginning, delimiter: string, quote: string | undefined): Reading {
  const readAs = (quotes: Quotes) => read(text, { delimiter, newline: text.newline, ...quotes });
  const [first, ...others] = quotingsOf(quote);
  const usual = readAs(first);
  // Quotes within values do not indicate how values are quoted.
  const isUsualInUse = text.beginning.includes('"') && (usual.problems > 0 || hasQuoted(usual));
  if (quote === undefined && text.beginning.includes("'") && !isUsualInUse) {
    const apostrophes = readAs({ quote: "'", escaping: "'" });
    if (apostrophes.share >= usual.share && isQuotedByRule(apostrophes)) return apostrophes;
  }
  if (usual.problems === 0 && (usual.share === 1 || isUsualInUse)) return usual;
  for (const other of others) {
    const reading = readAs(other);
    const isBetter = reading.problems < usual.problems || reading.share > usual.share;
    if (isBetter && supports(reading, usual)) return reading;
  }
  return usual;
}

/** Whether the choice of quoted values follows a rule of programs that write text. */
function isQuotedByRule(reading: Reading): boolean {
  return areColumnsQuoted(reading) || areTextsQuoted(reading) || isQuotedWhereNeeded(reading);
}

/** Whether all texts are quoted, including column names, and only numbers, dates and booleans are not. */
function areTextsQuoted(reading: Reading): boolean {
  const { records, quoting, width, problems } = reading;
  const [first] = records.filter(({ fields }) => fields > 0);
  if (problems > 0 || width < 2 || first?.fields !== width) return false;
  const isQuotedName = ({ text, quoted }: Field) => quoted && text !== '' && !isNumberText(text);
  const isPlain = ({ text, quoted }: Field) =>
    quoted || text === '' || isNumberText(text) || /^(?:true|false)$/i.test(text);
  return fieldsOf(first.text, quoting).every(isQuotedName) && cellsOf(reading).every(isPlain);
}

/** Whether exactly those values are quoted that contain the quote or the delimiter, and some contain the quote. */
function isQuotedWhereNeeded(reading: Reading): boolean {
  const { quote, delimiter, newline } = reading.quoting;
  const cells = cellsOf(reading);
  const needs = ({ text }: Field) => [quote, delimiter, newline].some((mark) => text.includes(mark));
  return (
    reading.problems === 0 &&
    reading.width > 1 &&
    cells.some(({ text, quoted }) => quoted && text.includes(quote)) &&
    cells.every((cell) => cell.quoted === needs(cell))
  );
}

/** Whether the values of some columns are always quoted, and those of the others never. */
function areColumnsQuoted({ records, quoting, width, problems }: Reading): boolean {
  const filled = records.filter(({ fields }) => fields === width);
  const values = (filled.length > 2 ? filled.slice(1) : filled)
    .slice(0, 500)
    .map(({ text }) => fieldsOf(text, quoting));
  if (problems > 0 || filled.length < 2 || width < 2) return false;
  const shares = Array.from({ length: width }, (_, at) => {
    const cells = values.flatMap((row) => (row[at] === undefined || row[at].text === '' ? [] : [row[at].quoted]));
    return cells.length === 0 ? null : cells.filter(Boolean).length / cells.length;
  });
  return shares.includes(1) && shares.every((share) => share === null || share === 0 || share === 1);
}

/** One odd quote is an error in its record, not another quoting for all of them. */
function supports(reading: Reading, usual: Reading): boolean {
  const { quote, escaping } = reading.quoting;
  if (quote === '' && escaping !== '') {
    return reading.share === 1 && reading.width > 1 && reading.records.some(isEscaped(reading.quoting));
  }
  if (quote === '') {
    const wellQuoted = usual.records.some(({ text, problem }) => problem === null && text.includes('"'));
    return !wellQuoted && usual.problems > 1 && reading.share === 1;
  }
  if (reading.problems > 0 || reading.share < usual.share) return false;
  if (escaping === '\\') return true;
  const quoted = reading.records.flatMap(({ text }) => fieldsOf(text, reading.quoting)).filter((field) => field.quoted);
  const isCut = ({ text }: Field) =>
    text.includes(reading.quoting.delimiter) && !text.includes(reading.quoting.newline);
  return reading.share === 1 && (quoted.length > 1 || quoted.some(isCut));
}

/** Whether a record without quotes has an escaped delimiter or line end. */
function isEscaped({ escaping, delimiter, newline }: Quoting): (record: ScannedRecord) => boolean {
  return ({ text }) => [delimiter, newline, `\r${newline}`].some((mark) => text.includes(escaping + mark));
}

function best(readings: readonly Reading[]): Reading | null {
  const [first, ...others] = readings;
  if (first === undefined) return null;
  return others.reduce((chosen, next) => (scoreOf(next) > scoreOf(chosen) + 1e-9 ? next : chosen), first);
}

/** Uniform records count most; then fields that no other delimiter would split. */
function scoreOf(reading: Reading): number {
  const cells = cellsOf(reading);
  const clean = cells.filter(({ text, quoted }) => quoted || isNumberText(text) || !/[,;\t|]/.test(text)).length;
  return Math.round(reading.share * 20) / 20 + (cells.length === 0 ? 0 : clean / cells.length) - reading.problems / 1e3;
}

function layOut(text: Beginning, reading: Reading, options: LayoutOptions, log: LogFormat | null): TextLayout | null {
  const { quoting } = reading;
  const comment = options.comment ?? commentOf(reading);
  const isComment = ({ text: line }: ScannedRecord) => comment !== '' && line.startsWith(comment);
  const filled = reading.records.filter(({ fields, text: line }) => fields > 0 && line !== endOfText);
  const start = options.skip === undefined ? firstOfTable(reading, filled, isComment) : filled[0];
  if (start === undefined) return null;
  // The end of a long first record may be beyond the beginning.
  const isComplete = text.whole || reading.records.length > 1;
  if (start.problem === 'quote' && isComplete && !isReadableHeader(reading, start))
    throw new IngestError(explain('first-quote-not-closed', { line: start.line }));
  const isRepeated = ({ text: line }: ScannedRecord) => isAppendedHeader(line, start.text);
  const below = filled.slice(filled.indexOf(start) + 1).filter((record) => !isComment(record));
  const data = below.filter((record) => !isRepeated(record));
  const first = start.problem === null ? fieldsOf(start.text, quoting) : [{ text: start.text, quoted: false }];
  const width = widthOf(reading, first, data);
  const usable = data.filter(({ fields, problem }) => fields === width && problem === null);
  const rows = usable.map((record) => fieldsOf(record.text, quoting));
  const logNames = log?.kind === 'fields' && quoting.delimiter === ' ' && options.header !== true ? log.names : null;
  const headerRows =
    options.header === false || logNames !== null
      ? 1
      : (options.headerRows ?? (options.header ? 1 : countHeaderRows(first, data, rows)));
  const isHeader = headerRows > 1 || below.length > data.length || looksLikeHeader(first, rows);
  const header = options.header ?? (log === null && isHeader);
  const { names: named, unnamed } = header
    ? namesOf(first, rows, width, headerRows, quoting)
    : { names: Array.from({ length: width }, () => ''), unnamed: null };
  const values = rows.slice(headerRows - 1);
  const kept = columnsInUse(named, values, header);
  const names = kept.map((name, position) => (header ? name : (logNames?.[position] ?? `column${position + 1}`)));
  const lines = reading.records.slice(reading.records.indexOf(start));
  const regular =
    headerRows === 1 &&
    lines.every(
      (record) =>
        record.problem === null &&
        !record.loose &&
        !isRepeated(record) &&
        (record === start || record.text !== start.text) &&
        !isComment(record) &&
        !mayForceText(record.text, quoting) &&
        (record.fields === names.length || (record.fields === 0 && width > 1)),
    ) &&
    !lines.some(({ text: line }) => line.includes('\r') || line.endsWith(endOfText)) &&
    !(header && start.text.includes('\n')) &&
    !text.beginning.startsWith(byteOrderMark.repeat(2)) &&
    // The engine drops the backslash of `\N`.
    quoting.escaping !== '\\' &&
    oneLineEnd(text);
  return {
    ...quoting,
    header,
    headerRows,
    names,
    unnamed,
    skip: start.line - 1,
    comment,
    emptyFields: Math.max(named.length, values[0]?.length ?? 0) - names.length,
    regular,
    unseparated:
      log !== null && (logNames !== null || names.length === 1)
        ? { kind: log.kind === 'fields' ? 'log-fields' : 'log-lines' }
        : findUnseparated(
            lines.map((record) => record.text),
            names.length,
          ),
    otherTable: header
      ? findOtherTable(
          names,
          lines
            .filter((record) => !isComment(record) && !isRepeated(record))
            .slice(headerRows)
            .map(cutRecord(quoting)),
          isNumberText,
        )
      : null,
  };
}

/** A text of one column may begin with a quoted word: `"Inches" of rain`. */
function isReadableHeader({ width, quoting }: Reading, { text }: ScannedRecord): boolean {
  return width === 1 && text.split(quoting.quote).length % 2 === 1;
}

/** How many of the first records contain the names: more than one only if those below the first are complete. */
function countHeaderRows(
  first: readonly Field[],
  data: readonly ScannedRecord[],
  rows: readonly (readonly Field[])[],
): number {
  const count = headerRowsOf(textsOf(first), rows.slice(0, 250).map(textsOf), isNumberText);
  const width = rows[0]?.length;
  return data.slice(0, count - 1).every(({ fields, problem }) => fields === width && problem === null) ? count : 1;
}

function textsOf(row: readonly Field[]): string[] {
  return row.map(({ text }) => text);
}

/** Cuts records into the texts of their fields. */
export function cutRecord(quoting: Quoting): (record: ScannedRecord) => CutRecord {
  return ({ line, text, problem }) => ({
    line,
    cells: problem === null ? fieldsOf(text, quoting).map((field) => field.text) : [],
  });
}

/** A header with a trailing delimiter names one column too many. */
function widthOf(reading: Reading, first: readonly Field[], data: readonly ScannedRecord[]): number {
  const { width } = reading;
  const shorter = data.length > 0 && data.every(({ fields, problem }) => fields === width - 1 && problem === null);
  return first.length === width && first.at(-1)?.text === '' && shorter ? width - 1 : width;
}

function oneLineEnd({ beginning, newline }: Beginning): boolean {
  if (newline === '\r') return true;
  const feeds = beginning.split('\n').length - 1;
  const pairs = beginning.split('\r\n').length - 1;
  return (pairs === 0 || pairs === feeds) && !/\n\r(?!\n)/.test(beginning);
}

/** Prefixes of comments in the usual languages and formats, the likeliest first. */
const commentMarks = ['#', '//', '%', '--', '!'];

/** The prefix of comments: one of {@link commentMarks}, if lines that begin with it differ from the others. */
function commentOf(reading: Reading): string {
  return commentMarks.find((mark) => beginsComments(mark, reading)) ?? '';
}

function beginsComments(mark: string, { records, quoting, width }: Reading): boolean {
  const marked = records.filter(({ text }) => text.startsWith(mark));
  const others = records.filter(({ text, fields }) => fields > 0 && !text.startsWith(mark));
  if (marked.length === 0 || others.length === 0) return false;
  const isOdd = ({ fields, problem }: ScannedRecord) => fields !== width || problem !== null;
  if (marked.every((record) => !isOdd(record))) return areWordsAmongNumbers(marked, others, quoting, width);
  return mark === '#' || marked.every((record) => isOdd(record) && record.fields < width);
}

/** Whether lines that happen to have as many fields have words in every column of numbers. */
function areWordsAmongNumbers(
  marked: readonly ScannedRecord[],
  others: readonly ScannedRecord[],
  quoting: Quoting,
  width: number,
): boolean {
  const rows = (records: readonly ScannedRecord[]) =>
    records
      .filter(({ fields, problem }) => fields === width && problem === null)
      .slice(0, 500)
      .map(({ text }) => fieldsOf(text, quoting).map((field) => field.text.trim()));
  const found = rows(others);
  const isAbove = marked.length * 4 > found.length;
  const numbers = Array.from({ length: width }, (_, at) => at).filter(
    (at) => at > 0 && found.slice(1).every((row) => isNumberText(row[at] ?? '')),
  );
  // If a comment contains the column names, it is the header, and there is no other.
  const named = found[0]?.every((name) => name !== '' && !isNumberText(name)) === true;
  return (
    !isAbove &&
    named &&
    numbers.length > 0 &&
    rows(marked).every((row) => numbers.every((at) => row[at] !== '' && !isNumberText(row[at] ?? '')))
  );
}

/**
 * The header, or the first record if there is none. Lines above it are omitted only if they are evidently not records:
 * titles, notes and sources have fewer fields, and either a single one each or an empty line below them.
 */
function firstOfTable(
  { records, quoting, width }: Reading,
  filled: readonly ScannedRecord[],
  isComment: (record: ScannedRecord) => boolean,
): ScannedRecord | undefined {
  const plain = filled.filter((record) => !isComment(record));
  const commentedHeader = headerInComment({ records, quoting, width }, plain[0], isComment);
  if (commentedHeader !== null) return commentedHeader;
  const typical = usualFill(plain, quoting, width);
  const cells = (record: ScannedRecord) => (record.problem === null ? fieldsOf(record.text, quoting) : []);
  const titles = width === 2 ? titlesAboveCorner(plain, cells) : [];
  const isTitle = (record: ScannedRecord) => {
    if (titles.includes(record)) return true;
    // What follows a quote that is never closed may belong to the first record.
    if (record.problem === 'quote' && record.text.split(quoting.quote).length % 2 === 0) return false;
    if (record === plain[0] && isSentence(plain.slice(0, comparedRecords).map(cells))) return true;
    const present = cells(record).filter(({ text }) => text.trim() !== '').length;
    if (record.fields === width) return present <= 1 && typical > 1 && width > 2;
    // A name and its value, as programs write them above a wide table.
    return record.fields < width && (record.fields === 1 || present <= 1 || (record.fields === 2 && width >= 4));
  };
  const beginning = plain.findIndex((record) => record.fields === width && !isTitle(record));
  const start = plain[beginning];
  if (start === undefined || beginning > maxLinesAbove) return plain[0];
  // A row of nothing but delimiters is a gap, as spreadsheets write it.
  const above = plain.slice(0, beginning).filter((record) => !isEmptyLine(record, quoting));
  const isNamedValue = (record: ScannedRecord) => /:\s*$/.test(cells(record)[0]?.text ?? '');
  const many = above.length >= plain.length - beginning && plain.length > 4;
  if (many && !above.every((record) => record.fields < width && isNamedValue(record))) return plain[0];
  const gap = records.some(
    (record) => record.line > (above.at(-1)?.line ?? 0) && record.line < start.line && isEmptyLine(record, quoting),
  );
  const [name] = above.slice(-1);
  // A single name directly above values is a header with names missing; above names in several rows it is a title.
  if (name !== undefined && name.fields === width && name.line === start.line - 1 && !titles.includes(name)) {
    const [values = [], ...below] = plain.slice(beginning, beginning + comparedRecords).map(cells);
    const areNames =
      looksLikeHeader(values, below) || headerRowsOf(textsOf(values), below.map(textsOf), isNumberText) > 1;
    if (!areNames && looksLikeHeader(cells(name), [values, ...below])) return name;
  }
  return above.every((record) => isTitle(record) || (gap && record.fields < width)) ? start : plain[0];
}

/** Texts of their own above a name of values whose labels have none: `Population;` above `;persons`. */
function titlesAboveCorner(
  records: readonly ScannedRecord[],
  cells: (record: ScannedRecord) => readonly Field[],
): readonly ScannedRecord[] {
  const isFilled = (field: Field | undefined) => field !== undefined && field.text.trim() !== '';
  const count = records.findIndex((record) => {
    const [label, value, ...others] = cells(record);
    return !isFilled(label) || isFilled(value) || others.length > 0;
  });
  const corner = records[count];
  const [label, name] = corner === undefined ? [] : cells(corner);
  return !isFilled(label) && isFilled(name) && !isNumberText(name?.text ?? '') ? records.slice(0, count) : [];
}

/** `Title, more of it` above names that are above numbers: nothing below has spaces after its delimiters. */
function isSentence([first = [], names = [], ...rows]: readonly (readonly Field[])[]): boolean {
  const isSpaced = (row: readonly Field[]) =>
    row.length > 1 && row.slice(1).every(({ text, quoted }) => !quoted && text.startsWith(' '));
  const below = rows.filter(({ length }) => length === names.length);
  if (!isSpaced(first) || below.length < 2 || [names, ...below].some(isSpaced)) return false;
  const areWords = names.every(({ text }) => text.trim() !== '' && !isNumberText(text));
  const areNumbers = names.map((_, at) => below.every((row) => isNumberText(row[at]?.text ?? '')));
  return areWords && areNumbers.includes(true);
}

function isEmptyLine({ fields, text, problem }: ScannedRecord, quoting: Quoting): boolean {
  return fields === 0 || (problem === null && fieldsOf(text, quoting).every((field) => field.text.trim() === ''));
}

/** A last comment with as many fields as the records, all of them names, is the header: `#chrom start end`. */
function headerInComment(
  { records, quoting, width }: Pick<Reading, 'records' | 'quoting' | 'width'>,
  first: ScannedRecord | undefined,
  isComment: (record: ScannedRecord) => boolean,
): ScannedRecord | null {
  if (first === undefined || width < 2) return null;
  const before = records[records.indexOf(first) - 1];
  if (before === undefined || !isComment(before) || before.fields !== width || before.problem !== null) return null;
  const names = fieldsOf(before.text, quoting);
  const rows = records
    .filter((record) => record.line >= first.line && record.fields === width && record.problem === null)
    .map((record) => fieldsOf(record.text, quoting));
  const [top, ...rest] = rows;
  return top !== undefined && looksLikeHeader(names, rows) && !looksLikeHeader(top, rest) ? before : null;
}

/** The usual number of non-empty fields of a record. */
function usualFill(records: readonly ScannedRecord[], quoting: Quoting, width: number): number {
  const counts = records
    .filter(({ fields, problem }) => fields === width && problem === null)
    .map(({ text }) => fieldsOf(text, quoting).filter((field) => field.text.trim() !== '').length);
  return typicalFill(counts);
}

/** The names in a header, and which column has none if there is one name fewer than values in each record. */
function namesOf(
  first: readonly Field[],
  rows: readonly (readonly Field[])[],
  width: number,
  headerRows: number,
  quoting: Quoting,
): { readonly names: string[]; readonly unnamed: TextLayout['unnamed'] } {
  const names = first.map(({ text }) => (text.trim() === '' ? '' : text));
  if (headerRows > 1) {
    const all = [first, ...rows.slice(0, headerRows - 1)].map((row) => row.map(({ text }) => text));
    return { names: joinedNames(all), unnamed: null };
  }
  if (names.length !== width - 1 || rows.length < 2) return { names, unnamed: null };
  const labels = rows.map((row) => row[0]?.text ?? '');
  const lastInUse = rows.some((row) => row.at(-1)?.text !== '');
  if (!lastInUse || new Set(labels).size !== labels.length) return { names, unnamed: null };
  return areRowNames(first, rows, quoting)
    ? { names: ['', ...names], unnamed: 'first' }
    : { names: [...names, ''], unnamed: 'last' };
}

/** Names of columns that identify records, which are no names of rows. */
const keyName = /^(?:.*[ _-])?(?:id|key|code|nr|no|number|index|#|name|label)$/i;

/**
 * Whether the first values are names of rows, as R writes them: as the only quoted texts beside numbers, as words
 * beside numbers only, or counted from 1 between spaces.
 */
function areRowNames(first: readonly Field[], rows: readonly (readonly Field[])[], quoting: Quoting): boolean {
  const labels = rows.flatMap((row) => row[0] ?? []);
  const others = rows.slice(0, 500).flatMap((row) => row.slice(1));
  if (labels.every(({ quoted }) => quoted) && first.every(({ quoted }) => quoted))
    return others.some(({ quoted, text }) => !quoted && text !== '');
  if (keyName.test(first[0]?.text.trim() ?? '')) return false;
  const areWords = labels.every(({ text }) => text.trim() !== '' && !isNumberText(text));
  const isMissing = (text: string) => /^(?:|NA|NaN|null)$/i.test(text.trim());
  const areNumbers = others.every(({ text }) => isNumberText(text) || isMissing(text));
  const areCounted = labels.every(({ text }, at) => text === String(at + 1));
  return (areWords && areNumbers) || (areCounted && /^\s+$/.test(quoting.delimiter));
}

/** Trailing columns without name and value come from superfluous delimiters. */
function columnsInUse(
  names: readonly string[],
  rows: readonly (readonly Field[])[],
  header: boolean,
): readonly string[] {
  if (!header) return names;
  let length = names.length;
  while (length > 1 && names[length - 1] === '' && rows.every((row) => (row[length - 1]?.text ?? '') === ''))
    length -= 1;
  return names.slice(0, length);
}
