import { stringify } from 'csv-stringify/browser/esm/sync';
import type { Cell, Row } from '#shared/cell.ts';
import { inertText } from '#shared/text/spreadsheet-text.ts';
import { reportFailure } from '../../api/report-failure.ts';
import { makeWorkbook } from '../../api/service/statistics.ts';
import { chooseTarget, writeChosenFile } from '../../api/window/files.ts';
import { copyText } from '../../api/window/shell.ts';
import type { SummaryTable } from './model/summary-table.ts';

/** A summary as it leaves, with what it is of and where its numbers can be had again. */
export interface SummaryFile {
  readonly table: SummaryTable;
  readonly title: string;
  /** Dataset, version, filters and date. */
  readonly source: string;
  /** Address that gives the same groups. */
  readonly address: string;
  /** Proposed name of the file, without its extension. */
  readonly name: string;
}

function allLines({ title, source, address, table }: SummaryFile): Row[] {
  return [[title], [source], [address], [], table.head, ...table.lines];
}

/** A cell as text, every digit of an integer; what a spreadsheet would calculate is made inert. */
function fieldOf(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return inertText(cell);
  return typeof cell === 'object' ? JSON.stringify(cell) : String(cell);
}

/** A summary as CSV, with what it is of on top. */
export function csvOf(file: SummaryFile): string {
  return stringify(
    allLines(file).map((line) => line.map(fieldOf)),
    { record_delimiter: '\r\n' },
  );
}

/** Asks for a place and writes a summary there. @returns the path, null where the person cancelled or it failed */
export async function saveSummary(file: SummaryFile, kind: 'xlsx' | 'csv', question: string): Promise<string | null> {
  try {
    const kinds = [{ name: kind.toUpperCase(), extensions: [kind] }];
    const target = await chooseTarget(question, `${file.name.slice(0, 200)}.${kind}`, kinds);
    if (target === null) return null;
    await writeChosenFile(target, kind === 'xlsx' ? await makeWorkbook(allLines(file)) : base64Of(csvOf(file)));
    return target;
  } catch (error) {
    reportFailure(error);
    return null;
  }
}

/** Puts the table on the clipboard as spreadsheets take it. */
export function copySummary({ table }: SummaryFile): void {
  const text = stringify(
    [table.head, ...table.lines].map((line) => line.map(fieldOf)),
    { delimiter: '\t' },
  );
  copyText(text).catch(reportFailure);
}

const chunkBytes = 30_000;

function base64Of(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += chunkBytes)
    parts.push(String.fromCharCode(...bytes.subarray(at, at + chunkBytes)));
  return btoa(parts.join(''));
}
