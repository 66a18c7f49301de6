import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { placesFor } from '../places.ts';
import { type RepairReport, repairStore } from '../service/sidecars/repair.ts';
import { jobExitCodes } from './job-exit-codes.ts';
import { CommandFailure } from './run.ts';
import { withStoreWork } from './with-store-work.ts';

interface RepairOptions {
  readonly data?: string;
  readonly json?: boolean;
}

/** `almanac repair`: makes the catalogue and the files of a store agree. */
export function addRepairCommand(program: Command): void {
  program
    .command('repair')
    .description('Rebuild a lost or damaged catalogue from the files, and check every version. Deletes nothing.')
    .option('--data <folder>', 'folder of the local store (default: the application’s own)')
    .option('--json', 'print the result as JSON')
    .action(repair);
}

async function repair({ data, json = false }: RepairOptions): Promise<void> {
  const dataFolder = placesFor(data).data;
  if (!existsSync(dataFolder)) throw new CommandFailure(`There is no folder ${dataFolder}.`);
  const report = await withStoreWork(json, (work) => repairStore(dataFolder, work));
  if (report === null) return;
  const { missing, differing, unreadable, missingImages } = report;
  const whole = missing.length + differing.length + unreadable.length + missingImages.length === 0;
  process.exitCode = whole ? jobExitCodes.done : jobExitCodes.differs;
  if (json) process.stdout.write(`${JSON.stringify({ ok: whole, ...report })}\n`);
  else process.stdout.write(`${linesOf(report).join('\n')}\n`);
}

function linesOf(report: RepairReport): string[] {
  const { restored } = report;
  const list = (title: string, names: readonly string[]) =>
    names.length === 0 ? [] : [`${title}:`, ...names.map((name) => `  ${name}`)];
  const counts = `${restored.namespaces} namespaces, ${restored.datasets} datasets, ${restored.versions} versions, ${restored.users} accounts, ${restored.groups} groups`;
  return [
    report.catalogue === 'whole'
      ? `The catalogue is whole. Taken in from the files: ${counts}.`
      : `The catalogue was rebuilt from the files: ${counts}.`,
    `${report.verified} versions verified.`,
    ...(report.putAside === null ? [] : [`What could not be used is in ${report.putAside}.`]),
    ...list('Private now, as it is not certain who might read them', restored.madePrivate),
    ...list('Recovered from rows alone, without names, in a private namespace', report.recovered),
    ...list('Rows that cannot be read', report.unreadable),
    ...list('Files are missing', report.missing),
    ...list('Bytes differ from the checksum', report.differing),
    ...list('Image files are missing', report.missingImages),
    ...list('Records beside the rows that could not be read', report.damagedDocuments),
    ...list('No password: give each a new one with "almanac user password NAME"', report.withoutPassword),
    ...(report.catalogue === 'rebuilt'
      ? ['Not restored: passwords, tokens, sessions, counts of views and queries, reports of failed imports.']
      : []),
  ];
}
