import { explain } from '#shared/failures.ts';
import { columnLetters } from '#shared/text/sheet-range.ts';
import { IngestError } from '../../../reading.ts';
import type { ZipPart, ZipParts } from '../../archive/zip-file.ts';
import { RichText } from '../rich-text.ts';
import {
  assertColumn,
  assertRow,
  isBlank,
  noFacts,
  noteEmphasis,
  type OnRows,
  type SheetCell,
  type SheetFacts,
  type SheetRow,
  type Workbook,
} from '../sheet.ts';
import { readXml } from '../xml-events.ts';
import { makeOdsCell, type OdsCell } from './ods-cell.ts';

/** An OpenDocument spreadsheet (1.3, part 2, 3.1). @throws {IngestError} if it has no sheets, or a password */
export async function openOds(zip: ZipParts): Promise<Workbook> {
  await refuseEncrypted(zip);
  const content = zip.find('content.xml');
  const sheets = content === undefined ? [] : await listOdsSheets(content);
  if (content === undefined || sheets.length === 0) throw new IngestError(explain('workbook-empty'));
  return { sheets, readSheet: (position, onRows) => readOdsSheet(content, position, onRows) };
}

/** The list of the package's files says which of them are encrypted (part 2, 4.4). */
async function refuseEncrypted(zip: ZipParts): Promise<void> {
  const manifest = zip.find('META-INF/manifest.xml');
  if (manifest === undefined) return;
  await readXml(await manifest.read(), {
    open(name) {
      if (name === 'encryption-data') throw new IngestError(explain('of-protected-workbook'));
    },
  });
}

/** The element whose tables are the sheets (OpenDocument 1.3, part 3, 3.7); others are within cells or change logs. */
export const sheetParent = 'spreadsheet';

/** LibreOffice keeps copies of cells of other files as tables with the address of that file. */
const copyOfOtherFile = /^'(?:[^']|'')*'#/;

/** Whether an element is a sheet. */
export function isSheet(name: string, parent: string, attribute: (name: string) => string | undefined): boolean {
  return name === 'table' && parent === sheetParent && !copyOfOtherFile.test(attribute('name') ?? '');
}

/** The sheets of an OpenDocument spreadsheet, in tab order. @throws {IngestError} if the text is not well-formed */
export async function listOdsSheets(content: ZipPart): Promise<Workbook['sheets']> {
  const sheets: { name: string; hidden: boolean }[] = [];
  const hiddenStyles = new Set<string>();
  const path: string[] = [];
  let style = '';
  await readXml(await content.read(), {
    open(name, attribute) {
      const parent = path.at(-1) ?? '';
      path.push(name);
      if (name === 'style') style = attribute('name') ?? '';
      else if (name === 'table-properties' && attribute('display') === 'false') hiddenStyles.add(style);
      else if (isSheet(name, parent, attribute)) {
        sheets.push({ name: attribute('name') ?? '', hidden: hiddenStyles.has(attribute('style-name') ?? '') });
      }
    },
    close() {
      path.pop();
    },
  });
  return sheets;
}

/** A row that occurs several times in succession. */
interface RepeatedRow extends SheetRow {
  readonly count: number;
}

/** Rows that a file repeats are passed on in blocks of this many. */
const rowsAtOnce = 1_000;

/** How often an element is repeated, from 1. */
function countOf(attribute: string | undefined): number {
  const count = Number(attribute ?? 1);
  return Number.isSafeInteger(count) && count > 1 ? count : 1;
}

function isHidden(visibility: string | undefined): boolean {
  return visibility === 'collapse' || visibility === 'filter';
}

/** Attributes with the value of a cell of each type; that of other types is what the cell displays. */
const valueAttributes: Readonly<Record<string, string>> = {
  float: 'value',
  percentage: 'value',
  currency: 'value',
  boolean: 'boolean-value',
  date: 'date-value',
  time: 'time-value',
  string: 'string-value',
};

/** Parts of a cell or sheet whose text it does not display itself: comments, drawings, embedded tables. */
const besides: ReadonlySet<string> = new Set(['annotation', 'shapes', 'frame', 'note', 'ruby-text', 'table']);

interface OpenCell extends Omit<OdsCell, 'text'> {
  readonly isCovered: boolean;
  readonly isEmphasised: boolean;
  readonly count: number;
}

