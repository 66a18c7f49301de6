/** Formats of workbooks: files with sheets, of Excel since and before 2007, and in OpenDocument. */
export type WorkbookFormat = 'xlsx' | 'xls' | 'ods';

/** Whether files of a format have sheets. */
export function isWorkbookFormat(format: string): format is WorkbookFormat {
  return format === 'xlsx' || format === 'xls' || format === 'ods';
}
