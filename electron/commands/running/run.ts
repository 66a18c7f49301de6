import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Command, CommanderError } from 'commander';
import { chooseOutput } from './output/print-result.ts';

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
export function wantsJson(): boolean {
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
    // Loaded on demand: help needs none of it.
    const isAnswered = error instanceof CommanderError && error.exitCode === 0;
    process.exitCode = isAnswered ? exitCodes.done : (await import('./report-failure.ts')).reportUncaught(error, running);
  }
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
