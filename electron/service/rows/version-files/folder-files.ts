import { constants } from 'node:fs';
import { access, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { publish } from '../../../lib/durable-file.ts';
import { type StoreFolders, versionFolder } from '../../files/store-folders.ts';
import { dataFileName, readStored, StoredFiles } from '../../files/stored-files.ts';
import type { VersionFiles } from './version-files.ts';

/** Versions in a folder of this machine, each a folder of its own that is always complete. */
export function folderFiles(folders: Pick<StoreFolders, 'versions'>): VersionFiles {
  const { versions } = folders;
  const files = new StoredFiles(folders);
  return {
    shared: null,
    path: (version) => files.path(version),
    use: (_version, _work, read) => read(),
    assertWhole: (version) => files.assertWhole(version),
    assertContent: (version, work, force) => files.assertContent(version, work, force),
    read: (version, range) => readStored(files, version, range),
    readerAddress: async () => null,
    verify: (version, work, gently) => files.verify(version, work, gently),
    lastCheck: (version) => files.lastCheck(version),
    async commit(folder, version) {
      await publish(folder, versionFolder(versions, version.key));
      await files.noteWritten(version);
    },
    async remove(key) {
      files.invalidate(key);
      // A running verification may be writing its record into the folder.
      await rm(versionFolder(versions, key), { recursive: true, force: true, maxRetries: 5 });
    },
    async keepOnly(keys, setAside) {
      const aside = (await readdir(versions)).filter((name) => !keys.has(name));
      for (const name of aside) {
        await setAside(join('versions', name));
        files.invalidate(name);
      }
      return aside;
    },
    // What no version names was moved aside at the start, and nothing else adds to the folder.
    collectGarbage: async () => [],
    keepWhatIsRead: async () => {},
    async localBytes() {
      let bytes = 0;
      for (const key of await readdir(versions)) {
        bytes += await stat(join(versions, key, dataFileName)).then(
          ({ size }) => size,
          () => 0,
        );
      }
      return bytes;
    },
    assertReachable: () => access(versions, constants.R_OK | constants.W_OK),
    close: async () => {},
  };
}
