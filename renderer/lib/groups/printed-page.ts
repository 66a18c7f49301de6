import type { Cell } from '#shared/cell.ts';
import { markupText } from '../format/markup-text.ts';
import type { GroupTable } from './table-text.ts';

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
