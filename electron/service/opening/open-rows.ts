import { join } from 'node:path';
import type { RowStore } from '../rows/row-store.ts';
import { assertInFolder, assertInObjects, noteObjectStorage } from '../rows/version-files/storage-marker.ts';
import { setAside } from '../set-aside.ts';
import { openRowStore, type RowStoreOptions } from './open-row-store.ts';

/** Of the resources of a row store, those that the operator chooses. */
type OpenRowsOptions = Pick<RowStoreOptions, 'prepareAlways' | 'cacheBytes' | 'objects' | 'leases' | 'log'>;

/** Opens the row store of a data folder. @throws {OtherStorageError} */
export async function openRows(dataFolder: string, options: OpenRowsOptions): Promise<RowStore> {
  const { objects } = options;
  const folder = join(dataFolder, 'rows');
  if (objects === undefined)
    await assertInFolder(folder, 'run "almanac serve" with --objects, and other commands while it runs');
  else await assertInObjects(folder);
  const rows = await openRowStore(folder, {
    ...options,
    setAside: (name) => setAside(dataFolder, join('rows', name)),
  });
  if (objects !== undefined) await noteObjectStorage(folder, objects.address);
  return rows;
}
