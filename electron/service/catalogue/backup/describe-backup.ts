import type { BackupContents } from '#shared/rpc/jobs.ts';
import { openBackup } from './backup-reader.ts';
import { unlessWritable } from './store-copy-error.ts';

/**
 * Describes a backup by its manifest, whose checksum is verified; the files themselves are not read.
 * @param ownStore id of the store that it might replace
 * @throws {StoreCopyError} if there is no backup, or this Almanac cannot restore it
 */
export async function describeBackup(source: string, ownStore: string): Promise<BackupContents> {
  return await unlessWritable(source, async () => {
    const reader = await openBackup(source);
    try {
      const { files, damaged, made, tool, store, namespaces, datasets, versions, accounts } = await reader.manifest();
      const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
      const withSettings = files.some(({ path }) => path.startsWith('config/'));
      return {
        source,
        made,
        tool,
        namespaces,
        datasets,
        versions,
        accounts,
        bytes,
        damaged: damaged.length,
        isOwn: store === ownStore,
        withSettings,
      };
    } finally {
      await reader.close();
    }
  });
}
