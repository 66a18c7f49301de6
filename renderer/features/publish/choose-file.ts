import i18next from 'i18next';
import { reportFailure } from '../../backend/failure.ts';
import { chooseFiles, chooseFolder, listDataFiles } from '../../backend/files.ts';
import { dataFileKinds } from '../../lib/data-file-kinds.ts';
import { takeFiles } from './publish-store.ts';

/** Asks the user for files and starts with them. */
export async function chooseSource(): Promise<void> {
  try {
    takeFiles(await chooseFiles(i18next.t('publish.chooseTitle'), dataFileKinds(i18next.t)));
  } catch (error) {
    reportFailure(error);
  }
}

/** Asks the user for a folder and starts with its data files. */
export async function chooseSourceFolder(): Promise<void> {
  try {
    const folder = await chooseFolder(i18next.t('publish.chooseFolderTitle'));
    if (folder !== null) takeFiles(await listDataFiles([folder]));
  } catch (error) {
    reportFailure(error);
  }
}
