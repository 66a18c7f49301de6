import { type Explanation, explain } from '#shared/failures.ts';
import { given } from '#shared/given.ts';
import type { LeftOutLine, LineRange } from '#shared/rpc/source-file.ts';
import { columnLetters } from '#shared/text/sheet-range.ts';
import { uniqueNames } from '../../columns/plan-columns.ts';
import { IngestError, type ReadingOptions } from '../../reading.ts';
import { isPeriod, periodWord } from '../../values/periods.ts';
import { isEvidentNote } from '../delimited/normalise-text.ts';
import type { SheetTable } from '../format.ts';
import { placedRecord } from '../json/record-writer.ts';
import type { SheetLayout } from '../layouts.ts';
import { isBlank, type MergedCells, type SheetCell, type SheetRow } from './sheet.ts';
import {
  examinedRows,
  headerRowsIn,
  isHeaderAbove,
  isPeriodHeader,
  type SheetRequest,
  sheetLayout,
} from './sheet-layout.ts';

function namesOf(names: readonly string[], width: number): string[] {
  return uniqueNames(Array.from({ length: Math.max(width, names.length) }, (_, at) => names[at] || `column${at + 1}`));
}

function cellJson(cell: SheetCell | undefined): string {
  if (cell === null || cell === undefined) return 'null';
  return cell.kind === 'number' ? cell.text : JSON.stringify(cell.text);
}

/** Wider sheets omit cells without a value: otherwise a cell far to the right would make every record long. */
const columnsInFull = 256;

/** How notes below a table typically begin: also with a line. */
const noteBelow =
  /^(?:sources?|notes?|quellen?|anmerkung(?:en)?|fonte|fonti|nota|note)\b|^(?:\*|©|¹|\([a-z0-9]\)\s)|^[_=–-]{3,}$/i;
/** A symbol with its meaning, among notes, is no record below a table with this many columns. */
const minColumnsAboveLegend = 4;
const maxRowsBelow = 20;
/** Several words, in contrast to a mark for a missing value. */
const words = /\p{L}\s+\p{L}{2}/u;

/** Number of rows that determine whether another table begins with the first of them. */
const otherTableRows = 12;

/** What to read of a sheet, and how. */
export interface RecordsRequest extends SheetRequest, Pick<ReadingOptions, 'range' | 'leaveOut' | 'fillMerged'> {
  /** Where the table is; it is searched unless that is known. */
  readonly planned?: SheetLayout | undefined;
  /** Whether it is a text, of which some columns cannot be read alone. */
  readonly isText?: boolean;
}

