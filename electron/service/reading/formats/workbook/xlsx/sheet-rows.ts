import { explain } from '#shared/failures.ts';
import { IngestError } from '../../../reading.ts';
import { writtenMoment } from '../../../values/moment-cells.ts';
import type { ZipPart } from '../../archive/zip-file.ts';
import {
  assertColumn,
  assertRow,
  isBlank,
  lettersOf,
  type MergedCells,
  noFacts,
  noteEmphasis,
  type OnRows,
  paddedCell,
  type SheetCell,
  type SheetFacts,
  type SheetRow,
  type Workbook,
} from '../sheet.ts';
import { readXml } from '../xml-events.ts';
import { serialText } from './date-formats.ts';
import type { WorkbookParts } from './workbook-parts.ts';

/** The column of a cell reference such as `AB12`, from 0; -1 if it is not one. */
export function columnOf(reference: string): number {
  let column = 0;
  for (const letter of reference.toUpperCase()) {
    const value = letter.charCodeAt(0) - 64;
    if (value < 1 || value > 26) break;
    column = column * 26 + value;
  }
  return column - 1;
}

interface OpenCell {
  readonly row: number;
  readonly column: number;
  readonly type: string;
  readonly style: number;
}

/** @throws {IngestError} for a text that does not exist */
function sharedText(strings: SharedStrings, position: string, { row, column }: OpenCell): string {
  const text = strings.at(Number(position));
  if (text === null) throw new IngestError(explain('workbook-text-missing', { cell: `${lettersOf(column)}${row}` }));
  return text;
}

function makeCell(cell: OpenCell, value: string | null, workbook: WorkbookParts, strings: SharedStrings): SheetCell {
  if (value === null) return null;
  const isText = cell.type === 'str' || cell.type === 'inlineStr';
  if (!isText && value.trim() === '') return null;
  switch (cell.type) {
    case 's':
      return { kind: 'text', text: sharedText(strings, value, cell) };
    case 'str':
    case 'inlineStr':
      return { kind: 'text', text: unescapeText(value) };
    case 'b':
      return { kind: 'text', text: /^(?:1|true)$/i.test(value.trim()) ? 'true' : 'false' };
    case 'd':
      return { kind: 'text', text: value.trim() };
    case 'e':
      return null;
    default: {
      const shape = workbook.shapes[cell.style] ?? 'number';
      const text = shape === 'number' ? null : serialText(Number(value), shape, workbook.from1904);
      if (text === null) return paddedCell(value, workbook.zeros[cell.style] ?? 0);
      return { kind: 'text', text: writtenMoment(text, workbook.codes[cell.style]) };
    }
  }
}

/** Whether a number is shown with leading zeros. */
function isPadded(made: SheetCell, type: string, zeros = 0): boolean {
  return zeros > 1 && type === 'n' && made?.kind === 'text';
}

/** Merged cells such as `A2:B4`. */
function mergedCells(reference: string): MergedCells {
  const [first = '', last = first] = reference.split(':');
  const rowOf = (corner: string) => Number(corner.replace(/\D/g, ''));
  return { from: rowOf(first), to: rowOf(last), left: columnOf(first), right: columnOf(last) };
}

/** In a larger sheet, merged cells are only known below all rows. */
const maxSearchedBytes = 64 * 2 ** 20;