/** One sheet, built from the events of its elements. */
class SheetBuilder {
  readonly facts: SheetFacts = noFacts();
  readonly #hiddenColumns: { readonly from: number; readonly to: number }[] = [];
  #columns = 0;
  #width = 0;
  #number = 0;
  #rowCount = 1;
  #rowHidden = false;
  #row: SheetCell[] = [];
  #isEmphasised = true;
  /** Names of the styles of cells that are bold, or have a line above. */
  readonly #emphasised: ReadonlySet<string>;
  #column = 0;
  #cell: OpenCell | null = null;
  #paragraphs: string[] | null = null;
  #paragraph: RichText | null = null;
  /** Whether each of the spans that are open is superscript. */
  #spans: boolean[] = [];
  /** Names of the styles of superscript text. */
  readonly #superscript: ReadonlySet<string>;
  #rows: RepeatedRow[] = [];
  /** Depth within a part that does not count. */
  #besides = 0;

  constructor(emphasised: ReadonlySet<string>, superscript: ReadonlySet<string>) {
    this.#emphasised = emphasised;
    this.#superscript = superscript;
  }

  open(name: string, parent: string, attribute: (name: string) => string | undefined): void {
    if (this.#besides > 0 || besides.has(name)) this.#besides += 1;
    else if (name === 'table-column') this.#openColumn(attribute);
    else if (name === 'table-row') {
      this.#row = [];
      this.#isEmphasised = true;
      this.#column = 0;
      this.#rowCount = countOf(attribute('number-rows-repeated'));
      this.#rowHidden = isHidden(attribute('visibility'));
    } else if (name === 'table-cell' || name === 'covered-table-cell') this.#openCell(name, attribute);
    else if (name === 'p' && /^(?:covered-)?table-cell$/.test(parent)) this.#paragraph = new RichText();
    else if (name === 'span') this.#spans.push(this.#superscript.has(attribute('style-name') ?? ''));
    else if (name === 's') this.#write(' '.repeat(Math.min(countOf(attribute('c')), maxSpaces)));
    else if (name === 'tab') this.#write('\t');
    else if (name === 'line-break') this.#write('\n');
  }

  /** Blanks and line ends of the file are one blank each, and none at the beginning (part 3, 6.1.2). */
  text(piece: string): void {
    if (this.#besides > 0 || this.#paragraph === null) return;
    const collapsed = piece.replace(/[ \t\r\n]+/g, ' ');
    const { plain } = this.#paragraph;
    const isSecond = plain === '' || plain.endsWith(' ');
    this.#write(isSecond && collapsed.startsWith(' ') ? collapsed.slice(1) : collapsed);
  }

  close(name: string): void {
    if (this.#besides > 0) this.#besides -= 1;
    else if (name === 'p' && this.#paragraph !== null) {
      this.#paragraphs = [...(this.#paragraphs ?? []), this.#paragraph.toString()];
      this.#paragraph = null;
    } else if (name === 'span') this.#spans.pop();
    else if (name === 'table-cell' || name === 'covered-table-cell') this.#closeCell();
    else if (name === 'table-row') this.#closeRow();
  }

  #write(text: string): void {
    this.#paragraph?.add(text, this.#spans.includes(true));
  }

  #openColumn(attribute: (name: string) => string | undefined): void {
    const from = this.#columns;
    this.#columns += countOf(attribute('number-columns-repeated'));
    if (isHidden(attribute('visibility'))) this.#hiddenColumns.push({ from, to: this.#columns });
  }

  #openCell(name: string, attribute: (name: string) => string | undefined): void {
    const type = attribute('value-type');
    this.#cell = {
      type,
      value: type === undefined ? undefined : attribute(valueAttributes[type] ?? 'string-value'),
      isFormula: attribute('formula') !== undefined,
      isCovered: name === 'covered-table-cell',
      isEmphasised: this.#emphasised.has(attribute('style-name') ?? ''),
      count: countOf(attribute('number-columns-repeated')),
    };
    const spanned = countOf(attribute('number-rows-spanned'));
    if (spanned > 1 || countOf(attribute('number-columns-spanned')) > 1) {
      const left = this.#column;
      const right = left + countOf(attribute('number-columns-spanned')) - 1;
      this.facts.merged.push({ from: this.#number + 1, to: this.#number + spanned, left, right });
    }
    this.#paragraphs = null;
  }

  #closeCell(): void {
    if (this.#cell === null) return;
    const { isCovered, isEmphasised, count, ...cell } = this.#cell;
    this.#cell = null;
    // What another cell covers is not displayed.
    const made = isCovered ? null : makeOdsCell({ ...cell, text: this.#paragraphs?.join('\n') ?? null });
    if (made === 'error') this.facts.errors += count * this.#rowCount;
    if (made === 'uncalculated') this.facts.uncalculated += count * this.#rowCount;
    if (made !== null && typeof made === 'object') {
      this.#isEmphasised &&= isEmphasised;
      if (cell.type === 'float' && made.kind === 'text') this.facts.padded += count * this.#rowCount;
      assertColumn(this.#column + count - 1, `${columnLetters(this.#column + count - 1)}${this.#number + 1}`);
      while (this.#row.length < this.#column) this.#row.push(null);
      for (let at = 0; at < count; at += 1) this.#row.push(made);
    }
    this.#column += count;
  }

  #closeRow(): void {
    const number = this.#number + 1;
    this.#number += this.#rowCount;
    if (isBlank(this.#row)) return;
    assertRow(this.#number);
    if (this.#rowHidden) this.facts.hiddenRows += this.#rowCount;
    this.#width = Math.max(this.#width, this.#row.length);
    this.#rows.push({ number, cells: this.#row, count: this.#rowCount });
    noteEmphasis(this.facts, number, this.#isEmphasised);
  }

  /** The rows since the last call. */
  take(): readonly RepeatedRow[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  /** Hidden columns count as far as there are values. */
  end(): SheetFacts {
    const within = (column: number) => Math.min(column, this.#width);
    for (const { from, to } of this.#hiddenColumns) this.facts.hiddenColumns += within(to) - within(from);
    return this.facts;
  }
}

/** Whether properties of a style say that it is bold, or has a line above (part 3, 20.191 and 20.184). */
function isEmphasis(name: string, attribute: (name: string) => string | undefined): boolean {
  if (name === 'text-properties') return /^(?:bold|[6-9]00)$/.test(attribute('font-weight') ?? '');
  return name === 'table-cell-properties' && /^(?!none)./.test(attribute('border-top') ?? attribute('border') ?? '');
}

/** More blanks in succession than a text has. */
const maxSpaces = 10_000;

/** Passes on rows in blocks. @returns whether to continue */
async function giveRows(rows: readonly RepeatedRow[], facts: SheetFacts, onRows: OnRows): Promise<boolean> {
  let block: SheetRow[] = [];
  for (const { number, cells, count } of rows) {
    for (let at = 0; at < count; at += 1) {
      block.push({ number: number + at, cells });
      if (block.length < rowsAtOnce) continue;
      if (!(await onRows(block, facts))) return false;
      block = [];
    }
  }
  return block.length === 0 || onRows(block, facts);
}

/** Reads a sheet of an OpenDocument file from top to bottom: see {@link Workbook.readSheet}. */
export async function readOdsSheet(content: ZipPart, position: number, onRows: OnRows): Promise<SheetFacts> {
  const emphasised = new Set<string>();
  const superscript = new Set<string>();
  const builder = new SheetBuilder(emphasised, superscript);
  let style = '';
  const path: string[] = [];
  let sheets = 0;
  let state: 'before' | 'within' | 'after' = 'before';
  await readXml(
    await content.read(),
    {
      open(name, attribute) {
        const parent = path.at(-1) ?? '';
        path.push(name);
        if (state === 'within') builder.open(name, parent, attribute);
        else if (isSheet(name, parent, attribute)) {
          if (sheets === position) state = 'within';
          sheets += 1;
        } else if (name === 'style') style = attribute('name') ?? '';
        else {
          if (isEmphasis(name, attribute)) emphasised.add(style);
          if (/^(?:super|[1-9])/.test(attribute('text-position') ?? '')) superscript.add(style);
        }
      },
      text(piece) {
        if (state === 'within') builder.text(piece);
      },
      close(name) {
        path.pop();
        if (state !== 'within') return;
        if (path.at(-1) === sheetParent) state = 'after';
        else builder.close(name);
      },
    },
    async () => (await giveRows(builder.take(), builder.facts, onRows)) && state !== 'after',
  );
  await giveRows(builder.take(), builder.facts, onRows);
  return builder.end();
}
