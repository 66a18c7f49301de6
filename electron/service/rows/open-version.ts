import type { ParquetFile } from '../files/parquet-file.ts';
import { type StoreFolders, versionFolder } from '../files/store-folders.ts';
import type { StoredVersion } from '../files/stored-version.ts';
import type { VersionFiles } from './version-files/version-files.ts';

/** A version whose rows are read, with what every reader of it needs; as a {@link ParquetFile} it is the stored file. */
export interface OpenVersion extends ParquetFile {
  readonly version: StoredVersion;
  /** Its folder for rebuildable files. */
  readonly folder: string;
  readonly use: NonNullable<ParquetFile['use']>;
}

interface VersionPlaces {
  readonly files: VersionFiles;
  readonly folders: StoreFolders;
}

/** Opens nothing yet: the files may be missing. */
export function openVersion({ files, folders }: VersionPlaces, version: StoredVersion): OpenVersion {
  const { key, rows, columns } = version;
  return {
    version,
    path: files.path(version),
    rows,
    columns,
    folder: versionFolder(folders.cache, key),
    use: (work, read) => files.use(version, work, read),
  };
}
