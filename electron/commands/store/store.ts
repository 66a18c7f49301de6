import { existsSync } from 'node:fs';
import path from 'node:path';
import { englishText } from '#shared/english/english-text.ts';
import { explain } from '#shared/failures.ts';
import { placesFor } from '../../lib/app-paths.ts';
import type { ObjectAddress } from '../../lib/objects/object-address.ts';
import type { BackupReport, BackupVerdict, RepairReport } from '../../service/closed-store.ts';
import type { LongWork } from '../../service/service.ts';
import { catalogueAddress, objectAddress, objectStorage } from '../running/addresses/object-address.ts';
import type { CommandAction } from '../running/help/define-command.ts';
import type { StoreOptions } from '../running/options.ts';
import { printResult, showCommandProgress } from '../running/output/print-result.ts';
import { counted, listed } from '../running/row-count.ts';
import { CommandFailure, jobExitCodes, UsageFailure } from '../running/run.ts';
import { amount } from '../running/show-progress.ts';
import { reportStopped, untilStopped } from '../running/stopping.ts';

interface BackupOptions extends StoreOptions {
  readonly verify?: boolean;
}

interface RestoreOptions extends StoreOptions {
  readonly replace?: boolean;
  readonly skipDamaged?: boolean;
}

/** `almanac backup`: copies the whole store, even while it is in use. */
export const backupAction: CommandAction = { run: backup };

/** `almanac restore`: replaces a store with a backup. */
export const restoreAction: CommandAction = { run: restore };

async function backup(to: string, { verify = false, data, json = false }: BackupOptions): Promise<void> {
  const target = path.resolve(to);
  if (verify) {
    const { verifyBackup } = await import('../../service/closed-store.ts');
    const verdict = await withStoreWork(json, (work) => verifyBackup(target, work));
    if (verdict !== null) printVerdict(target, verdict, json);
    return;
  }
  const { storeExists, backUpStore } = await import('../../service/closed-store.ts');
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
  const { restoreBackup } = await import('../../service/closed-store.ts');
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

/** `almanac repair`: reconciles the catalogue and the files of a store. */
export const repairAction: CommandAction = { run: repair };

async function repair({ data, json = false }: StoreOptions): Promise<void> {
  const dataFolder = placesFor(data).data;
  if (!existsSync(dataFolder)) throw new CommandFailure(`There is no folder ${dataFolder}.`);
  const { repairStore } = await import('../../service/closed-store.ts');
  const report = await withStoreWork(json, (work) => repairStore(dataFolder, work));
  if (report === null) return;
  const { missing, differing, unreadable, missingImages } = report;
  const whole = missing.length + differing.length + unreadable.length + missingImages.length === 0;
  process.exitCode = whole ? jobExitCodes.done : jobExitCodes.differs;
  printResult(json, { ok: whole, ...report }, linesOf(report).join('\n'));
}

function linesOf(report: RepairReport): string[] {
  const { restored } = report;
  const counts = [
    counted(restored.namespaces, 'namespace'),
    counted(restored.datasets, 'dataset'),
    counted(restored.versions, 'version'),
    counted(restored.users, 'account'),
    counted(restored.groups, 'group'),
  ].join(', ');
  return [
    report.catalogue === 'whole'
      ? `The catalogue is intact. Added from the files: ${counts}.`
      : `The catalogue was rebuilt from the files: ${counts}.`,
    `${counted(report.verified, 'version')} verified.`,
    ...(report.putAside === null ? [] : [`Unusable files were moved to ${report.putAside}.`]),
    ...listed('Now private, because their permissions are unknown', restored.madePrivate),
    ...listed('Recovered from rows only, without names, in a private namespace', report.recovered),
    ...listed('Unreadable rows', report.unreadable),
    ...listed('Missing files', report.missing),
    ...listed('Checksum mismatches', report.differing),
    ...listed('Missing image files', report.missingImages),
    ...listed('Unreadable sidecar records', report.damagedDocuments),
    ...listed('Without a password; set one with "almanac user password NAME"', report.withoutPassword),
    ...(report.catalogue === 'rebuilt'
      ? ['Not restored: passwords, tokens, sessions, view and query counts, import reports.']
      : []),
  ];
}

interface MigrateOptions extends StoreOptions {
  readonly to?: string;
  readonly cataloguePasswordFile?: string;
  readonly objects?: ObjectAddress;
  readonly back?: boolean;
}

/** `almanac migrate`: moves the catalogue of a store to PostgreSQL, its versions to object storage, or one of them back. */
export const migrateAction: CommandAction = { run: migrate, values: { to: catalogueAddress, objects: objectAddress } };

async function migrate(options: MigrateOptions): Promise<void> {
  const { data, to, cataloguePasswordFile, objects, back = false, json = false } = options;
  const dataFolder = placesFor(data).data;
  if (!existsSync(dataFolder)) throw new CommandFailure(`There is no folder ${dataFolder}.`);
  if (to !== undefined && objects !== undefined)
    throw new UsageFailure('Move the catalogue (--to) and the versions (--objects) one after the other.');
  if (objects !== undefined) await moveRows(dataFolder, objects, back, json);
  else {
    if ((to === undefined) !== back)
      throw new UsageFailure('Name the database with --to, the bucket with --objects, or move back with --back.');
    const { moveToFile, moveToServer } = await import('../../service/closed-store.ts');
    const passwordFile = cataloguePasswordFile === undefined ? null : path.resolve(cataloguePasswordFile);
    const { records, kept } = await (to === undefined
      ? moveToFile(dataFolder)
      : moveToServer(dataFolder, { url: to, passwordFile }));
    const rest = kept === null ? '' : ` The file is kept as ${kept}.`;
    printResult(json, { ok: true, records, kept }, `${counted(records, 'record')} moved and compared.${rest}`);
  }
}

async function moveRows(dataFolder: string, address: ObjectAddress, back: boolean, json: boolean): Promise<void> {
  const objects = await objectStorage(address);
  const { moveRowsToFolder, moveRowsToObjects } = await import('../../service/closed-store.ts');
  const move = back ? moveRowsToFolder : moveRowsToObjects;
  const result = await withStoreWork(json, (work) => move(dataFolder, objects, work));
  if (result === null) return;
  const { versions, bytes, damaged, damagedImages, kept } = result;
  const isWhole = damaged.length + damagedImages.length === 0;
  process.exitCode = isWhole ? jobExitCodes.done : jobExitCodes.differs;
  const rest =
    kept === null
      ? 'Nothing was removed from the bucket.'
      : `Start the service with --objects from now on. The files are kept in ${kept} until you remove them.`;
  const lines = [
    `${counted(versions, 'version')} moved and verified, ${amount(bytes)} copied now. ${rest}`,
    ...[...damaged, ...damagedImages].map((name) => `Damaged or missing, and not moved: ${name}`),
  ];
  printResult(json, { ok: isWhole, ...result }, lines.join('\n'));
}

/**
 * Runs long work on a whole store, with its progress on standard error; SIGINT and SIGTERM stop it.
 * @returns null if it was stopped, which is printed and reported by the exit code
 */
async function withStoreWork<Result>(json: boolean, act: (work: LongWork) => Promise<Result>): Promise<Result | null> {
  const display = showCommandProgress();
  const interrupted = new DOMException('Interrupted.', 'AbortError');
  return await untilStopped(interrupted, async (signal) => {
    try {
      return await act({ signal, onProgress: display.report });
    } catch (error) {
      if (!signal.aborted) throw error;
      display.end();
      process.exitCode = reportStopped('stopped', json);
      return null;
    } finally {
      display.end();
    }
  });
}
