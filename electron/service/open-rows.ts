import { join } from 'node:path';
import { setAside } from './set-aside.ts';
import { openRowStore } from './store/open-row-store.ts';
import type { RowStore } from './store/row-store.ts';

/**
 * Opens the row store of a data folder.
 * @param cacheBytes maximum disk space for rebuildable files
 * @param prepareAlways build the row file of every version immediately, because its pages will be read
 */
export async function openRows(dataFolder: string, prepareAlways: boolean, cacheBytes?: number): Promise<RowStore> {
  return openRowStore(join(dataFolder, 'rows'), {
    prepareAlways,
    ...(cacheBytes === undefined ? {} : { cacheBytes }),
    setAside: (name) => setAside(dataFolder, join('rows', name)),
  });
}
