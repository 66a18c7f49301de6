import path from 'node:path';
import { englishText } from '#shared/english/english-text.ts';
import { explain } from '#shared/failures.ts';
import { placesFor } from '../lib/app-paths.ts';
import type { BackupReport, BackupVerdict } from '../service/closed-store.ts';
import type { CommandAct } from './running/help/define-command.ts';
import { jobExitCodes } from './running/job-exit-codes.ts';
import type { StoreOptions } from './running/options.ts';
import { printResult } from './running/output/print-result.ts';
import { counted, listed } from './running/row-count.ts';
import { CommandFailure } from './running/run.ts';
import { amount } from './running/show-progress.ts';
import { withStoreWork } from './running/with-store-work.ts';

interface BackupOptions extends StoreOptions {
  readonly verify?: boolean;
}

interface RestoreOptions extends StoreOptions {
  readonly replace?: boolean;
  readonly skipDamaged?: boolean;
}

/** `almanac backup`: copies the whole store, even while it is in use. */
export const backupAct: CommandAct = { run: backup };

/** `almanac restore`: replaces a store with a backup. */
export const restoreAct: CommandAct = { run: restore };

async function backup(to: string, { verify = false, data, json = false }: BackupOptions): Promise<void> {
  const target = path.resolve(to);
  if (verify) {
    const { verifyBackup } = await import('../service/closed-store.ts');
    const verdict = await withStoreWork(json, (work) => verifyBackup(target, work));
    if (verdict !== null) printVerdict(target, verdict, json);
    return;
  }
  const { storeExists, backUpStore } = await import('../service/closed-store.ts');
  const paths = storePaths(data);
  if (!(await storeExists(paths.dataFolder)))
    throw new CommandFailure(englishText(explain('backup-no-store', { folder: paths.dataFolder })));
  const report = await withStoreWork(json, (work) => backUpStore(paths, target, work));
  if (report !== null) printBackup(report, json);
}

function storePaths(folder: string | undefined) {
  const { data, config } = placesFor(folder);
  return { dataFolder: data, configFolder: config };
}

function printBackup(report: BackupReport, json: boolean): void {
  const { target, versions, datasets, bytes, copiedBytes, damaged } = report;
  process.exitCode = damaged.length === 0 ? jobExitCodes.done : jobExitCodes.differs;
  const contents = `${counted(datasets, 'dataset')} with ${counted(versions, 'version')}`;
  const lines = [
    `Backed up ${contents} to ${target}: ${amount(bytes)}, ${amount(copiedBytes)} of it new. Everything was verified.`,
    ...listed('Damaged or missing in the store, and not in the backup', damaged),
  ];
  printResult(json, { ok: damaged.length === 0, ...report }, lines.join('\n'));
}

function printVerdict(target: string, verdict: BackupVerdict, json: boolean): void {
  const { broken, damaged, versions, datasets, bytes, made } = verdict;
  process.exitCode = broken.length === 0 ? jobExitCodes.done : jobExitCodes.differs;
  const contents = `${counted(datasets, 'dataset')} with ${counted(versions, 'version')}`;
  const lines = [
    broken.length === 0
      ? `${target}: verified. ${contents}, ${amount(bytes)}, as of ${made}.`
      : `${target}: damaged. Back up to it again to replace the damaged files, or use another backup.`,
    ...listed('Missing or changed since the backup', broken),
    ...listed('Already damaged when the backup was made', damaged),
  ];
  printResult(json, { ok: broken.length === 0, ...verdict }, lines.join('\n'));
}

async function restore(from: string, { data, json = false, ...options }: RestoreOptions): Promise<void> {
  const { restoreBackup } = await import('../service/closed-store.ts');
  const report = await withStoreWork(json, (work) =>
    restoreBackup(storePaths(data), path.resolve(from), options, work),
  );
  if (report === null) return;
  const { datasets, versions, accounts, made, putAside, damaged } = report;
  process.exitCode = damaged.length === 0 ? jobExitCodes.done : jobExitCodes.differs;
  const isWhole = damaged.length === 0;
  const contents = `${counted(datasets, 'dataset')} with ${counted(versions, 'version')} and ${counted(accounts, 'account')}`;
  const lines = [
    `Restored ${contents}, as of ${made}. ${isWhole ? 'Everything was verified.' : 'What was restored was verified.'}`,
    ...(putAside === null ? [] : [`The previous store is in ${putAside}.`]),
    ...listed('Damaged in the backup, and missing now', damaged),
  ];
  printResult(json, { ok: isWhole, ...report }, lines.join('\n'));
}
