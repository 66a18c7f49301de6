import type { ZipPart } from '../../archive/zip-file.ts';
import type { Workbook } from '../sheet.ts';
import { readXml } from '../xml-events.ts';

/** The element whose tables are the sheets (OpenDocument 1.3, part 3, 3.7); others are within cells or change logs. */
export const sheetParent = 'spreadsheet';

/** LibreOffice keeps copies of cells of other files as tables with the address of that file. */
const copyOfOtherFile = /^'(?:[^']|'')*'#/;

/** Whether an element is a sheet. */
export function isSheet(name: string, parent: string, attribute: (name: string) => string | undefined): boolean {
  return name === 'table' && parent === sheetParent && !copyOfOtherFile.test(attribute('name') ?? '');
}

/** The sheets of an OpenDocument spreadsheet, in tab order. @throws {IngestError} if the text is not well-formed */
export async function listOdsSheets(content: ZipPart): Promise<Workbook['sheets']> {
  const sheets: { name: string; hidden: boolean }[] = [];
  const hiddenStyles = new Set<string>();
  const path: string[] = [];
  let style = '';
  await readXml(await content.read(), {
    open(name, attribute) {
      const parent = path.at(-1) ?? '';
      path.push(name);
      if (name === 'style') style = attribute('name') ?? '';
      else if (name === 'table-properties' && attribute('display') === 'false') hiddenStyles.add(style);
      else if (isSheet(name, parent, attribute)) {
        sheets.push({ name: attribute('name') ?? '', hidden: hiddenStyles.has(attribute('style-name') ?? '') });
      }
    },
    close() {
      path.pop();
    },
  });
  return sheets;
}
