import { join } from 'node:path';
import { unpackedPath } from '../archive/unpack.ts';
import { likelyWorkbook } from '../archive/zip-file.ts';
import type { Format } from '../format.ts';
import { examinedRecords, openRecords } from '../written-records.ts';
import { writeWorkbookRecords } from './workbook-records.ts';
import { isBinaryWorkbook, textWorkbookOf } from './xls/binary-workbook.ts';

/** Workbooks of Excel and OpenDocument, of which one sheet is read. */
export const workbookFormat: Format = {
  recognise({ bytes, container }, text) {
    if (container !== undefined) return container === 'shp' ? null : container;
    return isBinaryWorkbook(bytes) ? 'xls' : (likelyWorkbook(bytes) ?? textWorkbookOf(text.toString('utf8')));
  },
  async plan(asked, _head, _encoding, { folder, work }) {
    const from = { ...asked, path: await unpackedPath(asked, folder, work) };
    const path = join(folder, 'head');
    const options = { most: examinedRecords };
    const { sheet, sheets, lines, leftOut, layout, tables, remarks, ...written } = await writeWorkbookRecords(
      from,
      path,
      work,
      options,
    );
    const whole = written.records < examinedRecords;
    return {
      encoding: null,
      layout,
      beginning: { copy: path, whole, written, sheet, sheets, lines, leftOut, tables, remarks },
      names: null,
    };
  },
  async read(session, plan, beginning, { folder, work }) {
    if (beginning?.written !== undefined)
      return openRecords(session, plan.path, { ...beginning.written, notes: [] }, plan);
    const { layout } = plan.decided;
    if (layout.kind !== 'sheet') throw new Error(`A workbook has no layout of the kind ${layout.kind}.`);
    const path = join(folder, 'records.ndjson');
    const written = await writeWorkbookRecords(plan, path, work, { layout });
    return { ...(await openRecords(session, path, written, plan)), leftOut: [...written.leftOut, ...written.remarks] };
  },
};
