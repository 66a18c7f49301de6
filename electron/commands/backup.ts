import path from 'node:path';
import type { Command } from 'commander';
import { englishText } from '#shared/english/english-text.ts';
import { explain } from '#shared/failures.ts';
import { placesFor } from '../lib/app-paths.ts';
import { type BackupReport, type BackupVerdict, storeFolder, verifyBackup } from '../service/local-service.ts';
import { jobExitCodes } from './running/job-exit-codes.ts';
import { CommandFailure } from './running/run.ts';
import { amount } from './running/show-progress.ts';
import { withStoreWork } from './running/with-store-work.ts';

interface BackupOptions {
  readonly verify?: boolean;
  readonly data?: string;
  readonly json?: boolean;
}

interface RestoreOptions {
  readonly replace?: boolean;
  readonly skipDamaged?: boolean;
  readonly data?: string;
  readonly json?: boolean;
}

const dataOption = ['--data <folder>', 'data folder of the local store (default: the application’s)'] as const;

/** `almanac backup`: copies the whole store, even while it is in use. */
export function addBackupCommand(program: Command): void {
  program
    .command('backup')
    .description('Back up the whole store to a folder or a single .tar file, even while it is in use.')
    .argument('<folder|file>', 'destination; in a folder with an earlier backup, only new files are copied')
    .option('--verify', 'only verify the existing backup against its checksums')
    .option(...dataOption)
    .option('--json', 'print the result as JSON')
    .action(backup);
}

/** `almanac restore`: replaces a store with a backup. */
export function addRestoreCommand(program: Command): void {
  program
    .command('restore')
    .description('Restore a store from a backup after verifying all of its checksums.')
    .argument('<folder|file>', 'backup to restore')
    .option('--replace', 'move an existing store aside; nothing is deleted')
    .option('--skip-damaged', 'skip files that are damaged in the backup, and list them')
    .option(...dataOption)
    .option('--json', 'print the result as JSON')
    .action(restore);
}

async function backup(to: string, { verify = false, data, json = false }: BackupOptions): Promise<void> {
  const target = path.resolve(to);
  if (verify) {
    const verdict = await withStoreWork(json, (work) => verifyBackup(target, work));
    if (verdict !== null) printVerdict(target, verdict, json);
    return;
  }
  const { store, dataFolder } = storeAt(data);
  if (!(await store.exists()))
    throw new CommandFailure(englishText(explain('backup-no-store', { folder: dataFolder })));
  const report = await withStoreWork(json, (work) => store.backUp(target, work));
  if (report !== null) printBackup(report, json);
}

function storeAt(given: string | undefined) {
  const { data, config } = placesFor(given);
  return { dataFolder: data, store: storeFolder(data, config) };
}

function printBackup(report: BackupReport, json: boolean): void {
  const { target, versions, datasets, bytes, copiedBytes, damaged } = report;
  process.exitCode = damaged.length === 0 ? jobExitCodes.done : jobExitCodes.differs;
  if (json) process.stdout.write(`${JSON.stringify({ ok: damaged.length === 0, ...report })}\n`);
  else {
    process.stdout.write(
      `Backed up ${datasets} datasets with ${versions} versions to ${target}: ${amount(bytes)}, ${amount(copiedBytes)} of it new. Everything was verified.\n`,
    );
    printList('Damaged or missing in the store, and not in the backup', damaged);
  }
}

function printVerdict(target: string, verdict: BackupVerdict, json: boolean): void {
  const { broken, damaged, versions, datasets, bytes, made } = verdict;
  process.exitCode = broken.length === 0 ? jobExitCodes.done : jobExitCodes.differs;
  if (json) process.stdout.write(`${JSON.stringify({ ok: broken.length === 0, ...verdict })}\n`);
  else {
    process.stdout.write(
      broken.length === 0
        ? `${target}: verified. ${datasets} datasets with ${versions} versions, ${amount(bytes)}, as of ${made}.\n`
        : `${target}: damaged. Back up to it again to replace the damaged files, or use another backup.\n`,
    );
    printList('Missing or changed since the backup', broken);
    printList('Already damaged when the backup was made', damaged);
  }
}

async function restore(from: string, { data, json = false, ...options }: RestoreOptions): Promise<void> {
  const report = await withStoreWork(json, (work) => storeAt(data).store.restore(path.resolve(from), options, work));
  if (report === null) return;
  const { datasets, versions, accounts, made, putAside, damaged } = report;
  process.exitCode = damaged.length === 0 ? jobExitCodes.done : jobExitCodes.differs;
  if (json) process.stdout.write(`${JSON.stringify({ ok: damaged.length === 0, ...report })}\n`);
  else {
    process.stdout.write(
      `Restored ${datasets} datasets with ${versions} versions and ${accounts} accounts, as of ${made}. ${damaged.length === 0 ? 'Everything was verified.' : 'What was restored was verified.'}\n`,
    );
    if (putAside !== null) process.stdout.write(`The previous store is in ${putAside}.\n`);
    printList('Damaged in the backup, and missing now', damaged);
  }
}

function printList(title: string, names: readonly string[]): void {
  if (names.length === 0) return;
  process.stdout.write(`${[`${title}:`, ...names.map((name) => `  ${name}`)].join('\n')}\n`);
}
