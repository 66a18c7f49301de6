import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import exceljs from 'exceljs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { odsContent, odsFile } from './ods/testing/ods-for-test.ts';
import { RichText } from './rich-text.ts';
import { withWorkbook } from './workbook-records.ts';

/** A text whose parts between `^` and `^` are superscript. */
function richText(written: string): string {
  const text = new RichText();
  for (const [at, piece] of written.split('^').entries()) text.add(piece, at % 2 === 1);
  return text.toString();
}

describe('a text with superscript pieces', () => {
  test.each([
    ['1301^2^', '1301²'],
    ['2022^1)^', '2022¹⁾'],
    ['1.5^p^', '1.5ᵖ'],
    ['1.5^a, b^', '1.5ᵃ, ᵇ'],
    ['12^(r)^', '12(r)'],
    ['Area 5^3^', 'Area 5³'],
    ['Area in km^2^ per head', 'Area in km² per head'],
    ['10^-6^ g', '10⁻⁶ g'],
    ['^1^ Source: ONS', '¹ Source: ONS'],
    ['1^st^ quarter', '1st quarter'],
    ['2^e^ trimestre', '2e trimestre'],
    ['M^me^', 'Mme'],
    ['1301^[2]^', '1301[2]'],
    ['^13^', '13'],
    ['plain 2', 'plain 2'],
    ['', ''],
  ])('keeps apart what is raised: %s', (written, expected) => {
    expect(richText(written)).toBe(expected);
  });

  test('may come letter by letter', () => {
    const text = new RichText();
    for (const [piece, isSuperscript] of [
      ['13', false],
      ['01', false],
      ['1', true],
      ['2', true],
    ] as const) {
      text.add(piece, isSuperscript);
    }
    expect([text.plain, text.toString()]).toEqual(['130112', '1301¹²']);
  });
});

describe('a superscript digit in a file', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'almanac-rich-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const xlsx = async () => {
    const book = new exceljs.Workbook();
    const high = { text: '2', font: { vertAlign: 'superscript' as const } };
    book.addWorksheet('S').getCell('A1').value = { richText: [{ text: '1301' }, high] };
    return new Uint8Array(await book.xlsx.writeBuffer());
  };
  const ods = (position: string) => {
    const style = `<style:style style:name="T1" style:family="text"><style:text-properties style:text-position="${position} 58%"/></style:style>`;
    const cell =
      '<table:table-cell office:value-type="string"><text:p>1301<text:span text:style-name="T1">2</text:span></text:p></table:table-cell>';
    const table = `<table:table table:name="S"><table:table-row>${cell}</table:table-row></table:table>`;
    return odsFile(odsContent(table, style));
  };
  const xml = `<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?>
    <Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet">
    <Worksheet ss:Name="S"><Table><Row><Cell><ss:Data ss:Type="String" xmlns="http://www.w3.org/TR/REC-html40">1301<Sup><Font>2</Font></Sup></ss:Data></Cell></Row></Table></Worksheet></Workbook>`;
  const html =
    '<html><table><tr><td>1301<sup><a href="#n">2</a></sup></td></tr><tr><td>a</td><td>b</td></tr><tr><td>a</td><td>b</td></tr></table></html>';

  test.each<[string, string, () => Uint8Array | string | Promise<Uint8Array>]>([
    ['a.xlsx', '1301²', xlsx],
    ['a.ods', '1301²', () => ods('super')],
    ['b.ods', '1301²', () => ods('33%')],
    ['c.ods', '13012', () => ods('sub')],
    ['a.xls', '1301²', () => xml],
    ['b.xls', '1301²', () => html],
  ])('is no digit of the number: %s', async (name, expected, write) => {
    const file = path.join(folder, name);
    await writeFile(file, await write());
    const cells = await withWorkbook(file, async (workbook) => {
      const first: unknown[] = [];
      await workbook.readSheet(0, async ([row]) => {
        first.push(row?.cells[0]);
        return false;
      });
      return first;
    });
    expect(cells).toEqual([{ kind: 'text', text: expected }]);
  });
});
