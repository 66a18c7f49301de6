/** The container of `.xls`, and of other Office documents before 2007 ([MS-CFB] 2.2). */
const compoundFile = Buffer.from('d0cf11e0a1b11ae1', 'hex');

/** The beginnings of workbooks before Excel 5, which have no container ([MS-XLS] 2.4.21, BOF of BIFF2 to BIFF5). */
const bareWorkbooks = ['09000400', '09020600', '09040600', '09080800', '09081000'].map((bytes) =>
  Buffer.from(bytes, 'hex'),
);

/** Whether a file begins like a workbook in Excel's format before 2007; other documents may begin so too. */
export function isBinaryWorkbook(head: Buffer): boolean {
  return [compoundFile, ...bareWorkbooks].some((start) => head.subarray(0, start.length).equals(start));
}

/** Elements that web pages, or parts of them, begin with. */
const pageStart =
  /^<(?:!doctype html|(?:html|head|meta|title|body|table|div|style|script|p|center|br|thead|tbody|tr|th|td)(?:\s[^>]*)?\/?>)(?!\s*[,;|])/i;

/** Whether a text begins as a web page. */
function isWebPage(text: string): boolean {
  const start = text
    .trimStart()
    .replace(/^\ufeff/, '')
    .slice(0, 4096);
  return pageStart.test(start) || /^<(?:\?xml[\s?]|!--)[\s\S]{0,2000}?<html[\s>]/i.test(start);
}

/** The format of a workbook that is a text: Excel reads and writes these too; null for any other text. */
export function textWorkbookOf(text: string): 'html' | 'xls' | null {
  const start = text.replace(/^\ufeff/, '').slice(0, 4096);
  const isXml = /^\s*<\?xml[\s\S]{0,2000}?(?:progid="excel\.sheet"|urn:schemas-microsoft-com:office:spreadsheet)/i;
  // Data Interchange Format: a table, its version, and counts of vectors and tuples.
  const isDif = /^TABLE\r?\n0,1\r?\n"/.test(start) && /^VECTORS\r?$/m.test(start);
  // Symbolic link: records of cells, each with a value.
  const isSylk = /^ID;P/.test(start) && /^C;(?:[XY]\d+;)+K/m.test(text);
  if (isXml.test(start) || isDif || isSylk) return 'xls';
  return isWebPage(text) ? 'html' : null;
}
