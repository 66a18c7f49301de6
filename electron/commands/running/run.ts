import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Command, CommanderError } from 'commander';
import { englishText } from '#shared/english/english-text.ts';
import { explain } from '#shared/failures.ts';
import { SettingsFileError } from '../../backend/settings-document.ts';
import { failureOf, ServiceError } from '../../connector/errors.ts';
import { ObjectStoreError } from '../../lib/objects/object-store-error.ts';
import {
  DamagedCatalogueError,
  DataFolderInUseError,
  DiskFullError,
  isDiskFull,
  MissingCatalogueError,
  NewerCatalogueError,
  OtherStorageError,
  StoreCopyError,
  StoreProblemError,
} from '../../service/local-service.ts';
import { printedFailure, printFailure } from './print-failure.ts';

/** Exit codes of the command line; the same for every command. */
export const exitCodes = { done: 0, failed: 1, usage: 2 } as const;

/** A failure whose message is all that the user needs: no stack is printed. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';
}

/** The program to add commands to. Commands inherit its settings when they are added, so it is created first. */
export function newProgram(): Command {
  return new Command('almanac')
    .description('Browse and publish open data statistics services.')
    .version(ownVersion())
    .exitOverride()
    .showHelpAfterError('(run almanac --help for usage)');
}

/**
 * Runs the command in this process's arguments. Errors go to standard error (with `--json` to standard output, where
 * programs look for the result), and their kind to the exit code.
 */
export async function runCommands(program: Command): Promise<void> {
  try {
    // Explicit: within Electron's runtime commander would take the script's name for an argument.
    await program.parseAsync(process.argv, { from: 'node' });
  } catch (error) {
    process.exitCode = report(error);
  }
}

/** Errors whose message is all that is useful to the user. */
const userErrors = [
  CommandFailure,
  StoreProblemError,
  DataFolderInUseError,
  NewerCatalogueError,
  MissingCatalogueError,
  DamagedCatalogueError,
  DiskFullError,
  OtherStorageError,
  ObjectStoreError,
  StoreCopyError,
  SettingsFileError,
];

function report(thrown: unknown): number {
  const isFull = isDiskFull(thrown) && !(thrown instanceof DiskFullError);
  const error = isFull ? new CommandFailure(englishText(explain('disk-full'))) : thrown;
  // Commander has already printed the error, or the requested help.
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
  if (error instanceof ServiceError) {
    const failure = printedFailure(failureOf(error));
    if (process.argv.includes('--json')) printFailure(failure);
    else process.stderr.write(`almanac: ${failure.message}\n`);
    return exitCodes.failed;
  }
  const plain = userErrors.some((kind) => error instanceof kind);
  if (plain && error instanceof Error && process.argv.includes('--json')) {
    printFailure({ code: 'command', message: error.message, where: '', retry: false });
    return exitCodes.failed;
  }
  process.stderr.write(`almanac: ${error instanceof Error ? (plain ? error.message : error.stack) : String(error)}\n`);
  return exitCodes.failed;
}

function ownVersion(): string {
  const described = JSON.parse(readFileSync(path.join(import.meta.dirname, packagePath()), 'utf8')) as {
    version: string;
  };
  return described.version;
}

/** This file runs from its source folder, or bundled in `out/`. */
function packagePath(): string {
  return import.meta.url.endsWith('.ts') ? '../../../package.json' : '../package.json';
}
