import type { TFunction } from 'i18next';
import { chooseFile, chooseFolder } from './files.ts';

/** Lets the user choose a backup in the system's dialog. @returns null if cancelled */
export function chooseBackup(t: TFunction, kind: 'folder' | 'file'): Promise<string | null> {
  const title = t('preferences.restoreChoose');
  if (kind === 'folder') return chooseFolder(title);
  return chooseFile(title, [
    { name: t('preferences.backupKind'), extensions: ['tar'] },
    { name: t('publish.allFiles'), extensions: ['*'] },
  ]);
}
