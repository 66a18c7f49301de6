import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Command } from 'commander';
import definitions from '../commands.json' with { type: 'json' };
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
  running = null;
  return (
    new Command('almanac')
      .description(definitions.commands[''].description)
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

/** The command whose arguments could be parsed last; null if none could. */
export function runningCommand(): Command | null {
  return running;
}

/** How a command is called, such as `almanac follow check`. */
export function nameOfCommand(command: Command): string {
  return command.parent === null ? command.name() : `${nameOfCommand(command.parent)} ${command.name()}`;
}

/** Whether failures are printed as JSON; also known if the arguments cannot be parsed. */
export function wantsJson(): boolean {
  return process.argv.includes('--json');
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
