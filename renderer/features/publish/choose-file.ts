import i18next from 'i18next';
import { chooseFile } from '../../api/files.ts';
import { reportFailure } from '../../api/report-failure.ts';
import { takeFile } from './publish-store.ts';

const endings = [
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
  'gz',
  'zip',
  'zst',
];

/** Asks the person for a file and begins with it. */
export async function chooseSource(): Promise<void> {
  try {
    const kinds = [
      { name: i18next.t('publish.dataFiles'), extensions: endings },
      { name: i18next.t('publish.allFiles'), extensions: ['*'] },
    ];
    const path = await chooseFile(i18next.t('publish.chooseTitle'), kinds);
    if (path !== null) takeFile(path);
  } catch (error) {
    reportFailure(error);
  }
}
