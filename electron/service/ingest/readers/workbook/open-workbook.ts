import { workbookFormatOf, type ZipParts } from '../archive/zip-file.ts';
import { openOds } from './ods/open-ods.ts';
import type { Workbook } from './sheet.ts';
import { openXlsx } from './xlsx/open-xlsx.ts';

/** A workbook in the format that its files show. @throws {IngestError} */
export function openWorkbook(zip: ZipParts): Promise<Workbook> {
  return workbookFormatOf(zip.parts) === 'ods' ? openOds(zip) : openXlsx(zip);
}
