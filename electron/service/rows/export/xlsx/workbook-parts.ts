import { momentCodes } from '../../../reading/values/moment-cells.ts';

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
  return `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${spreadsheet}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${spreadsheet}.styles+xml"/>${each(sheets, override)}</Types>`;
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
  return `${head}<Relationships xmlns="${relations}">${each(sheets, relation)}<Relationship Id="rId${sheets + 1}" Type="${office}/styles" Target="styles.xml"/></Relationships>`;
}

/** The cell style of headings, after those of moments. */
export const headingStyle = momentCodes.length + 1;

/** The first number that a format may have besides the built-in ones (ECMA-376 part 1, 18.8.30). */
const firstFormat = 164;

function stylesText(): string {
  const formats = momentCodes.map(
    (code, at) => `<numFmt numFmtId="${firstFormat + at}" formatCode="${code.replaceAll('"', '&quot;')}"/>`,
  );
  const style = (format: number, font: number) =>
    `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`;
  const styles = [style(0, 0), ...momentCodes.map((_, at) => style(firstFormat + at, 0)), style(0, 1)];
  const font = (bold: string) => `<font>${bold}<sz val="11"/><name val="Calibri"/></font>`;
  return `${head}<styleSheet xmlns="${main}"><numFmts count="${formats.length}">${formats.join('')}</numFmts><fonts count="2">${font('')}${font('<b/>')}</fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${styles.length}">${styles.join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;
}

/** `xl/styles.xml`: the styles of moments and headings. */
export const styles = stylesText();