/** Converts rows to records, one JSON object per line. Columns that only later rows have are named as they appear. */
export class SheetRecords {
  readonly #request: RecordsRequest;
  /** Of all rows so far. */
  #merged: readonly MergedCells[] = [];
  readonly #fillDown: MergedFill | null;
  /** Rows that the user omits, until they are found. */
  readonly #chosen: Set<number>;
  #chosenCount = 0;
  #number = 0;
  #lastRow = 0;
  /** The rows of the first records. */
  readonly lines: number[] = [];
  /** The first omitted rows, except those below the table. */
  readonly #leftOut: LeftOutLine[] = [];
  readonly #keys: string[] = [];
  /** Rows held back until the layout is detected. */
  #begun: SheetRow[] = [];
  /** The rows that the layout was detected from. */
  #examined: readonly SheetRow[] = [];
  #layout: SheetLayout | null = null;
  #names: string[] = [];
  /** Number of empty columns on the left of the table; one that has a value further down is placed after all others. */
  #margin = 0;
  /** Columns below a header that have neither a name nor a value in the first rows; they are treated like the margin. */
  #spacers: ReadonlySet<number> = new Set();
  #first = true;
  /** Whether some of the first records have names that look like notes: `1) Industry`. */
  #hasNotes = false;
  /** Rows that are notes unless a record follows. */
  #below: SheetRow[] = [];
  /** The last non-empty row, and how many numbers and other values the columns have so far. */
  #lastFilled = 0;
  readonly #kinds: { numbers: number; others: number }[] = [];
  /** A row after a gap that may be the header of another table, and those after it. */
  #undecided: SheetRow[] = [];
  /** Another table further down, where this one ends and it begins, and the number of its rows. */
  #other: {
    readonly table: SheetRecords | null;
    readonly end: number;
    readonly line: number;
    count: number;
  } | null = null;
  /** The rows of the header, and the number of those that repeat one. */
  #header: readonly SheetRow[] = [];
  #headers = 0;
  #firstRow = 0;

  constructor(request: RecordsRequest) {
    this.#request = request;
    this.#chosen = new Set(request.leaveOut);
    this.#fillDown = request.fillMerged === true ? new MergedFill() : null;
  }

  get leftOut(): LeftOutLine[] {
    const below = this.#below.filter((row) => filled(row).length > 0).map((row) => leftOutRow(row, 'below'));
    return [...this.#leftOut, ...below].slice(0, maxShownRows);
  }

  /** This table, or those beside each other, and those below; known at the end. */
  get tables(): SheetTable[] {
    const others = this.#other?.table?.tables ?? [];
    const { columns, last } = this.#request.range ?? {};
    // Of the last one, more rows may follow than were read.
    const range = { first: Math.max(1, this.#firstRow), ...given({ last: this.#other?.end ?? last, columns }) };
    const isOne = columns !== undefined || this.#request.isText === true;
    const beside = isOne ? [] : this.#tablesBeside(range);
    if (beside.length > 1) return [...beside, ...others];
    const own: SheetTable = {
      line: this.layout.headerFrom,
      range,
      rows: this.#number,
      columns: this.names.length,
      above: this.#leftOut.filter(({ why }) => why === 'above'),
    };
    return [own, ...others];
  }

  /** The tables beside each other: each has a header, and names for its records. */
  #tablesBeside(range: LineRange): SheetTable[] {
    const parts: { readonly first: number; last: number; table: SheetRecords }[] = [];
    for (const [first, last] of this.#columnsBetweenGaps()) {
      const table = this.#within({ ...range, columns: { first, last } });
      const before = parts.at(-1);
      if (table.#standsAlone()) parts.push({ first, last, table });
      // Columns without names for their records belong to those before.
      else if (before === undefined) return [];
      else Object.assign(before, { last, table: this.#within({ ...range, columns: { first: before.first, last } }) });
    }
    return parts.flatMap(({ first, last, table }) => {
      const { tables } = table;
      if (tables.length > 1 || this.#number < examinedRows) return tables;
      const counts = this.#kinds.slice(first - 1, last).map((kinds) => (kinds?.numbers ?? 0) + (kinds?.others ?? 0));
      return tables.map((one) => ({ ...one, rows: Math.max(...counts) }));
    });
  }

  /** Runs of columns with a name or a value, from 1. */
  #columnsBetweenGaps(): [first: number, last: number][] {
    const runs: [number, number][] = [];
    for (let at = this.#margin; at < this.#names.length; at += 1) {
      if (this.#isFree(at)) continue;
      const run = runs.at(-1);
      if (run?.[1] === at) run[1] = at + 1;
      else runs.push([at + 1, at + 1]);
    }
    return runs;
  }

  #isFree(at: number): boolean {
    return (this.#layout?.names[at] ?? '') === '' && this.#kinds[at] === undefined;
  }

  /** A part of the rows as a table of its own, judging by the first ones. */
  #within(range: LineRange): SheetRecords {
    const part = new SheetRecords({ range });
    part.take(this.#examined, this.#merged);
    part.end();
    return part;
  }

  #standsAlone(): boolean {
    const { numbers, others } = this.#kinds[this.#margin] ?? { numbers: 0, others: 0 };
    const isNamed = this.names.length > 1 && this.layout.names.length > 0;
    return isNamed && this.#number > 0 && (others > numbers || periodWord.test(this.names[0] ?? ''));
  }

  /** Names of the columns; unknown before the first rows. */
  get names(): readonly string[] {
    return this.#names.filter((_, at) => at >= this.#margin && !this.#spacers.has(at));
  }

  /** Where the table is; known at the end. */
  get layout(): SheetLayout {
    return this.#layout ?? { names: [], above: 0, from: 1, headerFrom: 1 };
  }

  get notes(): Explanation[] {
    const above = this.#layout?.above ?? 0;
    const notesBelow = this.#below.filter((row) => filled(row).length > 0);
    const [below] = notesBelow;
    const [own, next, ...others] = this.#number > 1 ? this.#columnsBetweenGaps() : [];
    // Gaps between single columns are space.
    const isSpaced = others.length > 0 && [next, ...others].every((run) => run?.[0] === run?.[1]);
    const { first } = this.#request.range?.columns ?? { first: 1 };
    return [
      ...(this.#chosenCount === 0 ? [] : [explain('chosen-left-out', { count: this.#chosenCount })]),
      ...(above === 0 ? [] : [explain('lines-above-left-out', { count: above })]),
      ...(below === undefined
        ? []
        : [explain('lines-below-left-out', { count: notesBelow.length, line: below.number })]),
      ...(this.#headers === 0 ? [] : [explain('headers-repeated', { count: this.#headers })]),
      ...(own === undefined || next === undefined || isSpaced
        ? []
        : [explain('table-beside', { column: columnLetters(own[1] + first - 1) })]),
      ...(this.#other === null ? [] : [explain('other-table', { line: this.#other.line, count: this.#other.count })]),
    ];
  }

  /** The records that rows complete, one line each; the first rows are held back until the layout is known. */
  take(all: readonly SheetRow[], merged: readonly MergedCells[] = []): string[] {
    const { first = 1, last = Number.POSITIVE_INFINITY, columns } = this.#request.range ?? {};
    this.#merged = columns === undefined ? merged : merged.flatMap((cells) => mergedWithin(cells, columns));
    this.#fillDown?.learn(this.#merged);
    const rows = all.filter(({ number }) => number >= first && number <= last);
    const within = columns === undefined ? rows : rows.flatMap((row) => rowWithin(row, columns));
    this.#firstRow ||= within[0]?.number ?? 0;
    this.#lastRow = within.at(-1)?.number ?? this.#lastRow;
    const kept = this.#chosen.size === 0 ? within : within.filter((row) => !this.#isChosen(row));
    if (this.#layout !== null) return this.#records(kept);
    this.#begun.push(...kept);
    return this.#begun.length < examinedRows ? [] : this.#begin();
  }

  /** The remaining records at the end of the rows. @throws {IngestError} for a row to omit that does not exist */
  end(): string[] {
    const wrong = [...this.#chosen].filter((line) => line < this.#lastRow);
    if (wrong.length > 0) throw new IngestError(explain('no-record-on-line', { lines: wrong.slice(0, 10).join(', ') }));
    const records = this.#layout === null ? this.#begin() : [];
    while (this.#undecided.length > 0) records.push(...this.#decide());
    this.#other?.table?.end();
    return records;
  }

  #begin(): string[] {
    const begun = this.#begun;
    this.#begun = [];
    this.#examined = begun;
    const layout = this.#request.planned ?? sheetLayout(begun, this.#request, this.#merged);
    this.#layout = layout;
    const table = begun.filter(({ number }) => number >= layout.from);
    const header = layout.names.length > 0 ? layout.headerFrom : layout.from;
    for (const row of begun) if (row.number < header) this.#leaveOut(row, 'above');
    const own = begun.filter(({ number }) => number >= header);
    this.#header = own.filter(({ number }) => number < layout.from);
    // A note below may be further to the left than the table that it belongs to.
    const several = own.filter((row) => filled(row).length > 1);
    this.#margin = marginOf(several.length > 0 ? several : own);
    this.#names = namesOf(layout.names, layout.names.length > 0 ? 0 : (table[0]?.cells.length ?? 0));
    const free = layout.names.flatMap((name, at) =>
      name === '' && table.every(({ cells }) => isFree(cells[at])) ? at : [],
    );
    this.#spacers = new Set(free);
    return this.#records(table);
  }

  #records(rows: readonly SheetRow[]): string[] {
    return rows.flatMap((row) => {
      if (this.#other === null && (this.#undecided.length > 0 || this.#mayBeOther(row))) {
        this.#undecided.push(row);
        return this.#undecided.length < otherTableRows ? [] : this.#decide();
      }
      return this.#recordOrNote(row);
    });
  }

  /** Whether a row comes after a gap and has names in columns that contained only numbers, or nothing, so far. */
  #mayBeOther(row: SheetRow): boolean {
    const isAfterGap = this.#lastFilled > 0 && row.number > this.#lastFilled + 1;
    if (!isAfterGap || this.#request.header === false || filled(row).length < 2) return false;
    const isNamed = row.cells.some((cell, at) => {
      const { numbers, others } = this.#kinds[at] ?? { numbers: 0, others: 0 };
      return cell?.kind === 'text' && others <= numbers;
    });
    return (
      isNamed ||
      filled(row)
        .slice(1)
        .every((cell) => isPeriod(cell?.text ?? ''))
    );
  }

  /** The records of the rows that may belong to another table, once that is decided. */
  #decide(): string[] {
    const [first, ...rest] = this.#undecided.splice(0);
    if (first === undefined) return [];
    if (this.#isOther([first, ...rest])) this.#beginOther(first);
    return [...this.#recordOrNote(first), ...this.#records(rest)];
  }

  #isOther(rows: readonly [SheetRow, ...SheetRow[]]): boolean {
    // The same names below a title are those of another table; otherwise of another page.
    if (this.#repeatsNames(rows[0])) return this.#titlesAbove(rows[0]).length > 0;
    return (
      isHeaderAbove(rows, 0, 1, /\p{L}/u) ||
      isPeriodHeader(rows) ||
      (this.#request.headerRows === undefined && headerRowsIn(rows, this.#merged) > 1)
    );
  }

  #beginOther(header: SheetRow): void {
    const titles = this.#titlesAbove(header);
    this.#below = this.#below.filter((row) => !titles.includes(row));
    // Who follows a plan has seen the others.
    const { range: { columns } = {}, isText } = this.#request;
    const range = columns && { first: 1, columns };
    const table = this.#request.planned === undefined ? new SheetRecords(given({ range, isText })) : null;
    const end = Math.max(this.#lastFilled, ...this.#below.map((row) => row.number));
    this.#other = { table, end, line: header.number, count: 0 };
    table?.take(titles, this.#merged);
  }

  /** The notes directly above the header of another table, with a gap between them and what is above. */
  #titlesAbove({ number }: SheetRow): SheetRow[] {
    const notes = this.#below.filter((row) => filled(row).length > 0);
    let from = Math.max(0, notes.length - 1);
    while (from > 0 && notes[from]?.number === (notes[from - 1]?.number ?? 0) + 1) from -= 1;
    const titles = notes.slice(from);
    const [first] = titles;
    if (first === undefined || first.number === this.#lastFilled + 1 || number > (titles.at(-1)?.number ?? 0) + 2)
      return [];
    return noteBelow.test(filled(first)[0]?.text ?? '') ? [] : titles;
  }

  #recordOrNote(row: SheetRow): string[] {
    if (this.#other !== null || this.#repeatsNames(row)) {
      if (filled(row).length > 0) {
        if (this.#other === null) this.#headers += 1;
        else {
          this.#other.count += 1;
          this.#other.table?.take([row], this.#merged);
          this.#leaveOut(row, 'below');
        }
        this.#lastFilled = row.number;
      }
      return [];
    }
    if (this.#isNote(row)) {
      this.#below.push(row);
      return [];
    }
    const held = this.#below.splice(0);
    return [...held, row].map((one) => this.#record(one));
  }

  /** Whether a row repeats the names, as at the top of a new page; in a table of texts it may be a record. */
  #repeatsNames({ cells }: SheetRow): boolean {
    const names = this.#layout?.names ?? [];
    const numbers = this.#kinds.some((kinds, at) => kinds.numbers > kinds.others && names[at] !== '');
    if (names.length < 2 || !numbers) return false;
    const width = Math.max(names.length, cells.length);
    const positions = Array.from({ length: width }, (_, at) => at);
    return this.#header.some((row) => positions.every((at) => (cells[at]?.text ?? '') === (row.cells[at]?.text ?? '')));
  }

  #isChosen(row: SheetRow): boolean {
    if (!this.#chosen.delete(row.number)) return false;
    this.#chosenCount += 1;
    this.#leaveOut(row, 'chosen');
    return true;
  }

  #leaveOut(row: SheetRow, why: LeftOutLine['why']): void {
    if (this.#leftOut.length < maxShownRows && row.cells.some((cell) => cell !== null)) {
      this.#leftOut.push(leftOutRow(row, why));
    }
  }

  #isNote(row: SheetRow): boolean {
    if (this.names.length < 2 || this.#first) return false;
    const present = filled(row);
    // Whether an empty row is a record depends on what follows it.
    if (present.length === 0) return true;
    if (this.#below.filter((one) => filled(one).length > 0).length >= maxRowsBelow) return false;
    const [cell] = present;
    if (cell?.kind !== 'text' || row.cells.indexOf(cell) > this.#margin) return false;
    const isParted = row.number > this.#lastFilled + 1;
    const isBelowNotes = this.#below.some((one) => filled(one).length > 0);
    if (this.#isLegend(row)) return isBelowNotes;
    const isEvident = noteBelow.test(cell.text) || (!this.#hasNotes && isEvidentNote(cell.text));
    return present.length === 1 && (isEvident || isParted || isBelowNotes || this.#isAcross(row));
  }

  /** Whether the first cell of a row is as wide as the table. */
  #isAcross({ number }: SheetRow): boolean {
    return this.#merged.some(
      ({ from, left, right }) => from === number && left <= this.#margin && right >= this.#names.length - 1,
    );
  }

  /** Whether a row has nothing but symbols and their meanings: a pair, or several with words in columns of numbers. */
  #isLegend(row: SheetRow): boolean {
    const present = filled(row);
    if (!present.every((cell) => cell?.kind === 'text')) return false;
    if (present.length === 2 && this.names.length >= minColumnsAboveLegend) return true;
    return row.cells.some((cell, at) => {
      const { numbers, others } = this.#kinds[at] ?? { numbers: 0, others: 0 };
      return cell !== null && numbers > others && words.test(cell.text);
    });
  }

  #record(given: SheetRow): string {
    const { number, cells: row } = this.#fillDown?.filled(given) ?? given;
    this.#number += 1;
    this.#count(number, row);
    if (this.lines.length < maxShownRows) {
      this.lines.push(number);
      this.#hasNotes ||= filled(given).length > 1 && isEvidentNote(filled(given)[0]?.text);
    }
    const names = this.#names;
    for (let position = names.length; position < row.length; position += 1) names.push(`column${position + 1}`);
    for (let position = this.#keys.length; position < names.length; position += 1) {
      this.#keys.push(`${JSON.stringify(names[position])}:`);
    }
    const whole = this.#first || names.length <= columnsInFull;
    this.#first = false;
    const members = this.#keys.flatMap((key, position) => {
      const cell = row[position] ?? null;
      const isOwn = position >= this.#margin && !this.#spacers.has(position);
      return (isOwn && whole) || (isOwn ? cell !== null : !isFree(cell)) ? [`${key}${cellJson(cell)}`] : [];
    });
    return placedRecord(number, this.#number, `{${members.join(',')}}`);
  }

  #count(number: number, row: readonly SheetCell[]): void {
    row.forEach((cell, at) => {
      if (cell === null || cell.text.trim() === '') return;
      this.#lastFilled = number;
      const kinds = this.#kinds[at] ?? { numbers: 0, others: 0 };
      this.#kinds[at] = kinds;
      if (cell.kind === 'number') kinds.numbers += 1;
      else kinds.others += 1;
    });
  }
}

type Columns = NonNullable<LineRange['columns']>;

/** Merged cells as those of a sheet that has some of the columns alone; none if they are not within these. */
function mergedWithin({ left, right, ...rows }: MergedCells, { first, last }: Columns): MergedCells[] {
  return left < first - 1 || right >= last ? [] : [{ ...rows, left: left - first + 1, right: right - first + 1 }];
}

/** A row of a sheet that has some of the columns alone; none if these have no value. */
function rowWithin({ number, cells }: SheetRow, { first, last }: Columns): SheetRow[] {
  const own = cells.slice(first - 1, last);
  return isBlank(own) ? [] : [{ number, cells: own }];
}

function isFree(cell: SheetCell | undefined): boolean {
  return (cell?.text ?? '').trim() === '';
}

/** Cells that contain anything but blanks. */
function filled({ cells }: SheetRow) {
  return cells.filter((cell) => !isFree(cell));
}

/** Gives each of merged cells the value of their first. */
class MergedFill {
  #learnt = 0;
  readonly #byRow = new Map<number, MergedCells[]>();
  #open: { readonly cells: MergedCells; readonly value: SheetCell }[] = [];

  learn(merged: readonly MergedCells[]): void {
    for (const cells of merged.slice(this.#learnt)) {
      const known = this.#byRow.get(cells.from);
      if (known === undefined) this.#byRow.set(cells.from, [cells]);
      else known.push(cells);
    }
    this.#learnt = merged.length;
  }

  filled({ number, cells: given }: SheetRow): SheetRow {
    const opened = this.#byRow.get(number) ?? [];
    this.#open = this.#open.filter(({ cells }) => cells.to >= number);
    this.#open.push(...opened.map((cells) => ({ cells, value: given[cells.left] ?? null })));
    const filled = [...given];
    for (const { cells, value } of this.#open) {
      for (let at = filled.length; at <= cells.right; at += 1) filled.push(null);
      for (let at = cells.left; at <= cells.right; at += 1) filled[at] ??= value;
    }
    return { number, cells: filled };
  }
}

/** Number of leading columns without any value; 0 if there are no rows. */
function marginOf(rows: readonly SheetRow[]): number {
  const first = rows.flatMap(({ cells }) => {
    const at = cells.findIndex((cell) => cell !== null && cell.text !== '');
    return at < 0 ? [] : [at];
  });
  return first.length === 0 ? 0 : Math.min(...first);
}

/** Maximum number of rows whose position and text are kept for display. */
const maxShownRows = 200;

function leftOutRow({ number, cells }: SheetRow, why: LeftOutLine['why']): LeftOutLine {
  const text = cells.map((cell) => cell?.text ?? '').join(' │ ');
  return { line: number, text: text.slice(0, 500), why };
}
