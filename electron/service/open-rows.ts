import { join } from 'node:path';
import { openRowStore } from './rows/open-row-store.ts';
import type { RowStore } from './rows/row-store.ts';

/** Opens the row store of a data folder. */
export async function openRows(dataFolder: string): Promise<RowStore> {
  return openRowStore(join(dataFolder, 'rows'));
}
