import { open } from 'node:fs/promises';
import { say } from '#shared/sentences/say.ts';
import { IngestError, type LongWork, type Source } from '../../rows/row-store.ts';
import { openZip } from '../archive/zip-file.ts';
import { uniqueNames } from '../plan.ts';
import { readSheet, type SheetCell, type SheetRow } from './sheet-rows.ts';
import { readWorkbook, type WorkbookSheet } from './workbook-parts.ts';

/** Names of a workbook's sheets, in the order of its tabs. @throws {IngestError} */
export async function sheetNames(path: string): Promise<string[]> {
  const zip = await openZip(path);
  try {
    return (await readWorkbook(zip)).sheets.map(({ name }) => name);
  } finally {
    zip.close();
  }
}

/** The first row names the columns when every one of its cells is a text, and no two are the same. */
function looksLikeHeader(row: SheetRow): boolean {
  const texts = row.map((cell) => (cell?.kind === 'text' ? cell.text.trim() : ''));
  return texts.length > 0 && texts.every((text) => text !== '') && new Set(texts).size === texts.length;
}

function namesOf(row: SheetRow, header: boolean): string[] {
  const names = row.map((cell, position) =>
    header && cell !== null && cell.text !== '' ? cell.text : `column${position + 1}`,
  );
  return uniqueNames(names);
}

function cellJson(cell: SheetCell | undefined): string {
  if (cell === null || cell === undefined) return 'null';
  return cell.kind === 'number' ? cell.text : JSON.stringify(cell.text);
}

/** In a wider sheet cells without a value are left out: otherwise a cell far to the right would make every record long. */
const columnsInFull = 256;

/** Makes records of rows, one JSON object a line. Columns that only later rows have are named as they appear. */
function recordWriter(asked: boolean | undefined): (rows: readonly SheetRow[]) => string[] {
  let names: string[] | null = null;
  const keys: string[] = [];
  let first = true;
  return (rows) => {
    let from = 0;
    const [top] = rows;
    if (names === null && top !== undefined) {
      const header = asked ?? looksLikeHeader(top);
      names = namesOf(top, header);
      from = header ? 1 : 0;
    }
    const known = names ?? [];
    return rows.slice(from).map((row) => {
      for (let position = known.length; position < row.length; position += 1) known.push(`column${position + 1}`);
      for (let position = keys.length; position < known.length; position += 1) {
        keys.push(`${JSON.stringify(known[position])}:`);
      }
      const whole = first || known.length <= columnsInFull;
      first = false;
      const members = keys.flatMap((key, position) => {
        const cell = row[position] ?? null;
        return cell !== null || whole ? [`${key}${cellJson(cell)}`] : [];
      });
      return `{${members.join(',')}}\n`;
    });
  };
}

/** More bytes of records than this are not made of a sheet. */
const maxRecordBytes = 16 * 2 ** 30;

function chooseSheet(sheets: readonly WorkbookSheet[], name: string | undefined): WorkbookSheet {
  const sheet = name === undefined ? sheets[0] : sheets.find((one) => one.name === name);
  if (sheet === undefined) throw new IngestError(say('no-sheet', { sheet: name ?? '' }));
  return sheet;
}

/**
 * Writes the rows of a sheet as records to `target`, for the reader of JSON lines. Numbers, texts and missing cells
 * stay what they are; dates become ISO 8601 text, errors missing values.
 * @param most ends after so many records, for a look at the beginning.
 */
export async function writeWorkbookRecords(
  source: Pick<Source, 'path' | 'sheet' | 'header'>,
  target: string,
  work: LongWork,
  most = Number.POSITIVE_INFINITY,
): Promise<number> {
  const zip = await openZip(source.path);
  const file = await open(target, 'w');
  let written = 0;
  let bytes = 0;
  try {
    const workbook = await readWorkbook(zip);
    const records = recordWriter(source.header);
    await readSheet(workbook, chooseSheet(workbook.sheets, source.sheet), async (rows) => {
      work.signal?.throwIfAborted();
      const lines = records(rows).slice(0, most - written);
      written += lines.length;
      const text = Buffer.from(lines.join(''));
      bytes += text.length;
      if (bytes > maxRecordBytes) throw new IngestError(say('workbook-too-large', { limit: maxRecordBytes / 2 ** 20 }));
      if (lines.length > 0) await file.appendFile(text);
      work.onProgress?.({ phase: 'reading the sheet', rows: written, bytes: 0, fraction: null });
      return written < most;
    });
    return written;
  } finally {
    await file.close();
    zip.close();
  }
}
