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
import { chooseOutput } from './output/print-result.ts';
import { printedFailure, printFailure } from './print-failure.ts';

/** Exit codes of the command line; the same for every command. */
export const exitCodes = { done: 0, failed: 1, usage: 2 } as const;

/** A failure whose message is all that the user needs: no stack is printed. */
export class CommandFailure extends Error {
  override readonly name: string = 'CommandFailure';
  /** Its kind, for `--json`. */
  readonly code: string;
  constructor(message: string, code = 'command') {
    super(message);
    this.code = code;
  }
}

/** Arguments that cannot be understood, or do not fit together. */
export class UsageFailure extends CommandFailure {
  override readonly name = 'UsageFailure';
  constructor(message: string) {
    super(message, 'usage');
  }
}

/** The program to add commands to. Commands inherit its settings when they are added, so it is created first. */
export function newProgram(): Command {
  return (
    new Command('almanac')
      .description('Browse and publish open data statistics services.')
      .version(ownVersion())
      .exitOverride()
      // Otherwise `--version <slug>` would be read as a request for Almanac's own version.
      .enablePositionalOptions()
      .configureOutput({ writeErr: (text) => void (wantsJson() || process.stderr.write(text)) })
      .hook('preAction', (_, command) => {
        chooseOutput(command.opts());
        running = command;
      })
  );
}

/** The command that runs; one at a time in a process. */
let running: Command | null = null;

/** How a command is called, such as `almanac follow check`. */
export function nameOfCommand(command: Command): string {
  return command.parent === null ? command.name() : `${nameOfCommand(command.parent)} ${command.name()}`;
}

/** Whether failures are printed as JSON; also known if the arguments cannot be parsed. */
function wantsJson(): boolean {
  return process.argv.includes('--json');
}

/**
 * Runs the command in this process's arguments. Errors go to standard error (with `--json` to standard output, where
 * programs look for the result), and their kind to the exit code.
 */
export async function runCommands(program: Command): Promise<void> {
  running = null;
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
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return exitCodes.done;
    // Commander has already printed it, unless JSON is expected.
    if (wantsJson()) printCommandFailure('usage', error.message.replace(/^error: /, ''));
    return exitCodes.usage;
  }
  if (error instanceof ServiceError) {
    const failure = printedFailure(failureOf(error));
    if (wantsJson()) printFailure(failure);
    else process.stderr.write(`almanac: ${failure.message}\n`);
    return error.kind === 'bad-address' ? exitCodes.usage : exitCodes.failed;
  }
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: undefined };
  const isPlain = userErrors.some((kind) => error instanceof kind);
  const isUsage = error instanceof UsageFailure;
  if (wantsJson()) {
    const code = error instanceof CommandFailure ? error.code : isPlain ? 'command' : 'internal';
    printCommandFailure(code, message);
  }
  if (!wantsJson() || !isPlain) process.stderr.write(`almanac: ${isPlain ? message : (stack ?? message)}\n`);
  if (isUsage && !wantsJson() && running !== null)
    process.stderr.write(`(run ${nameOfCommand(running)} --help for usage)\n`);
  return isUsage ? exitCodes.usage : exitCodes.failed;
}

function printCommandFailure(code: string, message: string): void {
  printFailure({ code, message, where: '', retry: false });
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
