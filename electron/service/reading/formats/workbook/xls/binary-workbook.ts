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
