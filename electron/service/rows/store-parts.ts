import type { ForeignProcesses } from '../foreign/foreign-processes.ts';
import type { DiskCache } from './disk-cache.ts';
import type { Engine } from './duckdb/engine.ts';
import type { NamedPipes } from './named-pipes.ts';
import type { PageReaders } from './page-readers.ts';
import type { ParquetFile } from './parquet-rows.ts';
import type { RemovedVersions } from './removed-versions.ts';
import type { RowFiles } from './row-files.ts';
import type { StoredVersion } from './row-store.ts';
import type { RunningDiffs } from './running-diffs.ts';
import { type StoreFolders, versionFolder } from './store-folders.ts';
import type { StoredFiles } from './stored-files.ts';
import type { ViewFiles } from './view-files.ts';

/** What the parts of the row store work with. */
export interface StoreParts {
  readonly engine: Engine;
  /** Reads what somebody else wrote. */
  readonly foreign: ForeignProcesses;
  readonly folders: StoreFolders;
  readonly files: StoredFiles;
  readonly cache: DiskCache;
  readonly readers: PageReaders;
  readonly pipes: NamedPipes;
  readonly rowFiles: RowFiles;
  readonly views: ViewFiles;
  readonly diffs: RunningDiffs;
  /** Takes what a person should find in a log. */
  readonly log: (message: string, error?: unknown) => void;
  readonly removed: RemovedVersions;
}

/** The stored file of a version as the engine reads it. */
export function parquetFile({ files }: StoreParts, version: StoredVersion): ParquetFile {
  return { path: files.path(version), columns: version.columns };
}

/** The folder of a version for what can be made again. */
export function cacheFolder({ folders }: StoreParts, version: StoredVersion): string {
  return versionFolder(folders.cache, version.key);
}
