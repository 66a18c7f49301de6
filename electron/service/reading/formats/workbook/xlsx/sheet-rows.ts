import { explain } from '#shared/failures.ts';
import { columnLetters } from '#shared/text/sheet-range.ts';
import { IngestError } from '../../../reading.ts';
import { writtenMoment } from '../../../values/moment-cells.ts';
import type { ZipPart } from '../../archive/zip-file.ts';
import { RichText } from '../rich-text.ts';
import {
  assertColumn,
  assertRow,
  isBlank,
  type MergedCells,
  momentTextCell,
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
  if (text === null)
    throw new IngestError(explain('workbook-text-missing', { cell: `${columnLetters(column)}${row}` }));
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
      return momentTextCell(writtenMoment(text, workbook.codes[cell.style]), workbook.shown[cell.style] ?? text.length);
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
  const isKnown = sheet.part.bytes <= maxSearchedBytes;
  const merged = await findMerged(sheet.part);
  const builder = new SheetBuilder(workbook, await readSharedStrings(workbook.sharedStrings), isKnown);
  builder.facts.merged.push(...merged);
  const give = async () => {
    const rows = builder.take();
    return rows.length === 0 || onRows(rows, builder.facts);
  };
  await readXml(await sheet.part.read(), builder, give);
  await give();
  return builder.facts;
}

/** The rows of a sheet, built from the events of its elements. */
class SheetBuilder {
  readonly facts: SheetFacts = noFacts();
  readonly #workbook: WorkbookParts;
  readonly #strings: SharedStrings;
  readonly #isMergedKnown: boolean;
  #rows: SheetRow[] = [];
  #row: SheetCell[] = [];
  /** Extensions of a sheet may have elements of the same names. */
  #inData = false;
  #number = 0;
  /** The column of a cell without a reference. */
  #nextColumn = 0;
  #cell: OpenCell | null = null;
  #value: string | null = null;
  /** The text of a cell that has its own; null for other cells. */
  #richText: RichText | null = null;
  #inValue = false;
  #inPhonetic = false;
  #isSuperscript = false;
  #isFormula = false;
  #isEmphasised = true;

  /** @param isMergedKnown whether the merged cells are known already */
  constructor(workbook: WorkbookParts, strings: SharedStrings, isMergedKnown: boolean) {
    this.#workbook = workbook;
    this.#strings = strings;
    this.#isMergedKnown = isMergedKnown;
  }

  /** The rows since the last call. */
  take(): SheetRow[] {
    return this.#rows.splice(0);
  }

  open(name: string, attribute: (name: string) => string | undefined): void {
    if (name === 'sheetData') this.#inData = true;
    else if (name === 'col' && isTrue(attribute('hidden'))) {
      this.facts.hiddenColumns += Math.max(1, Number(attribute('max')) - Number(attribute('min')) + 1 || 1);
    } else if (name === 'mergeCell' && !this.#isMergedKnown) {
      this.facts.merged.push(mergedCells(attribute('ref') ?? ''));
    } else if (!this.#inData) return;
    else if (name === 'row') {
      this.#row = [];
      this.#isEmphasised = true;
      this.#nextColumn = 0;
      this.#number = rowNumber(attribute('r'), this.#number);
      if (isTrue(attribute('hidden'))) this.facts.hiddenRows += 1;
    } else if (name === 'c') this.#openCell(attribute);
    else if (name === 'f') this.#isFormula = true;
    else if (name === 'rPh') this.#inPhonetic = true;
    else if (name === 'v' || (name === 't' && !this.#inPhonetic)) {
      this.#inValue = this.#cell !== null;
      this.#value ??= '';
    } else if (name === 'is') this.#richText = new RichText();
    else if (name === 'r') this.#isSuperscript = false;
    else if (name === 'vertAlign') this.#isSuperscript = attribute('val') === 'superscript';
  }

  text(piece: string): void {
    if (!this.#inValue) return;
    if (this.#richText === null) this.#value = (this.#value ?? '') + piece;
    else this.#richText.add(piece, this.#isSuperscript);
  }

  close(name: string): void {
    if (name === 'sheetData') this.#inData = false;
    else if (!this.#inData) return;
    else if (name === 'v' || name === 't') this.#inValue = false;
    else if (name === 'rPh') this.#inPhonetic = false;
    else if (name === 'is') {
      this.#value = this.#richText?.toString() ?? null;
      this.#richText = null;
      this.#isSuperscript = false;
    } else if (name === 'c') this.#closeCell();
    // A row of nothing but formatted cells is no record.
    else if (name === 'row' && !isBlank(this.#row)) {
      this.#rows.push({ number: this.#number, cells: this.#row });
      noteEmphasis(this.facts, this.#number, this.#isEmphasised);
    }
  }

  #openCell(attribute: (name: string) => string | undefined): void {
    const reference = attribute('r');
    const named = reference === undefined ? -1 : columnOf(reference);
    const column = named < 0 ? this.#nextColumn : named;
    this.#nextColumn = column + 1;
    assertColumn(column, reference ?? `${column + 1}`);
    const [type, style] = [attribute('t') ?? 'n', Number(attribute('s') ?? 0)];
    this.#cell = { row: this.#number, column, type, style };
    this.#value = null;
    this.#isFormula = false;
  }

  #closeCell(): void {
    const cell = this.#cell;
    if (cell === null) return;
    this.#cell = null;
    const [value, workbook] = [this.#value, this.#workbook];
    const made = makeCell(cell, value, workbook, this.#strings);
    if (cell.type === 'e') this.facts.errors += 1;
    else if (isPadded(made, cell.type, workbook.zeros[cell.style])) this.facts.padded += 1;
    else if (this.#isFormula && (value === null || (value === '' && cell.type !== 'str'))) this.facts.uncalculated += 1;
    if (made === null) return;
    while (this.#row.length < cell.column) this.#row.push(null);
    this.#row[cell.column] = made;
    this.#isEmphasised &&= workbook.emphasised[cell.style] === true;
  }
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
 * Reads the texts that the cells of a workbook refer to by index. Runs of rich text are joined, see
 * {@link RichText}; phonetic hints are dropped. They are stored as bytes, which take less memory than as many small strings.
 * @throws {IngestError} if they are too large to store
 */
async function readSharedStrings(part: ZipPart | undefined): Promise<SharedStrings> {
  const kept = new StoredTexts();
  if (part === undefined) return kept;
  let text = new RichText();
  let length = 0;
  let inText = false;
  let inPhonetic = false;
  let isSuperscript = false;
  await readXml(await part.read(), {
    open(name, attribute) {
      if (name === 'si' || name === 'r') isSuperscript = false;
      if (name === 'si') {
        text = new RichText();
        length = 0;
      } else if (name === 'rPh') inPhonetic = true;
      else if (name === 't') inText = !inPhonetic;
      else if (name === 'vertAlign') isSuperscript = attribute('val') === 'superscript';
    },
    text(piece) {
      if (!inText) return;
      text.add(piece, isSuperscript);
      length += piece.length;
      if (length > maxTextBytes) throw tooLarge();
    },
    close(name) {
      if (name === 't') inText = false;
      else if (name === 'rPh') inPhonetic = false;
      else if (name === 'si') kept.add(unescapeText(text.toString()));
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
