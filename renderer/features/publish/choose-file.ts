import i18next from 'i18next';
import { chooseFile } from '../../api/files.ts';
import { reportFailure } from '../../api/report-failure.ts';
import { dataFileKinds } from '../../lib/data-file-kinds.ts';
import { takeFile } from './publish-store.ts';

/** Asks the person for a file and begins with it. */
export async function chooseSource(): Promise<void> {
  try {
    const path = await chooseFile(i18next.t('publish.chooseTitle'), dataFileKinds(i18next.t));
    if (path !== null) takeFile(path);
  } catch (error) {
    reportFailure(error);
  }
}
