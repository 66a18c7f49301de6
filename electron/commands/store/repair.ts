import { existsSync } from 'node:fs';
import { placesFor } from '../../lib/app-paths.ts';
import type { RepairReport } from '../../service/closed-store.ts';
import type { CommandAct } from '../running/help/define-command.ts';
import { jobExitCodes } from '../running/job-exit-codes.ts';
import type { StoreOptions } from '../running/options.ts';
import { printResult } from '../running/output/print-result.ts';
import { counted, listed } from '../running/row-count.ts';
import { CommandFailure } from '../running/run.ts';
import { withStoreWork } from '../running/with-store-work.ts';

/** `almanac repair`: reconciles the catalogue and the files of a store. */
export const repairAct: CommandAct = { run: repair };

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
