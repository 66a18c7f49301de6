import type { Cell } from '#shared/cell.ts';
import { reportFailure } from '../../backend/failure.ts';
import { chooseTarget, writeChosenFile } from '../../backend/files.ts';
import { copyTable, pdfOf, printHtml } from '../../backend/shell.ts';
import { makeTable } from '../../backend/statistics.ts';
import { markupText } from '../../lib/format/markup-text.ts';
import {
  base64Of,
  type Credits,
  clipboardText,
  csvText,
  type GroupTable,
  printedPage,
  tableMarkup,
} from '../../lib/groups/table-text.ts';

/** A summary for export, with its source and where to obtain its numbers again. */
export interface SummaryFile {
  readonly table: GroupTable;
  readonly credits: Credits;
  /** The text of a cell as it is printed, by its column. */
  readonly textOf: (cell: Cell, column: number) => string;
  /** Suggested file name, without extension. */
  readonly name: string;
}

/** Asks where to save a summary and writes it. @returns the path; null if the user cancelled or it failed */
export async function saveSummary(
  file: SummaryFile,
  kind: 'xlsx' | 'csv' | 'pdf',
  question: string,
): Promise<string | null> {
  try {
    const kinds = [{ name: kind.toUpperCase(), extensions: [kind] }];
    const target = await chooseTarget(question, `${file.name.slice(0, 200)}.${kind}`, kinds);
    if (target === null) return null;
    const { credits, table } = file;
    const content = {
      xlsx: () => makeTable('xlsx', table, credits),
      csv: () => base64Of(csvText(table)),
      pdf: () => pdfOf(pageOf(file), null),
    };
    await writeChosenFile(target, await content[kind]());
    return target;
  } catch (error) {
    reportFailure(error);
    return null;
  }
}

/** The table as it is printed, with its source below. */
function pageOf({ table, credits: { title, source }, textOf }: SummaryFile): string {
  const parts = [`<h1>${markupText(title)}</h1>`, tableMarkup(table, textOf), `<footer>${markupText(source)}</footer>`];
  return printedPage(title, parts.join(''));
}

export function printSummary(file: SummaryFile): void {
  printHtml(pageOf(file)).catch(reportFailure);
}

/** Copies the table in the format that spreadsheets paste. @returns the number of cells */
export async function copySummary({ table }: SummaryFile): Promise<number> {
  await copyTable({ text: clipboardText(table), html: tableMarkup(table) });
  return table.head.length * (table.lines.length + 1);
}
