import type { SharedWork } from '../../lib/shared-work.ts';
import type { Engine } from '../engine/engine.ts';
import type { DiskCache } from '../files/disk-cache.ts';
import type { StoreFolders } from '../files/store-folders.ts';
import type { IsolatedProcesses } from '../reading/process/isolated-processes.ts';
import type { MadeDiff } from './diffs/diff-plan.ts';
import type { GroupFiles } from './groups/group-files.ts';
import type { PageReaders } from './pages/page-readers.ts';
import type { RowFiles } from './pages/row-file/row-files.ts';
import type { RunningProfiles } from './profiles/running-profiles.ts';
import type { VersionFiles } from './version-files/version-files.ts';
import type { ViewFiles } from './views/view-files.ts';

/** Shared dependencies of the parts of the row store. */
export interface StoreParts {
  readonly engine: Engine;
  /** Reads untrusted files. */
  readonly isolated: IsolatedProcesses;
  readonly folders: StoreFolders;
  readonly files: VersionFiles;
  readonly cache: DiskCache;
  readonly readers: PageReaders;
  readonly rowFiles: RowFiles;
  readonly views: ViewFiles;
  readonly groups: GroupFiles;
  /** Running comparisons, by the keys of both versions and their folder. */
  readonly diffs: SharedWork<MadeDiff>;
  readonly profiles: RunningProfiles;
  /** Logs a message for the user. */
  readonly log: (message: string, error?: unknown) => void;
}
