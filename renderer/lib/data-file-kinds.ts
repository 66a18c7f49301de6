import type { TFunction } from 'i18next';
import type { FileKind } from '#shared/rpc/shell/shell.ts';

const extensions = [
  'csv',
  'tsv',
  'txt',
  'tab',
  'json',
  'ndjson',
  'jsonl',
  'geojson',
  'parquet',
  'xlsx',
  'xls',
  'ods',
  'px',
  'gz',
  'zip',
  'zst',
];

/** The file types offered by the open dialog. */
export function dataFileKinds(t: TFunction): FileKind[] {
  return [
    { name: t('publish.dataFiles'), extensions },
    { name: t('publish.allFiles'), extensions: ['*'] },
  ];
}
