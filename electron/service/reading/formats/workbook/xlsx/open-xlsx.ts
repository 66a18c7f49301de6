import type { ZipParts } from '../../archive/zip-file.ts';
import type { Workbook } from '../sheet.ts';
import { readSheet } from './sheet-rows.ts';
import { readWorkbook } from './workbook-parts.ts';

/** A workbook of Excel (ECMA-376). @throws {IngestError} */
export async function openXlsx(zip: ZipParts): Promise<Workbook> {
  const parts = await readWorkbook(zip);
  return { sheets: parts.sheets, readSheet: (position, onRows) => readSheet(parts, position, onRows) };
}
