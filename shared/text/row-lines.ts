import type { FilePreview } from '../rpc/source-file.ts';

/**
 * The 1-based line of a delimited text at which each of the previewed records starts. Unreadable records and omitted
 * lines count too, and a value may contain line breaks.
 * @param empty numbers of the lines without any text
 */
export function linesOfRows(
  preview: Pick<FilePreview, 'format' | 'options' | 'columns' | 'rows' | 'broken' | 'leftOut'>,
  empty: readonly number[],
): number[] {
  // Line numbers of several files would be ambiguous.
  if (preview.format !== 'csv' || preview.options.combine !== undefined) return [];
  const { skip = 0, header = true, headerRows = 1 } = preview.options;
  const between = new Set([
    ...empty,
    ...preview.leftOut.filter(({ why }) => why === 'comment' || why === 'chosen').map(({ line }) => line),
    ...preview.broken.first.flatMap(({ line }) => (line === null ? [] : [line])),
  ]);
  let line = skip + 1;
  const skipUnread = () => {
    while (between.has(line)) line += 1;
  };
  skipUnread();
  if (header) {
    line += preview.columns.reduce((breaks, { source }) => breaks + lineBreaks(source), 0);
    for (let row = 0; row < headerRows; row += 1) {
      line += 1;
      skipUnread();
    }
  }
  return preview.rows.map((row) => {
    const start = line;
    line += 1 + row.reduce((breaks, value) => breaks + lineBreaks(value ?? ''), 0);
    skipUnread();
    return start;
  });
}

function lineBreaks(text: string): number {
  return text.match(/\r\n|\n|\r/g)?.length ?? 0;
}
