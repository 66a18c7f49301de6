import { explain } from '#shared/failures.ts';
import { IngestError } from '../../../reading.ts';
import type { ZipParts } from '../../archive/zip-file.ts';
import type { Workbook } from '../sheet.ts';
import { readXml } from '../xml-events.ts';
import { readOdsSheet } from './ods-rows.ts';
import { listOdsSheets } from './ods-sheets.ts';

/** An OpenDocument spreadsheet (1.3, part 2, 3.1). @throws {IngestError} if it has no sheets, or a password */
export async function openOds(zip: ZipParts): Promise<Workbook> {
  await refuseEncrypted(zip);
  const content = zip.find('content.xml');
  const sheets = content === undefined ? [] : await listOdsSheets(content);
  if (content === undefined || sheets.length === 0) throw new IngestError(explain('workbook-empty'));
  return { sheets, readSheet: (position, onRows) => readOdsSheet(content, position, onRows) };
}

/** The list of the package's files says which of them are encrypted (part 2, 4.4). */
async function refuseEncrypted(zip: ZipParts): Promise<void> {
  const manifest = zip.find('META-INF/manifest.xml');
  if (manifest === undefined) return;
  await readXml(await manifest.read(), {
    open(name) {
      if (name === 'encryption-data') throw new IngestError(explain('of-protected-workbook'));
    },
  });
}
