import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { everyRow, type RowQuery } from '#shared/row-query.ts';
import type { StoredVersion } from '../../../files/stored-version.ts';
import { openRowStore, type RowStoreOptions } from '../../../opening/open-row-store.ts';
import type { RowStore } from '../../../rows/row-store.ts';
import { derivedKey } from '../object-keys.ts';

/** One of several machines with the same object storage. */
export interface Node {
  readonly rows: RowStore;
  readonly folder: string;
  /** Messages of its log. */
  readonly log: readonly string[];
  /** Path in the cache of a version. */
  cached(version: StoredVersion, ...names: string[]): string;
  /** Key of a derived file in the object storage. */
  derivedKey(version: StoredVersion, ...names: string[]): string;
  page(version: StoredVersion, query?: Partial<RowQuery>, offset?: number, limit?: number): Promise<unknown[]>;
  /** Ends the node and removes its folder. */
  close(): Promise<void>;
}

export async function openNode(options: RowStoreOptions, folder?: string): Promise<Node> {
  const own = folder ?? (await mkdtemp(join(tmpdir(), 'almanac-node-')));
  const log: string[] = [];
  const rows = await openRowStore(own, {
    threads: 2,
    log: (message, error) => void log.push(`${message} ${error ?? ''}`),
    ...options,
  });
  return {
    rows,
    folder: own,
    log,
    cached: (version, ...names) => join(own, 'cache', version.key, ...names),
    derivedKey: (version, ...names) => derivedKey(join(own, 'cache'), join(own, 'cache', version.key, ...names)),
    async page(version, query = {}, offset = 0, limit = 100) {
      const { json } = await rows.open(version).page({ ...everyRow, ...query }, offset, limit);
      return JSON.parse(`[${json.toString('utf8')}]`);
    },
    async close() {
      await rows.close();
      await rm(own, { recursive: true, force: true });
    },
  };
}
