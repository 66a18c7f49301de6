import { existsSync } from 'node:fs';
import path from 'node:path';
import { placesFor } from '../../lib/app-paths.ts';
import type { ObjectAddress } from '../../lib/objects/object-address.ts';
import { catalogueAddress } from '../running/addresses/catalogue-address.ts';
import { objectAddress, objectStorage } from '../running/addresses/object-address.ts';
import type { CommandAct } from '../running/help/define-command.ts';
import { jobExitCodes } from '../running/job-exit-codes.ts';
import type { StoreOptions } from '../running/options.ts';
import { printResult } from '../running/output/print-result.ts';
import { counted } from '../running/row-count.ts';
import { CommandFailure, UsageFailure } from '../running/run.ts';
import { amount } from '../running/show-progress.ts';
import { withStoreWork } from '../running/with-store-work.ts';

interface MigrateOptions extends StoreOptions {
  readonly to?: string;
  readonly cataloguePasswordFile?: string;
  readonly objects?: ObjectAddress;
  readonly back?: boolean;
}

/** `almanac migrate`: moves the catalogue of a store to PostgreSQL, its versions to object storage, or one of them back. */
export const migrateAct: CommandAct = { run: migrate, values: { to: catalogueAddress, objects: objectAddress } };

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
