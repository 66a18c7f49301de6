import type { TFunction } from 'i18next';
import { readableExtensions } from '#shared/file-name.ts';
import type { FileKind } from '#shared/rpc/shell/shell.ts';

/** The file types offered by the open dialog. */
export function dataFileKinds(t: TFunction): FileKind[] {
  return [
    { name: t('publish.dataFiles'), extensions: [...readableExtensions] },
    { name: t('publish.allFiles'), extensions: ['*'] },
  ];
}
