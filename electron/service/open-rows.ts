import type { RowStore } from './rows/row-store.ts';

/** Opens the row store of a data folder. */
export async function openRows(dataFolder: string): Promise<RowStore> {
  throw new Error(`There is no row store for ${dataFolder} yet.`);
}
