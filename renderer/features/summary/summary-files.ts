import { reportFailure } from '../../api/report-failure.ts';
import { makeWorkbook } from '../../api/service/statistics.ts';
import { chooseTarget, writeChosenFile } from '../../api/window/files.ts';
import { copyText } from '../../api/window/shell.ts';
import {
  base64Of,
  type Credits,
  clipboardText,
  creditedLines,
  csvText,
  type GroupTable,
} from '../../lib/groups/table-text.ts';

/** A summary as it leaves, with what it is of and where its numbers can be had again. */
export interface SummaryFile {
  readonly table: GroupTable;
  readonly credits: Credits;
  /** Proposed name of the file, without its extension. */
  readonly name: string;
}

/** Asks for a place and writes a summary there. @returns the path, null where the person cancelled or it failed */
export async function saveSummary(file: SummaryFile, kind: 'xlsx' | 'csv', question: string): Promise<string | null> {
  try {
    const kinds = [{ name: kind.toUpperCase(), extensions: [kind] }];
    const target = await chooseTarget(question, `${file.name.slice(0, 200)}.${kind}`, kinds);
    if (target === null) return null;
    const lines = creditedLines(file.credits, file.table);
    await writeChosenFile(target, kind === 'xlsx' ? await makeWorkbook(lines) : base64Of(csvText(lines)));
    return target;
  } catch (error) {
    reportFailure(error);
    return null;
  }
}

/** Puts the table on the clipboard as spreadsheets take it. */
export function copySummary({ table }: SummaryFile): void {
  copyText(clipboardText(table)).catch(reportFailure);
}
