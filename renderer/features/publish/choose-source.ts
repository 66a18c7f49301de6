import i18next from 'i18next';
import { attempt } from '../../backend/failure.ts';
import { chooseFolder, listDataFiles } from '../../backend/files.ts';
import { chooseFiles } from '../../state/sent-files.tsx';
import { dataFileKinds } from '../../state/viewed-files.ts';
import { takeFiles } from './publish-store.ts';

/** Asks the user for files and starts with them. */
export async function chooseSource(): Promise<void> {
  await attempt(async () => {
    takeFiles(await chooseFiles(i18next.t('publish.chooseTitle'), dataFileKinds(i18next.t)));
  });
}

/** Asks the user for a folder and starts with its data files. */
export async function chooseSourceFolder(): Promise<void> {
  await attempt(async () => {
    const folder = await chooseFolder(i18next.t('publish.chooseFolderTitle'));
    if (folder !== null) takeFiles(await listDataFiles([folder]));
  });
}
