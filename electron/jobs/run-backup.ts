import path from 'node:path';
import type { BackupContents, BackupRequest, BackupResult, RestoreRequest, RestoreResult } from '#shared/rpc/jobs.ts';
import type { Service } from '../service/service.ts';
import type { JobDeps } from './job-deps.ts';
import type { JobWork } from './queue/job-failure.ts';

/** The local service, which the window's backend always owns, and the folder of its settings. */
async function ownService(deps: JobDeps): Promise<{ readonly local: Service; readonly configFolder: string }> {
  const local = await deps.ownService();
  if (local === null) throw new Error('Backups are made by the process that has the store.');
  return { local, configFolder: deps.configFolder ?? path.join(local.dataFolder, 'config') };
}

/** Copies the local store. @throws {StoreCopyError} */
export async function runBackup(deps: JobDeps, { target }: BackupRequest, work: JobWork): Promise<BackupResult> {
  const { local, configFolder } = await ownService(deps);
  const { signal, report: onProgress } = work;
  const report = await local.backUp(configFolder, target, { signal, onProgress });
  const { datasets, versions, bytes, copiedBytes, damaged } = report;
  return { kind: 'backup', target, datasets, versions, bytes, copiedBytes, damaged: damaged.length };
}

/** Describes a backup that can be restored. @throws {StoreCopyError} */
export async function readBackup(deps: JobDeps, source: string): Promise<BackupContents> {
  const { local } = await ownService(deps);
  return await local.describeBackup(source);
}

/** Copies a backup beside the store, which it replaces at the next start. @throws {StoreCopyError} */
export async function runRestore(deps: JobDeps, { source }: RestoreRequest, work: JobWork): Promise<RestoreResult> {
  const { local, configFolder } = await ownService(deps);
  const { signal, report: onProgress } = work;
  const { made, datasets, versions, accounts, aside } = await local.stageRestore(configFolder, source, {
    signal,
    onProgress,
  });
  deps.onRestored?.();
  return { kind: 'restore', made, datasets, versions, accounts, aside };
}
