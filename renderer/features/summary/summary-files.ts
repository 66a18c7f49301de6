import { reportFailure } from '../../backend/failure.ts';
import { chooseTarget, writeChosenFile } from '../../backend/files.ts';
import { copyText } from '../../backend/shell.ts';
import { makeTable } from '../../backend/statistics.ts';
import { base64Of, type Credits, clipboardText, csvText, type GroupTable } from '../../lib/groups/table-text.ts';

/** A summary for export, with its source and where to obtain its numbers again. */
export interface SummaryFile {
  readonly table: GroupTable;
  readonly credits: Credits;
  /** Suggested file name, without extension. */
  readonly name: string;
}

/** Asks where to save a summary and writes it. @returns the path; null if the user cancelled or it failed */
export async function saveSummary(file: SummaryFile, kind: 'xlsx' | 'csv', question: string): Promise<string | null> {
  try {
    const kinds = [{ name: kind.toUpperCase(), extensions: [kind] }];
    const target = await chooseTarget(question, `${file.name.slice(0, 200)}.${kind}`, kinds);
    if (target === null) return null;
    const { credits, table } = file;
    const isWorkbook = kind === 'xlsx';
    const content = isWorkbook ? makeTable(kind, table, credits) : base64Of(csvText(table));
    await writeChosenFile(target, await content);
    return target;
  } catch (error) {
    reportFailure(error);
    return null;
  }
}

/** Copies the table in the format that spreadsheets paste. @returns the number of cells */
export async function copySummary({ table }: SummaryFile): Promise<number> {
  await copyText(clipboardText(table));
  return table.head.length * (table.lines.length + 1);
}
