import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Command } from 'commander';
import { placesFor } from '../../lib/app-paths.ts';
import { moveToFile, moveToServer } from '../../service/local-service.ts';
import { catalogueAddress } from '../running/catalogue-address.ts';
import { CommandFailure } from '../running/run.ts';

interface MigrateOptions {
  readonly data?: string;
  readonly to?: string;
  readonly cataloguePasswordFile?: string;
  readonly back?: boolean;
  readonly json?: boolean;
}

/** `almanac migrate`: moves the catalogue of a store to PostgreSQL, or back into its file. */
export function addMigrateCommand(program: Command): void {
  program
    .command('migrate')
    .description(
      'Move the catalogue of a store to an empty database of PostgreSQL, or back. Nothing may use it meanwhile.',
    )
    .option('--data <folder>', 'data folder of the local store (default: the application’s)')
    .option('--to <address>', 'postgres://user@host/database', catalogueAddress)
    .option('--catalogue-password-file <file>', 'file with the password of the catalogue, and nothing else')
    .option('--back', 'move it from PostgreSQL back into a file of the data folder')
    .option('--json', 'print the result as JSON')
    .action(migrate);
}

async function migrate({ data, to, cataloguePasswordFile, back = false, json = false }: MigrateOptions): Promise<void> {
  const dataFolder = placesFor(data).data;
  if (!existsSync(dataFolder)) throw new CommandFailure(`There is no folder ${dataFolder}.`);
  if ((to === undefined) !== back) throw new CommandFailure('Name the database with --to, or move back with --back.');
  const passwordFile = cataloguePasswordFile === undefined ? null : path.resolve(cataloguePasswordFile);
  const { records, kept } = await (to === undefined
    ? moveToFile(dataFolder)
    : moveToServer(dataFolder, { url: to, passwordFile }));
  if (json) process.stdout.write(`${JSON.stringify({ ok: true, records, kept })}\n`);
  else {
    const rest = kept === null ? '' : ` The file is kept as ${kept}.`;
    process.stdout.write(`${records} records moved and compared.${rest}\n`);
  }
}
