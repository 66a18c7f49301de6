import { stringify } from 'csv-stringify/browser/esm/sync';
import type { Cell, Row } from '#shared/cell.ts';
import { inertText } from '#shared/text/spreadsheet-text.ts';
import { markupText } from '../format/markup-text.ts';

/** Groups as an exported table: a heading, and a line per group. */
export interface GroupTable {
  readonly head: readonly string[];
  readonly lines: readonly Row[];
}

/** The source of exported groups, and where to obtain them again. */
export interface Credits {
  readonly title: string;
  /** Dataset, version, filters and date. */
  readonly source: string;
  /** Addresses that return the same groups: one, or one per compared version. */
  readonly addresses: readonly string[];
  /** Link that opens the same view; empty if there is none. */
  readonly link: string;
}

/** What is printed with a chart besides its title. */
export interface PrintedWords {
  readonly subtitle: string;
  /** What an editor adds, and what the chart does not show, each in a line. */
  readonly note: string;
  /** Publisher, licence, version and a short address, in one line. */
  readonly footer: string;
}

/** A cell as text, with every digit of an integer; formulas are neutralised. */
function fieldOf(cell: Cell): string {
  return typeof cell === 'string' ? inertText(cell) : plainText(cell);
}

/** A table as CSV (RFC 4180). Its credits are not in it: programs expect the header in the first line. */
export function csvText({ head, lines }: GroupTable): string {
  return stringify(
    [head, ...lines].map((line) => line.map(fieldOf)),
    { record_delimiter: '\r\n' },
  );
}

/** A table in the format that spreadsheets paste. */
export function clipboardText({ head, lines }: GroupTable): string {
  return stringify(
    [head, ...lines].map((line) => line.map(fieldOf)),
    { delimiter: '\t' },
  );
}

/** Well below the maximum number of arguments of a call. */
const chunkBytes = 30_000;

/** The UTF-8 bytes of a text as base64. */
export function base64Of(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const letters: string[] = [];
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    letters.push(String.fromCharCode(...bytes.subarray(at, at + chunkBytes)));
  }
  return btoa(letters.join(''));
}

/** A table in HTML. @param textOf the text of a cell, if it is not written as it is */
export function tableMarkup(
  { head, lines }: GroupTable,
  textOf: (cell: Cell, column: number) => string = plainText,
): string {
  const cells = (line: readonly Cell[], tag: 'td' | 'th') =>
    line.map((cell, at) => {
      const isNumber = typeof cell === 'number' || typeof cell === 'bigint';
      return `<${tag}${isNumber ? ' align="right"' : ''}>${markupText(tag === 'th' ? plainText(cell) : textOf(cell, at))}</${tag}>`;
    });
  const rows = lines.map((line) => `<tr>${cells(line, 'td').join('')}</tr>`);
  return `<table><thead><tr>${cells(head, 'th').join('')}</tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

function plainText(cell: Cell): string {
  if (cell === null) return '';
  return typeof cell === 'object' ? JSON.stringify(cell) : String(cell);
}

const style = `
  body { margin: 0; font: 10pt/1.35 sans-serif; color: #0f172a; background: #fff }
  h1 { font-size: 14pt; margin: 0 0 8pt }
  table { border-collapse: collapse; font-variant-numeric: tabular-nums }
  th, td { padding: 2pt 6pt; border-bottom: .5pt solid #cbd5e1; text-align: left }
  [align=right] { text-align: right }
  thead { display: table-header-group }
  tr { break-inside: avoid }
  footer { margin-top: 8pt; font-size: 8pt; color: #475569 }
  svg { display: block; max-width: 100%; max-height: 100vh; height: auto }
`;

/** A page to print. @param body markup */
export function printedPage(title: string, body: string): string {
  return `<!doctype html><meta charset="utf-8"><title>${markupText(title)}</title><style>${style}</style>${body}`;
}
