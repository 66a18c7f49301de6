import type { BackupContents } from '#shared/rpc/jobs.ts';
import { openBackup } from './backup-reader.ts';
import { unlessWritable } from './store-copy-error.ts';

/**
 * What a backup says of itself. Its list of files is compared with its checksum; the files themselves are not read.
 * @param ownStore id of the store that it might take the place of
 * @throws {StoreCopyError} where there is no backup, or it cannot be restored by this Almanac
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
