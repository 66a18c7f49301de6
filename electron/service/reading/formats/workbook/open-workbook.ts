import { open } from 'node:fs/promises';
import iconv from 'iconv-lite';
import { openZip, workbookFormatOf, type ZipParts } from '../archive/zip-file.ts';
import { openOds } from './ods/open-ods.ts';
import type { Workbook } from './sheet.ts';
import { isBinaryWorkbook, textWorkbookOf } from './xls/binary-workbook.ts';
import { readSheet } from './xlsx/sheet-rows.ts';
import { readWorkbook } from './xlsx/workbook-parts.ts';

/** Opens a workbook, in the format that its bytes show, for the duration of some work. @throws {IngestError} */
export async function withWorkbook<T>(path: string, work: (workbook: Workbook) => Promise<T>): Promise<T> {
  const head = await firstBytes(path);
  const ofText = isBinaryWorkbook(head) ? null : textWorkbookOf(decodeHead(head));
  if (ofText === 'html') return work(await (await import('./html/open-html.ts')).openHtml(path));
  if (ofText !== null || isBinaryWorkbook(head)) return work(await openBinary(path));
  const zip = await openZip(path);
  try {
    return await work(await openParts(zip, path));
  } finally {
    zip.close();
  }
}

async function openParts(zip: ZipParts, path: string): Promise<Workbook> {
  if (workbookFormatOf(zip.parts) === 'ods') return openOds(zip);
  const isBinary = zip.parts.some(({ name }) => /(^|[/\\])workbook\.bin$/i.test(name));
  if (isBinary) return openBinary(path);
  // Excel's own format (ECMA-376).
  const parts = await readWorkbook(zip);
  return { sheets: parts.sheets, readSheet: (position, onRows) => readSheet(parts, position, onRows) };
}

/** Opens a workbook in one of Excel's binary formats, whose parser is large and rarely needed. */
async function openBinary(path: string): Promise<Workbook> {
  return (await import('./xls/open-xls.ts')).openXls(path);
}

const headBytes = 2 ** 16;

function decodeHead(head: Buffer): string {
  return iconv.decode(head, head[0] === 0xff && head[1] === 0xfe ? 'utf-16le' : 'utf-8');
}

async function firstBytes(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
