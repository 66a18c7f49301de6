import path from 'node:path';
import type { Command } from 'commander';
import { say } from '#shared/sentences/say.ts';
import { placesFor } from '../places.ts';
import { type BackupReport, type BackupVerdict, backUp, verifyBackup } from '../service/backup/back-up.ts';
import { isStore, restoreStore } from '../service/backup/restore.ts';
import { openCatalogue } from '../service/catalogue/open-catalogue.ts';
import { jobExitCodes } from './job-exit-codes.ts';
import { CommandFailure } from './run.ts';
import { amount } from './show-progress.ts';
import { withStoreWork } from './with-store-work.ts';

interface BackupWords {
  readonly verify?: boolean;
  readonly data?: string;
  readonly json?: boolean;
}

interface RestoreWords {
  readonly replace?: boolean;
  readonly data?: string;
  readonly json?: boolean;
}

const dataOption = ['--data <folder>', 'folder of the local store (default: the application’s own)'] as const;

/** `almanac backup`: a copy of the whole store, also while it is used. */
export function addBackupCommand(program: Command): void {
  program
    .command('backup')
    .description('Copy the whole store into a folder, or a single file that ends with .tar, also while it is in use.')
    .argument('<folder|file>', 'where to; a folder with an older back-up gets only what is new')
    .option('--verify', 'only compare the back-up that is there with its checksums')
    .option(...dataOption)
    .option('--json', 'print the result as JSON')
    .action(backup);
}

/** `almanac restore`: a store out of a back-up. */
export function addRestoreCommand(program: Command): void {
  program
    .command('restore')
    .description('Restore a store from a back-up, once all of it was compared with its checksums.')
    .argument('<folder|file>', 'the back-up')
    .option('--replace', 'put a store that is not empty aside; nothing of it is deleted')
    .option(...dataOption)
    .option('--json', 'print the result as JSON')
    .action(restore);
}

async function backup(to: string, { verify = false, data, json = false }: BackupWords): Promise<void> {
  const target = path.resolve(to);
  if (verify) {
    const verdict = await withStoreWork(json, (work) => verifyBackup(target, work));
    if (verdict !== null) printVerdict(target, verdict, json);
    return;
  }
  const places = storePlaces(data);
  const { dataFolder } = places;
  if (!(await isStore(dataFolder))) throw new CommandFailure(say('backup-no-store', { folder: dataFolder }));
  const catalogue = await openCatalogue(dataFolder);
  try {
    const report = await withStoreWork(json, (work) => backUp(places, catalogue, target, work));
    if (report !== null) printBackup(report, json);
  } finally {
    await catalogue.close();
  }
}

function storePlaces(data: string | undefined) {
  const places = placesFor(data);
  return { dataFolder: places.data, configFolder: places.config };
}

function printBackup(report: BackupReport, json: boolean): void {
  const { target, versions, datasets, bytes, copiedBytes, damaged } = report;
  process.exitCode = damaged.length === 0 ? jobExitCodes.done : jobExitCodes.differs;
  if (json) process.stdout.write(`${JSON.stringify({ ok: damaged.length === 0, ...report })}\n`);
  else {
    process.stdout.write(
      `Backed up ${datasets} datasets with ${versions} versions to ${target}: ${amount(bytes)}, of which ${amount(copiedBytes)} were new. All of it was verified.\n`,
    );
    printList('Damaged or missing in the store, and not in the back-up', damaged);
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
        : `${target}: damaged. Back up into it again, which replaces what is damaged, or use another back-up.\n`,
    );
    printList('Missing, or other than when they were written', broken);
    printList('Damaged in the store already when it was backed up', damaged);
  }
}

async function restore(from: string, { replace = false, data, json = false }: RestoreWords): Promise<void> {
  const report = await withStoreWork(json, (work) =>
    restoreStore(storePlaces(data), path.resolve(from), replace, work),
  );
  if (report === null) return;
  const { datasets, versions, accounts, made, putAside, damaged } = report;
  process.exitCode = damaged.length === 0 ? jobExitCodes.done : jobExitCodes.differs;
  if (json) process.stdout.write(`${JSON.stringify({ ok: damaged.length === 0, ...report })}\n`);
  else {
    process.stdout.write(
      `Restored ${datasets} datasets with ${versions} versions and ${accounts} accounts, as of ${made}. All of it was verified.\n`,
    );
    if (putAside !== null) process.stdout.write(`The store before is in ${putAside}.\n`);
    printList('Damaged in the store already when it was backed up, and missing now', damaged);
  }
}

function printList(title: string, names: readonly string[]): void {
  if (names.length === 0) return;
  process.stdout.write(`${[`${title}:`, ...names.map((name) => `  ${name}`)].join('\n')}\n`);
}
