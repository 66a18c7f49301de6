import type { TFunction } from 'i18next';
import { reportFailure } from '../backend/failure.ts';
import { chooseFile } from '../backend/files.ts';
import { dataFileKinds } from '../lib/data-file-kinds.ts';
import { viewFiles } from '../state/viewed-files.ts';

/** Asks the user for a file and shows it without publishing it. */
export async function chooseToView(t: TFunction): Promise<void> {
  try {
    const path = await chooseFile(t('viewed.chooseTitle'), dataFileKinds(t));
    if (path !== null) await viewFiles([path]);
  } catch (error) {
    reportFailure(error);
  }
}
