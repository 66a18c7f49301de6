import path from 'node:path';
import type { BackupContents, BackupRequest, BackupResult, RestoreRequest, RestoreResult } from '#shared/rpc/jobs.ts';
import { backUp } from '../service/backup/back-up.ts';
import { describeBackup } from '../service/backup/describe-backup.ts';
import { stageRestore } from '../service/backup/restore.ts';
import type { StorePlaces } from '../service/backup/store-snapshot.ts';
import type { ServiceDeps } from '../service/deps.ts';
import { storeIdOf } from '../service/sidecars/describe.ts';
import type { JobDeps } from './job-deps.ts';
import type { JobWork } from './queue/job-work.ts';

/** The service of this computer, which the window's backend always has to itself. */
async function ownService(deps: JobDeps): Promise<{ readonly parts: ServiceDeps; readonly places: StorePlaces }> {
  const own = await deps.ownParts();
  if (own === null) throw new Error('Back-ups are made by the process that has the store.');
  const { dataFolder } = own.deps;
  return {
    parts: own.deps,
    places: { dataFolder, configFolder: deps.configFolder ?? path.join(dataFolder, 'config') },
  };
}

/** Copies the store of this computer. @throws {StoreCopyError} */
export async function runBackup(deps: JobDeps, { target }: BackupRequest, work: JobWork): Promise<BackupResult> {
  const { parts, places } = await ownService(deps);
  const { signal, report: onProgress } = work;
  const report = await backUp(places, parts.catalogue, target, { signal, onProgress });
  const { datasets, versions, bytes, copiedBytes, damaged } = report;
  return { kind: 'backup', target, datasets, versions, bytes, copiedBytes, damaged: damaged.length };
}

/** What is in a back-up that may be restored. @throws {StoreCopyError} */
export async function readBackup(deps: JobDeps, source: string): Promise<BackupContents> {
  const { parts } = await ownService(deps);
  return await describeBackup(source, await storeIdOf(parts.catalogue.records));
}

/** Copies a back-up beside the store, whose place it takes at the next start. @throws {StoreCopyError} */
export async function runRestore(deps: JobDeps, { source }: RestoreRequest, work: JobWork): Promise<RestoreResult> {
  const { places } = await ownService(deps);
  const { signal, report: onProgress } = work;
  const { made, datasets, versions, accounts, aside } = await stageRestore(places, source, { signal, onProgress });
  deps.onRestored?.();
  return { kind: 'restore', made, datasets, versions, accounts, aside };
}
