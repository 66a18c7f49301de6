import { join } from 'node:path';
import { openRowStore } from './rows/open-row-store.ts';
import type { RowStore } from './rows/row-store.ts';
import { setAside } from './set-aside.ts';

/**
 * Opens the row store of a data folder.
 * @param cacheBytes most disk for what can be made again
 * @param prepareAlways make the row file of every version at once, as somebody is going to look at its pages
 */
export async function openRows(dataFolder: string, prepareAlways: boolean, cacheBytes?: number): Promise<RowStore> {
  return openRowStore(join(dataFolder, 'rows'), {
    prepareAlways,
    ...(cacheBytes === undefined ? {} : { cacheBytes }),
    setAside: (name) => setAside(dataFolder, join('rows', name)),
  });
}
