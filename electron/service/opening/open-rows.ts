import { join } from 'node:path';
import { given } from '#shared/given.ts';
import type { ObjectOptions } from '../cluster/objects/object-files.ts';
import type { RowStore } from '../rows/row-store.ts';
import type { Leases } from '../rows/version-files/leases.ts';
import { assertInFolder, assertInObjects, noteObjectStorage } from '../rows/version-files/storage-marker.ts';
import { setAside } from '../set-aside.ts';
import { openRowStore } from './open-row-store.ts';

/** How to open the row store of a data folder. */
export interface OpenRowsOptions {
  /** Build the row file of every version immediately, because its pages will be read. */
  readonly prepareAlways: boolean;
  /** Maximum disk space for rebuildable files. */
  readonly cacheBytes?: number | undefined;
  /** Object storage of the versions; by default they are in the data folder. */
  readonly objects?: ObjectOptions | undefined;
  /** Leases of the nodes that share the object storage; null if there are no others. */
  readonly leases?: Leases | null;
  /** Receives the problems that the store works around. */
  readonly log?: (message: string, error?: unknown) => void;
}

/** Opens the row store of a data folder. @throws {OtherStorageError} */
export async function openRows(dataFolder: string, options: OpenRowsOptions): Promise<RowStore> {
  const { prepareAlways, cacheBytes, objects, leases = null, log } = options;
  const folder = join(dataFolder, 'rows');
  if (objects === undefined)
    await assertInFolder(folder, 'run "almanac serve" with --objects, and other commands while it runs');
  else await assertInObjects(folder);
  const rows = await openRowStore(folder, {
    prepareAlways,
    ...given({ cacheBytes }),
    ...(objects === undefined ? {} : { objects, leases }),
    ...given({ log }),
    setAside: (name) => setAside(dataFolder, join('rows', name)),
  });
  if (objects !== undefined) await noteObjectStorage(folder, objects.address);
  return rows;
}
