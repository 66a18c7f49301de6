import { readFile } from 'node:fs/promises';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { explain } from '#shared/failures.ts';
import { IngestError } from '../../../reading.ts';
import { RichText } from '../rich-text.ts';
import {
  decimalCell,
  isBlank,
  type MergedCells,
  noFacts,
  type SheetCell,
  type SheetRow,
  type Workbook,
} from '../sheet.ts';
import { decodedText } from '../xls/open-xls.ts';

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

interface PageTable {
  readonly name: string;
  readonly rows: readonly SheetRow[];
  readonly merged: readonly MergedCells[];
  /** Whether the first row has nothing but headings. */
  readonly headed: boolean;
}

const rowsAtOnce = 1_000;
/** A cell of a page extends over no more (HTML standard, 4.9.12). */
const maxSpan = 1_000;

/** Opens the tables of a web page, as portals save them under the name of a workbook. @throws {IngestError} */
export async function openHtml(path: string): Promise<Workbook> {
  const tables = tablesIn(parse(decodedText(await readFile(path))).childNodes).filter(isTable);
  if (tables.length === 0) throw new IngestError(explain('of-web-page'));
  const names = new Map<string, number>();
  const sheets = tables.map(({ name }, at) => {
    const plain = name.slice(0, 100) || `Table ${at + 1}`;
    const count = (names.get(plain) ?? 0) + 1;
    names.set(plain, count);
    return { name: count === 1 ? plain : `${plain} (${count})`, hidden: false };
  });
  return {
    sheets,
    async readSheet(position, onRows) {
      const { rows, merged } = tables[position] ?? { rows: [], merged: [] };
      const facts = { ...noFacts(), merged: [...merged] };
      for (let at = 0; at < rows.length; at += rowsAtOnce)
        if (!(await onRows(rows.slice(at, at + rowsAtOnce), facts))) break;
      return facts;
    },
  };
}

/** Whether rows are more than what a page is laid out with. */
function isTable({ name, rows, headed }: PageTable): boolean {
  const wide = rows.filter(({ cells }) => cells.filter((cell) => cell !== null).length > 1);
  return wide.length > 1 || (headed && rows.length > (name === '' ? 1 : 2));
}

const headings = /^h[1-6]$/;

/** All tables below some nodes, also those within others, each named by its caption or the last heading before it. */
function tablesIn(nodes: readonly Node[]): PageTable[] {
  const found: PageTable[] = [];
  let heading = '';
  // Deep pages must not exhaust the stack.
  const open: Node[] = [...nodes].reverse();
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (!('childNodes' in node)) continue;
    if (headings.test(node.tagName)) heading = textOf(node);
    if (node.tagName === 'table') found.push(pageTable(node, heading));
    open.push(...[...node.childNodes].reverse());
  }
  return found;
}

function pageTable(table: Element, heading: string): PageTable {
  const caption = elementsOf(table, new Set(['caption']))[0];
  const title = caption === undefined ? heading : textOf(caption);
  const parts = new Set(['thead', 'tbody', 'tfoot']);
  const rows = elementsOf(table, new Set(['tr', ...parts])).flatMap((one) =>
    parts.has(one.tagName) ? elementsOf(one, new Set(['tr'])) : [one],
  );
  const merged: MergedCells[] = [];
  // A title is a row of its own, with a gap below it.
  const first = title === '' ? 1 : 3;
  let covering: readonly MergedCells[] = [];
  const filled = rows.map((row, at) => {
    const made = pageRow(row, first + at, covering);
    merged.push(...made.merged);
    covering = [...covering, ...made.merged].filter(({ to }) => to > first + at);
    return made.row;
  });
  const own = filled.filter(({ cells }) => !isBlank(cells));
  const titled: SheetRow[] = title === '' ? own : [{ number: 1, cells: [{ kind: 'text', text: title }] }, ...own];
  const [head] = rows;
  const headed = head !== undefined && elementsOf(head, new Set(['td'])).length === 0;
  return { name: title, rows: titled, merged, headed };
}

/** @param covering cells of rows above that extend to this one */
function pageRow(row: Element, number: number, covering: readonly MergedCells[]) {
  const cells: SheetCell[] = [];
  const merged: MergedCells[] = [];
  const isCovered = (at: number) => covering.some(({ left, right }) => left <= at && at <= right);
  for (const cell of elementsOf(row, new Set(['td', 'th']))) {
    while (isCovered(cells.length)) cells.push(null);
    const [columns, rows] = [spanOf(cell, 'colspan'), spanOf(cell, 'rowspan')];
    const left = cells.length;
    if (columns > 1 || rows > 1) merged.push({ from: number, to: number + rows - 1, left, right: left + columns - 1 });
    cells.push(cellOf(cell));
    for (let at = 1; at < columns; at += 1) cells.push(null);
  }
  return { row: { number, cells }, merged };
}

function spanOf(cell: Element, name: string): number {
  const span = Number(attributeOf(cell, name) ?? 1);
  return Number.isInteger(span) && span > 0 ? Math.min(span, maxSpan) : 1;
}

function attributeOf({ attrs }: Element, name: string): string | undefined {
  return attrs.find((one) => one.name === name)?.value;
}

function cellOf(cell: Element): SheetCell {
  const stored = attributeOf(cell, 'x:num');
  if (stored !== undefined && stored !== '') return decimalCell(stored);
  const text = textOf(cell);
  if (text === '') return null;
  return /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text) ? decimalCell(text) : { kind: 'text', text };
}

/** The elements directly within another one, of some names. */
function elementsOf({ childNodes }: Element, names: ReadonlySet<string>): Element[] {
  return childNodes.flatMap((node) => ('tagName' in node && names.has(node.tagName) ? [node] : []));
}

const unseen = new Set(['script', 'style', 'template', 'table', 'noscript']);

/** The text within an element as it is shown, with single blanks; that of tables within it is theirs. */
function textOf(element: Element): string {
  const text = new RichText();
  const open: { node: Node; isSuperscript: boolean }[] = [];
  const openAll = ({ childNodes }: Element, isSuperscript: boolean) =>
    open.push(...childNodes.map((node) => ({ node, isSuperscript })).reverse());
  openAll(element, false);
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    const { node, isSuperscript } = one;
    if (node.nodeName === '#text' && 'value' in node) text.add(node.value, isSuperscript);
    else if (node.nodeName === 'br') text.add(' ', false);
    else if ('childNodes' in node && !unseen.has(node.nodeName))
      openAll(node, isSuperscript || node.nodeName === 'sup');
  }
  return text
    .toString()
    .replaceAll(/[\s\u00a0]+/g, ' ')
    .trim();
}