/** The merged cells, which a sheet lists below its rows. */
async function findMerged(part: ZipPart): Promise<MergedCells[]> {
  if (part.bytes > maxSearchedBytes) return [];
  const found: MergedCells[] = [];
  let rest = '';
  for await (const piece of await part.read()) {
    // Names and references are ASCII, also in UTF-16 without its zeros.
    const text = rest + (piece as Buffer).toString('latin1').replaceAll('\0', '');
    const from = text.indexOf('mergeCell');
    const known = from < 0 ? '' : text.slice(from);
    for (const [, reference = ''] of known.matchAll(/mergeCell\s[^>]{0,200}?ref=["']([A-Z]+\d+:[A-Z]+\d+)["'][^>]*>/g))
      found.push(mergedCells(reference));
    rest = text.slice(Math.max(0, text.lastIndexOf('<')));
  }
  return found;
}

function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true';
}

/** The number of a row; one more than the previous row's if it has none. @throws {IngestError} */
function rowNumber(attribute: string | undefined, before: number): number {
  const number = attribute === undefined ? before + 1 : Number(attribute);
  assertRow(number, attribute);
  return Math.max(number || 0, before + 1);
}

/** Reads a sheet from top to bottom: see {@link Workbook.readSheet}. */
export async function readSheet(workbook: WorkbookParts, position: number, onRows: OnRows): Promise<SheetFacts> {
  const sheet = workbook.sheets[position];
  if (sheet === undefined) throw new Error(`There is no sheet ${position}.`);
  const facts: SheetFacts = noFacts();
  facts.merged.push(...(await findMerged(sheet.part)));
  const isKnown = sheet.part.bytes <= maxSearchedBytes;
  const strings = await readSharedStrings(workbook.sharedStrings);
  let rows: SheetRow[] = [];
  let row: SheetCell[] = [];
  /** Extensions of a sheet may have elements of the same names. */
  let inData = false;
  let number = 0;
  /** The column of a cell without a reference. */
  let nextColumn = 0;
  let cell: OpenCell | null = null;
  let value: string | null = null;
  let inValue = false;
  let inPhonetic = false;
  let isFormula = false;
  let isEmphasised = true;

  await readXml(
    await sheet.part.read(),
    {
      open(name, attribute) {
        if (name === 'sheetData') inData = true;
        else if (name === 'col' && isTrue(attribute('hidden'))) {
          facts.hiddenColumns += Math.max(1, Number(attribute('max')) - Number(attribute('min')) + 1 || 1);
        } else if (name === 'mergeCell' && !isKnown) facts.merged.push(mergedCells(attribute('ref') ?? ''));
        else if (!inData) return;
        else if (name === 'row') {
          row = [];
          isEmphasised = true;
          nextColumn = 0;
          number = rowNumber(attribute('r'), number);
          if (isTrue(attribute('hidden'))) facts.hiddenRows += 1;
        } else if (name === 'c') {
          const reference = attribute('r');
          const named = reference === undefined ? -1 : columnOf(reference);
          const column = named < 0 ? nextColumn : named;
          nextColumn = column + 1;
          assertColumn(column, reference ?? `${column + 1}`);
          cell = { row: number, column, type: attribute('t') ?? 'n', style: Number(attribute('s') ?? 0) };
          value = null;
          isFormula = false;
        } else if (name === 'f') isFormula = true;
        else if (name === 'rPh') inPhonetic = true;
        else if (name === 'v' || (name === 't' && !inPhonetic)) {
          inValue = cell !== null;
          value ??= '';
        } else if (name === 'is') value ??= '';
      },
      text(piece) {
        if (inValue) value = (value ?? '') + piece;
      },
      close(name) {
        if (name === 'sheetData') inData = false;
        else if (!inData) return;
        else if (name === 'v' || name === 't') inValue = false;
        else if (name === 'rPh') inPhonetic = false;
        else if (name === 'c' && cell !== null) {
          const made = makeCell(cell, value, workbook, strings);
          if (cell.type === 'e') facts.errors += 1;
          else if (isPadded(made, cell.type, workbook.zeros[cell.style])) facts.padded += 1;
          else if (isFormula && (value === null || (value === '' && cell.type !== 'str'))) facts.uncalculated += 1;
          if (made !== null) {
            while (row.length < cell.column) row.push(null);
            row[cell.column] = made;
            isEmphasised &&= workbook.emphasised[cell.style] === true;
          }
          cell = null;
        } else if (name === 'row') {
          // A row of nothing but formatted cells is no record.
          if (isBlank(row)) return;
          rows.push({ number, cells: row });
          noteEmphasis(facts, number, isEmphasised);
        }
      },
    },
    async () => {
      const ready = rows;
      rows = [];
      return ready.length === 0 || onRows(ready, facts);
    },
  );
  if (rows.length > 0) await onRows(rows, facts);
  return facts;
}

/** A surrogate that is not one of a pair. */
const halfCharacter = /\p{Surrogate}/u;

/**
 * Characters that XML cannot contain are written as `_x0000_` (ECMA-376 part 1, 22.9.2.19).
 * @throws {IngestError} for an unpaired surrogate, which no text can contain
 */
function unescapeText(text: string): string {
  if (!text.includes('_x')) return text;
  const whole = text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
  if (halfCharacter.test(whole)) throw new IngestError(explain('workbook-half-character'));
  return whole;
}

/** Maximum memory of a workbook's texts; those of a sheet full of texts take about half of it. */
const maxTextBytes = 256 * 2 ** 20;
const maxTexts = 2 ** 26;

/** The texts that the cells of a workbook refer to by index. */
interface SharedStrings {
  /** The text at an index; null for an index that does not exist. */
  at(number: number): string | null;
}

/**
 * Reads the texts that the cells of a workbook refer to by index. Runs of rich text are joined; phonetic hints are
 * dropped. They are stored as bytes, which take less memory than as many small strings.
 * @throws {IngestError} if they are too large to store
 */
async function readSharedStrings(part: ZipPart | undefined): Promise<SharedStrings> {
  const kept = new StoredTexts();
  if (part === undefined) return kept;
  let text = '';
  let inText = false;
  let inPhonetic = false;
  await readXml(await part.read(), {
    open(name) {
      if (name === 'si') text = '';
      else if (name === 'rPh') inPhonetic = true;
      else if (name === 't') inText = !inPhonetic;
    },
    text(piece) {
      if (!inText) return;
      text += piece;
      if (text.length > maxTextBytes) throw tooLarge();
    },
    close(name) {
      if (name === 't') inText = false;
      else if (name === 'rPh') inPhonetic = false;
      else if (name === 'si') kept.add(unescapeText(text));
    },
  });
  return kept;
}

function tooLarge(): IngestError {
  return new IngestError(explain('workbook-texts-too-large', { limit: maxTextBytes / 2 ** 20 }));
}

/** Concatenated texts in a few large pieces of memory. */
class StoredTexts implements SharedStrings {
  #bytes = Buffer.allocUnsafe(1 << 16);
  #length = 0;
  #ends = new Uint32Array(1 << 10);
  #count = 0;

  add(text: string): void {
    const needed = this.#length + Buffer.byteLength(text);
    if (needed > maxTextBytes || this.#count === maxTexts) throw tooLarge();
    if (needed > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(needed, this.#bytes.length * 2));
      this.#bytes.copy(larger, 0, 0, this.#length);
      this.#bytes = larger;
    }
    this.#length += this.#bytes.write(text, this.#length);
    if (this.#count === this.#ends.length) {
      const larger = new Uint32Array(this.#ends.length * 2);
      larger.set(this.#ends);
      this.#ends = larger;
    }
    this.#ends[this.#count] = this.#length;
    this.#count += 1;
  }

  at(number: number): string | null {
    const end = number < this.#count ? this.#ends[number] : undefined;
    return end === undefined ? null : this.#bytes.toString('utf8', this.#ends[number - 1] ?? 0, end);
  }
}
