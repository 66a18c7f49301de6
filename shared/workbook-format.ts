/** Formats of workbooks: files with sheets, of Excel and in OpenDocument. */
export type WorkbookFormat = 'xlsx' | 'ods';

export function isWorkbookFormat(format: string): format is WorkbookFormat {
  return format === 'xlsx' || format === 'ods';
}
