import type { FilePreview } from '#shared/rpc/source-file.ts';

export const previewPath = '/home/anna/towns.csv';

/** The first records of towns.csv. */
export function testPreview(changed: Partial<FilePreview> = {}): FilePreview {
  return {
    path: previewPath,
    name: 'towns.csv',
    bytes: 1200,
    format: 'csv',
    compression: 'none',
    sheets: [],
    options: { format: 'csv', delimiter: ',', header: true },
    byteOrderMark: false,
    columns: [
      { source: 'name', name: 'name', type: 'text', reason: null },
      { source: 'population', name: 'population', type: 'integer', reason: null },
    ],
    rows: [['Ulm', '126000']],
    lines: [2],
    unitsLines: [],
    whole: true,
    broken: { count: 0, first: [] },
    findings: [],
    leftOut: [],
    notices: [],
    ...changed,
  };
}
