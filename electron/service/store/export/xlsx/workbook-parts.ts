const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/package/2006/relationships';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

function each(sheets: number, part: (number: number) => string): string {
  return Array.from({ length: sheets }, (_, position) => part(position + 1)).join('');
}

/** `[Content_Types].xml` of a workbook (ECMA-376 part 2, 10.1.2). */
export function contentTypes(sheets: number): string {
  const override = (number: number) =>
    `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${spreadsheet}.worksheet+xml"/>`;
  return `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${spreadsheet}.sheet.main+xml"/>${each(sheets, override)}</Types>`;
}

/** `_rels/.rels`: path of the workbook. */
export const packageRelations = `${head}<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;

/** The names of sheets of one kind, numbered if there is more than one. */
export function sheetNames(kind: string, sheets: number): string[] {
  return Array.from({ length: sheets }, (_, position) => (sheets === 1 ? kind : `${kind} ${position + 1}`));
}

/** `xl/workbook.xml`: the sheets by their names. */
export function workbook(names: readonly string[]): string {
  const sheet = (number: number) => `<sheet name="${names[number - 1]}" sheetId="${number}" r:id="rId${number}"/>`;
  return `${head}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${each(names.length, sheet)}</sheets></workbook>`;
}

/** `xl/_rels/workbook.xml.rels`: paths of the sheets. */
export function workbookRelations(sheets: number): string {
  const relation = (number: number) =>
    `<Relationship Id="rId${number}" Type="${office}/worksheet" Target="worksheets/sheet${number}.xml"/>`;
  return `${head}<Relationships xmlns="${relations}">${each(sheets, relation)}</Relationships>`;
}
